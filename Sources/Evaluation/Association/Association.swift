import Recordings
public import SensorModel

/// The rule that matches reference samples with estimates.
public enum Association: Sendable, Hashable {
    /// The estimate at the reference sample's time, by slerp between its neighbours.
    ///
    /// - Parameter longestGap: the longest interval between estimates that is interpolated; nil for 0.1 s or three of
    ///   the
    /// estimate's median intervals, whichever is longer.
    case interpolated(longestGap: Seconds? = nil)
    /// The estimate nearest in time, the earlier of two equally near ones.
    ///
    /// - Parameter limit: the largest difference in time.
    case nearest(limit: Seconds)
    /// The estimate at the same time within a microsecond, the resolution of times in many recordings.
    case exact

    /// The largest difference of times that count as equal.
    static let sameTime: Seconds = 1e-6

    /// The longest interval that is interpolated, if it was specified.
    var longestGap: Seconds? {
        if case .interpolated(let gap) = self { gap } else { nil }
    }

    /// The rule as the command line reads it: `interpolated`, `interpolated:0.5`, `nearest:0.01`, `exact`.
    public var text: String {
        switch self {
        case .interpolated(.none): "interpolated"
        case .interpolated(.some(let gap)): "interpolated:\(gap)"
        case .nearest(let limit): "nearest:\(limit)"
        case .exact: "exact"
        }
    }
}

/// The errors of the estimates that are matched with reference samples.
struct AssociatedSamples {
    /// The error q̂ ⊗ q* of one sample, and its time.
    struct Sample {
        let time: Seconds
        let error: UnitQuaternion
    }

    let samples: [Sample]

    /// Computes the errors. O(n).
    ///
    /// - Parameters:
    /// - plan: the matching for the times of these estimates.
    /// - estimates: one estimate for each of the plan's times.
    /// - reference: the reference of the plan.
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
