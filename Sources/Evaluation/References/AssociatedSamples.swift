import Recordings
import SensorModel

/// Reference samples with the estimates they are held against.
struct AssociatedSamples {
    /// One sample: q̂ ⊗ q*, and when.
    struct Sample {
        let time: Seconds
        let error: UnitQuaternion
    }

    let samples: [Sample]

    /// - Parameters:
    ///   - plan: for the times of these estimates.
    ///   - estimates: as many as the plan's times.
    ///   - reference: the one of the plan.
    init(_ plan: AssociationPlan, estimates: [UnitQuaternion], reference: ReferenceStream) {
        samples = plan.pairs.map { pair in
            var estimate = estimates[pair.estimate]
            if let fraction = pair.fraction {
                estimate = estimate.slerp(to: estimates[pair.estimate + 1], fraction: fraction)
            }
            let error = estimate * reference.orientations[pair.reference].conjugate
            return Sample(time: reference.times[pair.reference], error: error)
        }
    }
}
