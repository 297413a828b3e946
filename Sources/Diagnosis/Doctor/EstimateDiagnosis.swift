import Evaluation
public import Recordings
import SensorModel

/// The faults of an estimate and of its recording: what is wrong, by which figures, and what fixes it.
///
/// Each way to read the estimate is a hypothesis, with the clock and the rotations of body and world that fit best. The
/// rotation rates are compared with the gyroscope, the directions with the reference, or with gravity and the magnetic
/// field. The simplest hypothesis that explains the rates as well as any is chosen; a fault is named only if the agreement
/// without its correction is clearly worse.
public struct EstimateDiagnosis: Sendable {
    /// The findings, those of the recording first.
    public private(set) var findings: [DoctorFinding] = []
    /// The reason why the estimate was not compared with the gyroscope; nil if it was.
    public private(set) var reason: String?
    /// The error of the estimate as read, and with all proposed keys.
    public private(set) var figures: DoctorFigures?

    /// Residuals within this factor of the smallest one, or within this distance, explain the rates equally well.
    private static let equalFactor = 1.25
    private static let equalDistance = 0.02
    /// The relative residual from which an estimate is not explained, and the correlation up to which it is not.
    private static let unexplained = 0.75
    private static let leastCorrelation = 0.5
    /// The RMS angular speed from which rotations are compared.
    private static let slowest = Angle(degrees: 1).radians

    /// Diagnoses an estimate. O(readings · samples).
    ///
    /// - Parameters:
    ///   - readings: the ways to read the estimate, the one as read first.
    ///   - given: the keys with which the estimate is read, such as `world`; proposed keys replace them.
    ///   - checksAlgorithm: whether an estimate without other faults is compared with runs of our own filters.
    public init(
        _ recording: Recording,
        readings: [EstimateReading],
        given: [String: String] = [:],
        checksAlgorithm: Bool = true
    ) {
        guard let asRead = readings.first, asRead.times.count > 1 else {
            reason = "the estimate has fewer than two orientations"
            return
        }
        let sensors = SensorDiagnosis(recording, estimate: asRead)
        findings = sensors.findings
        guard let stream = sensors.recording.gyroscope, stream.count > 1 else {
            reason = "the recording has no gyroscope"
            return
        }
        let evidence = DoctorEvidence(
            recording: sensors.recording,
            gyroscope: OrientationTrack(integrating: stream, holdsSamples: true),
            usesField: sensors.isFieldReliable,
            given: given
        )
        diagnose(readings, asRead, evidence)
        guard findings.isEmpty, checksAlgorithm else { return }
        findings = AlgorithmDiagnosis(asRead, in: recording).findings
        if !findings.isEmpty { reason = nil }
    }

    private mutating func diagnose(_ readings: [EstimateReading], _ asRead: EstimateReading, _ evidence: DoctorEvidence)
    {
        let hypotheses = Self.hypotheses(readings, evidence)
        guard let smallest = hypotheses.map(\.residual).min() else {
            reason = "the estimate and the gyroscope have too few samples in common"
            return
        }
        let limit = max(Self.equalFactor * smallest, smallest + Self.equalDistance)
        let equal = hypotheses.filter { $0.residual <= limit }
        guard let best = equal.min(by: { ($0.changes, $0.residual) < ($1.changes, $1.residual) }) else { return }
        let agreement = best.rates.agreement()
        if let speed = agreement?.speed, speed < Self.slowest {
            reason = "the device hardly rotates: \(CheckText.number(Angle(radians: speed).degrees))°/s RMS"
            return
        }
        let correlation = agreement?.correlation ?? 0
        guard best.residual < Self.unexplained, correlation > Self.leastCorrelation else {
            reason =
                "the estimate's rotation rates differ from the gyroscope's by "
                + "\(CheckText.number(best.residual * 100)) % (correlation \(DecimalText.fixed(correlation, decimals: 2))), "
                + "however it is read"
            return
        }
        var list = FindingList(asRead: asRead, evidence: evidence)
        list.append(findingsOf: best, plain: hypotheses.first { $0.reading.changes.isEmpty })
        findings += list.findings
        figures = list.figures
    }

    private static func hypotheses(_ readings: [EstimateReading], _ evidence: DoctorEvidence) -> [EstimateHypothesis] {
        // The angular speed does not depend on the direction.
        var clocks: [[EstimateReading.Change: String]: DoctorClock?] = [:]
        return readings.compactMap { reading in
            let key = reading.changes.filter { $0.key != .direction }
            let clock = clocks[key] ?? evidence.clock(of: reading)
            clocks[key] = .some(clock)
            return EstimateHypothesis(reading, clock: clock, evidence)
        }
    }
}
