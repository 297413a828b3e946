import Recordings
import SensorModel

/// Reference samples with the estimates they are held against, and how many have none.
struct AssociatedSamples {
    /// One sample: q̂ ⊗ q*, and when.
    struct Sample {
        let time: Seconds
        let error: UnitQuaternion
    }

    private(set) var samples: [Sample] = []
    /// Whether every estimate was taken at the very time of its reference sample.
    private(set) var isExact = true
    /// What was left out, by the reason in words.
    private(set) var skipped: [String: Int] = [:]

    init(estimate: OrientationTrack, reference: ReferenceStream, by rule: Association) {
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
            switch estimate.match(at: time, by: rule, from: &place) {
            case .failure(let reason):
                skipped["reference samples \(reason.rawValue)", default: 0] += 1
            case .success(let match):
                samples.append(Sample(time: time, error: match.orientation * reference.orientations[index].conjugate))
                if match.time != time { isExact = false }
            }
        }
    }
}

extension OrientationTrack {
    /// An estimate for a moment, and the moment it is for; or why there is none.
    fileprivate enum Match {
        case success((orientation: UnitQuaternion, time: Seconds?))
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
            if let orientation = orientation(at: time, from: &place) {
                return .success((orientation, times[place] == time ? time : nil))
            }
            guard let first = times.first, time >= first else { return .failure(.early) }
            return .failure(time > (times.last ?? first) ? .late : .gap)
        case .nearest(let limit):
            guard let index = nearest(to: time, from: &place), abs(times[index] - time) <= limit else {
                return .failure(.far)
            }
            return .success((orientations[index], times[index]))
        case .exact:
            guard let index = nearest(to: time, from: &place), abs(times[index] - time) <= Association.sameTime else {
                return .failure(.other)
            }
            return .success((orientations[index], time))
        }
    }
}
