import Recordings
import SensorModel

/// Which estimate each reference sample is held against, and how many have none: what follows from times alone, and
/// serves every pipeline that gives its orientations at the same times.
struct AssociationPlan: Sendable {
    /// A reference sample with an estimate, both by their indices.
    struct Pair: Sendable {
        let estimate: Int
        /// How far on the way to the next estimate; nil for the estimate itself.
        let fraction: Double?
        let reference: Int

        /// The last estimate that is needed.
        var lastEstimate: Int { fraction == nil ? estimate : estimate + 1 }
    }

    /// In the order of time: the estimates' indices never decrease.
    private(set) var pairs: [Pair] = []
    /// Whether every estimate is taken at the very time of its reference sample.
    private(set) var isExact = true
    /// What is left out, by the reason in words.
    private(set) var skipped: [String: Int] = [:]
    /// The estimates' times.
    let times: [Seconds]

    init(times: [Seconds], reference: ReferenceStream, by rule: Association) {
        self.times = times
        let track = OrientationTrack(times: times, longestGap: rule.longestGap)
        var place = 0
        var last = -Seconds.infinity
        for index in reference.times.indices {
            let time = reference.times[index]
            guard reference.isValid[index] else {
                skipped["reference samples that are no truth", default: 0] += 1
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
    /// An estimate for a moment, and whether it is for that very moment; or why there is none.
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
