public import SensorModel

/// A source of positions that a more accurate receiver measured. These positions are the reference for a recording's
/// location.
///
/// The receiver's file is a recording with a location, such as NMEA 0183, GPX or GeoPose, or a file of estimates with
/// latitude and longitude. If the receiver's file and the recording contain dates, their times are aligned by date and
/// time.
public struct TruePositions: Sendable, Hashable {
    /// The path of a file, or of a folder with one file per recording.
    public let path: String

    /// Creates a source of true positions.
    public init(path: String) { self.path = path }

    /// The possible file name extensions in a folder of true positions.
    private static let extensions = ["nmea", "gpx", "json", "csv", "txt"]

    /// Adds the true positions to a recording.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - stem: the name of the recording's file or folder without its extension.
    ///   - reader: the reader of files that are recordings.
    /// - Throws: `InputError` if the file is missing, has no positions, or has no time in common with the recording.
    public func add(to recording: inout Recording, stem: String, reader: RecordingReader) throws(InputError) {
        let names = [recording.name, stem]
        let file = try EstimateSource(name: "true positions", path: path).file(for: names, extensions: Self.extensions)
        var (stream, digest, notes) = try Self.read(file, epoch: recording.epoch, reader)
        guard let first = stream.times.first, let last = stream.times.last, stream.count > 1 else {
            let count = stream.count
            throw InputError(
                file: file,
                message: "the number of true positions is \(count), but must be at least 2",
                advice: "check the file with 'sextant inspect'"
            )
        }
        if let own = recording.location?.times, let start = own.first, let end = own.last, first > end || last < start {
            // The times of NMEA files without a date count from midnight.
            let midnight = recording.epoch.map { epoch in
                ((Double(epoch) + start) / Self.day).rounded(.down) * Self.day - Double(epoch)
            }
            guard let midnight, first + midnight <= end, last + midnight >= start else {
                throw InputError(
                    file: file,
                    message: "the times of the true positions are \(Self.text(first)) to \(Self.text(last)) s, but the "
                        + "times of the recording's fixes are \(Self.text(start)) to \(Self.text(end)) s",
                    advice: "check that both files are from the same day and have times in UTC"
                )
            }
            stream.times = stream.times.map { $0 + midnight }
            notes.append("the true positions have no date, so they have that of the recording")
        }
        recording.truePositions = stream
        recording.notes.append("\(stream.count) true positions of \(file), SHA-256 \(digest)")
        recording.notes += notes
    }

    private static let day: Seconds = 86_400

    private static func text(_ time: Seconds) -> String { DecimalText.fixed(time, decimals: 1) }

    private typealias Content = (stream: SensorStream<LocationFix>, digest: String, notes: [String])

    private static func read(_ file: String, epoch: Int?, _ reader: RecordingReader) throws(InputError) -> Content {
        let isTable = file.hasSuffix(".csv") || file.hasSuffix(".txt")
        var (ofTable, table): (InputError?, EstimateFile?)
        if isTable {
            do throws(InputError) {
                table = try EstimateReader(reading: reader.reading).read(path: file, content: .positions)
            } catch {
                ofTable = error
            }
        }
        guard let table else {
            let recording: Recording
            do throws(InputError) {
                recording = try reader.read(path: file)
            } catch {
                throw error.hasUnknownLayout ? ofTable ?? error : error
            }
            guard let location = recording.location else {
                throw InputError(
                    file: file,
                    message: "the file has no location",
                    advice: "write a CSV with the columns t, latitude, longitude and altitude"
                )
            }
            var stream = location
            if let own = recording.epoch, let epoch { stream.times = stream.times.map { $0 + Double(own - epoch) } }
            return (stream, recording.sha256, [])
        }
        let rows = try table.positions(by: EstimateConventions(), epoch: epoch)
        var stream = SensorStream<LocationFix>()
        for (time, value) in zip(rows.times, rows.values) {
            guard case .geodetic(let fix) = value else {
                throw InputError(
                    file: file,
                    message: "the positions are in metres, but true positions must be latitude and longitude",
                    advice: "add the columns latitude and longitude"
                )
            }
            stream.times.append(time)
            stream.values.append(fix)
        }
        let skipped = rows.leftOut.sorted { $0.key < $1.key }.map { "true positions: \($0.value) × \($0.key)" }
        return (stream, table.sha256, rows.remarks + skipped)
    }
}
