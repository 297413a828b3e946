import Recordings
public import SensorModel

/// The rule that matches reference samples with estimates.
public enum Association: Sendable, Hashable {
    /// The spherical interpolation (slerp) between the estimates before and after the reference sample, at the sample's
    /// time.
    ///
    /// - Parameter longestGap: the longest interval between two estimates across which the rule interpolates; `nil` for
    ///   0.1 s or three median intervals between estimates, whichever is longer.
    case interpolated(longestGap: Seconds? = nil)
    /// The estimate nearest in time. If two estimates are equally near, the earlier estimate is used.
    ///
    /// - Parameter limit: the maximum difference between the two times, in seconds.
    case nearest(limit: Seconds)
    /// The estimate whose time equals the reference sample's time to within 1 µs. Many recordings store times with this
    /// resolution.
    case exact

    /// The maximum difference between times that are considered equal, in seconds.
    static let sameTime: Seconds = 1e-6

    /// The longest interval between two estimates across which the rule interpolates, in seconds; `nil` if it is not
    /// specified.
    var longestGap: Seconds? {
        if case .interpolated(let gap) = self { gap } else { nil }
    }

    /// The rule in the notation of the command line: `interpolated`, `interpolated:0.5`, `nearest:0.01` or `exact`.
    public var text: String {
        switch self {
        case .interpolated(.none): "interpolated"
        case .interpolated(.some(let gap)): "interpolated:\(gap)"
        case .nearest(let limit): "nearest:\(limit)"
        case .exact: "exact"
        }
    }
}

/// The matching of reference samples with estimates, and the number of reference samples without a match.
///
/// The matching depends only on times, so all pipelines with orientations at the same times share one plan.
struct AssociationPlan: Sendable {
    /// The indices of a reference sample and of the matching estimate.
    struct Pair: Sendable {
        let estimate: Int
        /// The interpolation fraction from this estimate to the next one, in (0, 1); `nil` if this estimate is used
        /// unchanged.
        let fraction: Double?
        let reference: Int
    }

    /// The matched samples in order of time. The indices of the estimates do not decrease.
    private(set) var pairs: [Pair] = []
    /// A Boolean value that indicates whether the two times of every pair are equal.
    private(set) var isExact = true
    /// The number of reference samples without a match, by reason.
    private(set) var skipped: [String: Int] = [:]
    /// The times of the estimates.
    let times: [Seconds]
    /// The maximum length, in seconds, of an interval between two estimates in which the matching interpolates.
    let longestGap: Seconds

    init(times: [Seconds], reference: ReferenceStream, by rule: Association) {
        self.times = times
        let track = OrientationTrack(times: times, longestGap: rule.longestGap)
        longestGap = track.longestGap
        var cursor = 0
        var last = -Seconds.infinity
        for index in reference.times.indices {
            let time = reference.times[index]
            guard reference.isValid[index] else {
                skipped["reference samples that are invalid, masked or skipped", default: 0] += 1
                continue
            }
            guard reference.isEvaluated?[index] ?? true else {
                skipped["reference samples outside the evaluated part", default: 0] += 1
                continue
            }
            guard time > last else {
                skipped["reference samples not later than the previous one", default: 0] += 1
                continue
            }
            last = time
            switch track.match(at: time, by: rule, from: &cursor) {
            case .failure(let reason):
                skipped["reference samples \(reason.rawValue)", default: 0] += 1
            case .success(let match):
                pairs.append(Pair(estimate: match.index, fraction: match.fraction, reference: index))
                if !match.isExact { isExact = false }
            }
        }
    }

    /// Returns the error q̂ ⊗ q* of each matched estimate q̂ relative to the reference sample q, at the time of q. O(n).
    ///
    /// - Parameters:
    ///   - estimates: one estimate for each of ``times``.
    ///   - reference: the reference for which the plan was made.
    func errors(of estimates: [UnitQuaternion], reference: ReferenceStream) -> [MeasuredRun.Sample] {
        pairs.map { pair in
            var estimate = estimates[pair.estimate]
            if let fraction = pair.fraction {
                estimate = estimate.slerp(to: estimates[pair.estimate + 1], fraction: fraction)
            }
            let error = estimate * reference.orientations[pair.reference].conjugate
            return MeasuredRun.Sample(time: reference.times[pair.reference], error: error)
        }
    }
}

extension OrientationTrack {
    /// The match of one reference sample.
    ///
    /// `isExact` is `true` if the estimate and the reference sample have equal times.
    fileprivate typealias Match = (index: Int, fraction: Double?, isExact: Bool)

    /// The reason why no estimate matches a reference sample.
    fileprivate enum Reason: String, Error {
        case early = "before the first estimate"
        case late = "after the last estimate"
        case gap = "in a gap of the estimate"
        case far = "without an estimate within the limit"
        case other = "without an estimate at the same time"
    }

    fileprivate func match(at time: Seconds, by rule: Association, from cursor: inout Int) -> Result<Match, Reason> {
        switch rule {
        case .interpolated:
            if let location = location(of: time, from: &cursor) {
                return .success((location.index, location.fraction, location.fraction == nil))
            }
            guard let first = times.first, time >= first else { return .failure(.early) }
            return .failure(time > (times.last ?? first) ? .late : .gap)
        case .nearest(let limit):
            guard let index = nearest(to: time, from: &cursor), abs(times[index] - time) <= limit else {
                return .failure(.far)
            }
            return .success((index, nil, times[index] == time))
        case .exact:
            guard let index = nearest(to: time, from: &cursor), abs(times[index] - time) <= Association.sameTime else {
                return .failure(.other)
            }
            return .success((index, nil, true))
        }
    }
}
