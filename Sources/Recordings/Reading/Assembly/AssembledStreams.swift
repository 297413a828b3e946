package import SensorModel

/// The streams that were read so far, and data to complete them.
struct AssembledStreams {
    var recording: Recording
    /// Vectors that are added to a stream later. The outer key is the kind of the stream. The inner key is the index of
    /// the stream's description in the layout.
    var addends: [StreamKind: [Int: SensorStream<Vector3>]] = [:]
    /// The file of each stream without samples. `rows` is the number of rows in the file that match no description of
    /// the stream in the layout.
    var foreign: [StreamKind: (file: String, rows: Int)] = [:]
    /// The number of rows of each type, by file and type, for files whose rows have different columns.
    var rowTypes: [String: [String: Int]] = [:]
    /// The streams whose times are on the device's clock.
    var onBootClock: Set<StreamKind> = []

    /// Stores the name of the file of these streams, and the number of discarded elements for each reason.
    mutating func note(_ path: String, of kinds: [StreamKind], leftOut: some Sequence<(key: String, value: Int)>) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        for kind in kinds { recording.files[kind] = name }
        for (reason, count) in leftOut { recording.leftOut["\(name): \(reason)"] = count }
    }

    /// Adds the ``addends`` to their streams, and converts all times to the recording's clock.
    ///
    /// - Throws: `InputError` if streams use two clocks and no row has times on both clocks.
    mutating func finish(_ clock: ClockOrigins, path: String) throws(InputError) {
        for (kind, alternative) in recording.alternatives {
            if let addend = addends[kind]?[alternative] { add(addend, to: kind) }
        }
        for (kind, rows) in foreign where recording.alternatives[kind] == nil {
            recording.leftOut["\(rows.file): rows that match no description of the \(kind.rawValue) in the layout"] =
                rows.rows
        }
        recording.epoch = clock.epoch
        guard clock.hasTwoClocks else { return }
        guard let shift = clock.bootShift else {
            throw InputError(
                file: path,
                message: "some streams have device times and others have calendar times, but no row has both",
                advice: "record both times in each row, or write a layout with the streams of one clock only"
            )
        }
        for kind in onBootClock { shiftTimes(of: kind, by: shift) }
    }

    /// Adds the vectors of `addend` to a stream's vectors with equal times. Vectors that have no counterpart in the
    /// other stream are removed and counted.
    private mutating func add(_ addend: SensorStream<Vector3>, to kind: StreamKind) {
        let stream = recording.vectors(of: kind) ?? SensorStream()
        var sum = SensorStream<Vector3>()
        var other = 0
        for index in stream.times.indices {
            while other < addend.count, addend.times[other] < stream.times[index] { other += 1 }
            guard other < addend.count else { break }
            guard addend.times[other] == stream.times[index] else { continue }
            sum.times.append(stream.times[index])
            sum.values.append(stream.values[index] + addend.values[other])
            other += 1
        }
        recording.setVectors(of: kind, sum.count > 0 ? sum : nil)
        // Each sum comes from two rows, so it has no single line.
        recording.keptLines[kind] = nil
        let unpaired = stream.count + addend.count - 2 * sum.count
        guard unpaired > 0 else { return }
        recording.leftOut["\(kind.rawValue): vectors that were not added, because no other vector has the same time"] =
            unpaired
    }

    private mutating func shiftTimes(of kind: StreamKind, by shift: Seconds) {
        switch kind {
        case .accelerometer: recording.accelerometer?.times.shift(by: shift)
        case .gyroscope: recording.gyroscope?.times.shift(by: shift)
        case .magnetometer: recording.magnetometer?.times.shift(by: shift)
        case .heading: recording.heading?.times.shift(by: shift)
        case .location: recording.location?.times.shift(by: shift)
        case .attitude:
            recording.attitude?.times.shift(by: shift)
            recording.attitudeAccuracy?.times.shift(by: shift)
        case .pose: recording.pose?.times.shift(by: shift)
        case .reference: recording.reference?.times.shift(by: shift)
        case .waypoints: recording.waypoints?.times.shift(by: shift)
        }
    }
}

extension [Seconds] {
    /// Adds an offset in seconds to all times.
    package mutating func shift(by shift: Seconds) {
        for index in indices { self[index] += shift }
    }
}
