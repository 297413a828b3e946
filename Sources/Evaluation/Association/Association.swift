import Recordings
public import SensorModel

/// Which estimate a reference sample is held against.
public enum Association: Sendable, Hashable {
    /// The estimate at the reference sample's time, by slerp between its neighbours.
    ///
    /// - Parameter longestGap: between estimates further apart than this nothing is known; nil for 0.1 s or three of
    ///   the estimate's median intervals, whichever is longer.
    case interpolated(longestGap: Seconds? = nil)
    /// The estimate nearest in time, the earlier of two that are equally near.
    ///
    /// - Parameter limit: one further away than this is none.
    case nearest(limit: Seconds)
    /// The estimate at the same time, to within a microsecond: in which many recordings write their times.
    case exact

    /// Times that differ by no more than this are the same.
    static let sameTime: Seconds = 1e-6

    /// The gap over which estimates are not interpolated, where it was given.
    var longestGap: Seconds? {
        if case .interpolated(let gap) = self { gap } else { nil }
    }

    /// As the command line takes it: `interpolated`, `interpolated:0.5`, `nearest:0.01`, `exact`.
    public var text: String {
        switch self {
        case .interpolated(.none): "interpolated"
        case .interpolated(.some(let gap)): "interpolated:\(gap)"
        case .nearest(let limit): "nearest:\(limit)"
        case .exact: "exact"
        }
    }
}

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
