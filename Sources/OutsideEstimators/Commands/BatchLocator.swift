import Foundation
import Recordings
import SensorModel

/// An estimator that runs a program once for a whole recording. The program writes a file with positions, which the
/// estimator reads.
final class BatchLocator: OutsideLocator, @unchecked Sendable {
    /// The tolerance in metres for differences between two runs.
    private static let negligible: Metres = 1e-3
    private static let metresPerRadian: Metres = 6_371_000

    private let description: CommandDescription
    private let values: ParameterValues
    private let indices: [Int]
    private var intake = SampleIntake()
    private var recording = Recording(name: "recording")
    private var span: ClosedRange<Seconds>?
    private var duration: Seconds?
    private(set) var failure: InputError?
    private(set) var remarks: [String] = []

    init(_ description: CommandDescription, _ values: ParameterValues) {
        self.description = description
        self.values = values
        indices = SampleIntake.indices(of: description.sensors)
    }

    var skips: SkipCounts { intake.skips }
    var time: OutsideTime? { duration.map(OutsideTime.perRun) }

    func process(_ samples: SensorFrame) -> EstimatedPosition? {
        for index in indices {
            guard let value = intake.sample(index, of: samples) else { continue }
            switch SensorKind.vectors[index] {
            case .accelerometer: store(value, samples.time, in: \.accelerometer)
            case .gyroscope: store(value, samples.time, in: \.gyroscope)
            case .magnetometer: store(value, samples.time, in: \.magnetometer)
            case .heading, .location, .attitude, .pose: break
            }
        }
        if let attitude = samples.attitude { store(attitude, samples.time, in: \.attitude, of: .attitude) }
        if let heading = samples.heading { store(heading, samples.time, in: \.heading, of: .heading) }
        return nil
    }

    func process(_ pose: Pose, at time: Seconds) -> EstimatedPosition? {
        store(pose, time, in: \.pose, of: .pose)
        return nil
    }

    func process(_ fix: LocationFix, at time: Seconds) -> EstimatedPosition? {
        store(fix, time, in: \.location, of: .location)
        return nil
    }

    /// Stores a sample of a stream if the program needs the stream.
    private func store<Value>(
        _ value: Value,
        _ time: Seconds,
        in stream: WritableKeyPath<Recording, SensorStream<Value>?>,
        of sensor: SensorKind? = nil
    ) {
        guard sensor.map(description.sensors.contains) ?? true else { return }
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
        if recording[keyPath: stream] == nil { recording[keyPath: stream] = SensorStream() }
        recording[keyPath: stream]?.times.append(time)
        recording[keyPath: stream]?.values.append(value)
    }

    func finish(isThorough: Bool) -> [(time: Seconds, position: EstimatedPosition)] {
        do throws(InputError) {
            let run = try BatchRun(description, values, recording, rows: recording.maximumSamples)
            let start = ContinuousClock.now
            let output = try run.run()
            duration = start.duration(to: .now).seconds
            let positions = try self.positions(output.path)
            if isThorough, description.isRepeated { try runAgain(run, output.content, positions) }
            return positions
        } catch {
            failure = error
            return []
        }
    }

    private func positions(_ path: String) throws(InputError) -> [(time: Seconds, position: EstimatedPosition)] {
        let rows: EstimateFile.Rows<EstimatedPosition>
        do throws(InputError) {
            let file = try EstimateReader().read(path: path, content: .positions)
            rows = try file.positions(by: EstimateConventions())
        } catch {
            throw description.problem("\(error.line.map { "line \($0) of " } ?? ""){output}: \(error.message)")
        }
        guard let first = rows.values.first else { throw description.problem("{output} has no positions") }
        var isLocal = false
        if case .local = first { isLocal = true }
        guard isLocal == (description.returns == .localPositions) else {
            throw description.problem(
                "{output} has \(isLocal ? "metres" : "degrees"), but 'returns' is \(description.returns.rawValue)"
            )
        }
        for (reason, count) in rows.leftOut.sorted(by: { $0.key < $1.key }) {
            remarks.append("\(description.path): {output} has \(count) \(reason)")
        }
        return zip(rows.times, rows.values).map { ($0, $1) }
    }

    /// Runs the program for the first half of the recording, and compares the positions with those of the first run. A
    /// difference shows that the program uses later samples, or that it is not deterministic. A second run for the
    /// whole recording then tells which.
    private func runAgain(
        _ run: BatchRun,
        _ output: [UInt8],
        _ positions: [(time: Seconds, position: EstimatedPosition)]
    ) throws(InputError) {
        var difference: Metres?
        do throws(InputError) {
            let half = recording.ending(at: span.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0)
            let shorter = try BatchRun(description, values, half, rows: half.maximumSamples)
            let output = try shorter.run()
            let known = Dictionary(positions.map { ($0.time, $0.position) }) { $1 }
            difference = try self.positions(output.path).compactMap { time, position in
                known[time].map { Self.distance(position, $0) }
            }.max()
            withExtendedLifetime(shorter) {}
        } catch {
            remarks.append(
                "\(description.path): cannot check whether the program uses later samples; with half of the recording, \(error.message)"
            )
        }
        guard difference.map({ $0 > Self.negligible }) ?? true else { return }
        if try run.run().content != output {
            remarks.append("\(description.path) is not deterministic: the output of a second run differs")
        } else if let difference {
            remarks.append(
                "\(description.path) uses later samples: without the second half of the recording, positions in the first "
                    + "half differ by up to \(DecimalText.fixed(difference, decimals: 3)) m"
            )
        }
    }

    /// Returns the horizontal distance in metres between two nearby positions, or infinity if only one of them is in
    /// local coordinates.
    private static func distance(_ some: EstimatedPosition, _ other: EstimatedPosition) -> Metres {
        switch (some, other) {
        case (.geodetic(let a), .geodetic(let b)):
            let north = a.latitude - b.latitude
            let east = (a.longitude - b.longitude).wrapped
            let shortening = cos(a.latitude.radians)
            let (x, y) = (east.radians * shortening, north.radians)
            return Self.metresPerRadian * (x * x + y * y).squareRoot()
        case (.local(let ax, let ay, _, _, _, _), .local(let bx, let by, _, _, _, _)):
            return ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).squareRoot()
        default: return .infinity
        }
    }
}

extension Recording {
    /// The number of samples of the longest stream.
    fileprivate var maximumSamples: Int {
        max(maximumSamplesOfASensor, location?.count ?? 0, pose?.count ?? 0)
    }

    /// Returns the recording without the samples that are later than `end`.
    func ending(at end: Seconds) -> Recording {
        var recording = self
        recording.accelerometer?.removeSamples(after: end)
        recording.gyroscope?.removeSamples(after: end)
        recording.magnetometer?.removeSamples(after: end)
        recording.attitude?.removeSamples(after: end)
        recording.heading?.removeSamples(after: end)
        recording.location?.removeSamples(after: end)
        recording.pose?.removeSamples(after: end)
        return recording
    }
}
