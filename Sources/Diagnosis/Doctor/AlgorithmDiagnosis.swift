import Evaluation
import Recordings
import SensorModel

/// The faults of the program that computed an estimate, found by runs of our own filters over the recording.
struct AlgorithmDiagnosis {
    private(set) var findings: [DoctorFinding] = []

    init(_ estimate: EstimateReading, in recording: Recording) {
        guard recording.gyroscope != nil, recording.accelerometer != nil, recording.magnetometer != nil else { return }
        let runs = OwnRuns(recording)
        let track = OrientationTrack(SensorStream(times: estimate.times, values: estimate.orientations))
        if let check = HalvedReferenceCheck(track, runs) {
            findings.append(Self.finding(check))
        } else if let check = OneEuroCheck(times: estimate.times, orientations: estimate.orientations, runs) {
            findings.append(Self.finding(check))
        }
    }

    private static func finding(_ check: HalvedReferenceCheck) -> DoctorFinding {
        let gain = CheckText.number(check.gain)
        return DoctorFinding(
            .halvedReference,
            in: .algorithm,
            evidence:
                "\(CheckText.number(check.distances.halved.degrees))° from madgwick with the halved reference and "
                + "beta \(gain), \(CheckText.number(check.distances.full.degrees))° from the full one with its best beta",
            remedy: "double _2bx and _2bz in the code, or use --pipeline madgwick:beta=\(gain)"
        )
    }

    private static func finding(_ check: OneEuroCheck) -> DoctorFinding {
        let gain = CheckText.number(check.slope * .pi / 180)
        let cutoff = CheckText.number(max(check.cutoff, 0))
        return DoctorFinding(
            .oneEuroDegrees,
            in: .algorithm,
            evidence: "the output follows \(check.input) with a cutoff of \(cutoff) Hz and "
                + "\(CheckText.number(check.slope)) Hz more per °/s, which does not smooth in motion",
            remedy: "compute the speed in rad/s, or divide beta by 57.3: "
                + "\(check.input)+oneEuro:minCutoff=\(cutoff),beta=\(gain)",
            certainty: .likely
        )
    }
}
