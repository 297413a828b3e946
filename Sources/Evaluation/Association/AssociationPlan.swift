import Recordings
import SensorModel

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

        /// The index of the last estimate that the pair uses.
        var lastEstimate: Int { fraction == nil ? estimate : estimate + 1 }
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
