import Foundation
import Recordings
import SensorModel

/// An estimator that runs a program once for a whole recording. The program writes a file with positions, which the
/// estimator reads.
final class BatchLocator: OutsideLocator, @unchecked Sendable {
    /// The tolerance in metres for differences between two runs.
    private static let negligible: Metres = 1e-3
    private static let metresPerRadian: Metres = 6_371_000

    private let program: BatchProgram

    init(_ description: CommandDescription, _ values: ParameterValues) {
        program = BatchProgram(description, values)
    }

    var skips: SkipCounts { program.skips }
    var failure: InputError? { program.failure }
    var remarks: [String] { program.remarks }
    var time: OutsideTime? { program.time }

    func process(_ samples: SensorFrame) -> EstimatedPosition? {
        _ = program.store(samples)
        if let attitude = samples.attitude { program.store(attitude, samples.time, in: \.attitude, of: .attitude) }
        if let heading = samples.heading { program.store(heading, samples.time, in: \.heading, of: .heading) }
        return nil
    }

    func process(_ pose: Pose, at time: Seconds) -> EstimatedPosition? {
        program.store(pose, time, in: \.pose, of: .pose)
        return nil
    }

    func process(_ fix: LocationFix, at time: Seconds) -> EstimatedPosition? {
        program.store(fix, time, in: \.location, of: .location)
        return nil
    }

    func finish(isThorough: Bool) -> [(time: Seconds, position: EstimatedPosition)] {
        program.finish(
            isThorough: isThorough,
            rows: program.recording.maximumSamples,
            half: {
                let end = program.span.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0
                let half = program.recording.ending(at: end)
                return (half, half.maximumSamples)
            },
            read: { output, _ throws(InputError) in try positions(output.path) },
            compare: { half, whole in
                let known = Dictionary(whole.map { ($0.time, $0.position) }) { $1 }
                let distances = half.compactMap { half in
                    known[half.time].map { Self.distance(half.position, $0) }
                }
                guard let difference = distances.max() else { return nil }
                let metres = DecimalText.fixed(difference, decimals: 3)
                return (
                    isNegligible: difference <= Self.negligible,
                    words: "positions in the first half differ by up to \(metres) m"
                )
            }
        )
    }

    private func positions(_ path: String) throws(InputError) -> [(time: Seconds, position: EstimatedPosition)] {
        let description = program.description
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
            program.remarks.append("\(description.path): {output} has \(count) \(reason)")
        }
        return zip(rows.times, rows.values).map { ($0, $1) }
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
