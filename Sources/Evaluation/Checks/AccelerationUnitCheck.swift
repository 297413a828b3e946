import Recordings
import SensorModel

/// The check that the accelerometer measures gravity: 9.81 m/s² at rest, and in the median of a walk.
enum AccelerationUnitCheck: RecordingCheck {
    static let name = "acceleration unit"

    /// The range at rest: the scale and bias errors of a phone are a few per cent.
    private static let atRest = 9.0...10.6
    /// The range of the median in motion, over steps and swings.
    private static let inMotion = 8.3...12.0
    /// The factors for other units, and the corresponding setting of the layout.
    private static let units: [(factor: Double, what: String)] = [
        (Gravity.standard, "g fits: write 'unit: g' for the accelerometer in the layout"),
        (1 / Gravity.standard, "m/s^2 read as g fit: write 'unit: m/s^2' for the accelerometer in the layout"),
        (Gravity.standard * 1e-3, "thousandths of g fit: divide by 1000 and write 'unit: g' in the layout"),
        (0.01, "cm/s^2 fit: divide the accelerometer's columns by 100"),
        (1e-3, "mm/s^2 fit: divide the accelerometer's columns by 1000"),
    ]

    /// The share of the samples below gravity in a motion whose median is above it.
    private static let minimumShareBelow = 0.05

    /// Whether a considerable share of the lengths is below gravity: a runner's feet leave the ground.
    private static func reachesFreeFall(_ lengths: [Double]) -> Bool {
        let below = lengths.count { $0 < Gravity.standard }
        return Double(below) >= minimumShareBelow * Double(lengths.count)
    }

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.accelerometer else { return [.unknown("no accelerometer")] }
        guard let lengths = CheckEvidence.lengths(of: stream) else { return [.unknown("too few samples")] }
        let rests = SteadyWindows(stream).means
        let median = ErrorStatistics.median(of: rests.isEmpty ? lengths : rests.map { $0.length })
        let range = rests.isEmpty ? inMotion : atRest
        let when = rests.isEmpty ? "in the median, without rest" : "at rest"
        let figure = "\(CheckText.number(median)) m/s² \(when)"
        if range.contains(median) { return [.agrees(figure)] }
        let fit = units.first { range.contains(median * $0.factor) }
        let isFast = rests.isEmpty && median > inMotion.upperBound
        if isFast, reachesFreeFall(lengths) || fit == nil && CheckEvidence.isVigorous(lengths) {
            return [.unknown("\(figure): the motion is too vigorous, such as running")]
        }
        if let fit { evidence.recording.accelerometer = stream.scaled(by: fit.factor) }
        let hasNoGravity = fit == nil && median < range.lowerBound / 2
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "accelerometer",
                    found: figure,
                    expected: "9.81",
                    fits: fit?.what
                        ?? (hasNoGravity
                            ? "gravity seems to be removed: record the acceleration including gravity" : nil),
                    confidence: fit == nil ? .possible : rests.isEmpty ? .likely : .certain
                )
            )
        ]
    }
}
