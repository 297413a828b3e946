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

/// The matching of reference samples with estimates, and the number of samples without a match.
///
/// It depends on times only, so that all pipelines with orientations at the same times share it.
struct AssociationPlan: Sendable {
    /// A reference sample with an estimate, both by their indices.
    struct Pair: Sendable {
        let estimate: Int
        /// The position between the estimate and the next one, in (0, 1); nil for the estimate itself.
        let fraction: Double?
        let reference: Int
    }

    /// The pairs in the order of time. The estimates' indices do not decrease.
    private(set) var pairs: [Pair] = []
    /// Whether every pair has an estimate at exactly the time of its reference sample.
    private(set) var isExact = true
    /// The number of samples that are left out, by reason.
    private(set) var skipped: [String: Int] = [:]
    /// The estimates' times.
    let times: [Seconds]
    /// The longest interval between estimates that is interpolated.
    let longestGap: Seconds

    init(times: [Seconds], reference: ReferenceStream, by rule: Association) {
        self.times = times
        let track = OrientationTrack(times: times, longestGap: rule.longestGap)
        longestGap = track.longestGap
        var place = 0
        var last = -Seconds.infinity
        for index in reference.times.indices {
            let time = reference.times[index]
            guard reference.isValid[index] else {
                skipped["reference samples that are not valid", default: 0] += 1
                continue
            }
            guard reference.isEvaluated?[index] ?? true else {
                skipped["reference samples outside the evaluated part", default: 0] += 1
                continue
            }
            guard time > last else {
                skipped["reference samples not later than the one before", default: 0] += 1
                continue
            }
            last = time
            switch track.match(at: time, by: rule, from: &place) {
            case .failure(let reason):
                skipped["reference samples \(reason.rawValue)", default: 0] += 1
            case .success(let match):
                pairs.append(Pair(estimate: match.index, fraction: match.fraction, reference: index))
                if !match.isExact { isExact = false }
            }
        }
    }
}

extension OrientationTrack {
    /// The estimate for a time and whether it has exactly that time, or the reason why none matches.
    fileprivate enum Match {
        case success((index: Int, fraction: Double?, isExact: Bool))
        case failure(Reason)
    }

    fileprivate enum Reason: String {
        case early = "before the first estimate"
        case late = "after the last estimate"
        case gap = "in a gap of the estimate"
        case far = "without an estimate near enough"
        case other = "without an estimate at the same time"
    }

    fileprivate func match(at time: Seconds, by rule: Association, from place: inout Int) -> Match {
        switch rule {
        case .interpolated:
            if let location = location(of: time, from: &place) {
                return .success((location.index, location.fraction, location.fraction == nil))
            }
            guard let first = times.first, time >= first else { return .failure(.early) }
            return .failure(time > (times.last ?? first) ? .late : .gap)
        case .nearest(let limit):
            guard let index = nearest(to: time, from: &place), abs(times[index] - time) <= limit else {
                return .failure(.far)
            }
            return .success((index, nil, times[index] == time))
        case .exact:
            guard let index = nearest(to: time, from: &place), abs(times[index] - time) <= Association.sameTime else {
                return .failure(.other)
            }
            return .success((index, nil, true))
        }
    }
}
