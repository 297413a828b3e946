import SensorModel

/// Orientations over time, to be asked for between their samples by slerp.
struct OrientationTrack {
    let times: [Seconds]
    let orientations: [UnitQuaternion]
    /// Between samples further apart than this nothing is known.
    let longestGap: Seconds
    /// Samples that are no truth; nothing is known beside them.
    private let isKnown: [Bool]?

    /// - Parameter longestGap: nil for ``shortestLongestGap`` or three median intervals, whichever is longer.
    init(_ estimates: Estimates, longestGap: Seconds? = nil) {
        times = estimates.times
        orientations = estimates.orientations
        self.longestGap = longestGap ?? max(Self.shortestLongestGap, 3 * Self.medianInterval(of: estimates.times))
        isKnown = nil
    }

    /// Three display frames: what a filter lets through, a renderer bridges, too. 1 ms more, for stamps of 10 Hz.
    static let shortestLongestGap: Seconds = 0.101

    private static func medianInterval(of times: [Seconds]) -> Seconds {
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        return intervals.isEmpty ? 0 : intervals[intervals.count / 2]
    }

    init(times: [Seconds], orientations: [UnitQuaternion], isKnown: [Bool]?, longestGap: Seconds) {
        self.times = times
        self.orientations = orientations
        self.isKnown = isKnown
        self.longestGap = longestGap
    }

    /// The orientation at a moment; nil outside the track and where nothing is known.
    ///
    /// - Parameter place: where the last moment was found; amortised O(1) for moments in order, O(log n) otherwise.
    func orientation(at time: Seconds, from place: inout Int) -> UnitQuaternion? {
        guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
        place = lowerIndex(of: time, near: place)
        guard known(place) else { return nil }
        if times[place] == time { return orientations[place] }
        let span = times[place + 1] - times[place]
        guard known(place + 1), span <= longestGap else { return nil }
        return orientations[place].slerp(to: orientations[place + 1], fraction: (time - times[place]) / span)
    }

    /// Whether something is known all the way from one moment to another.
    func covers(_ range: ClosedRange<Seconds>, from place: inout Int) -> Bool {
        guard let first = times.first, let last = times.last else { return false }
        guard range.lowerBound >= first, range.upperBound <= last else { return false }
        place = lowerIndex(of: range.lowerBound, near: place)
        var index = place
        while times[index] < range.upperBound {
            guard known(index), known(index + 1), times[index + 1] - times[index] <= longestGap else { return false }
            index += 1
        }
        return true
    }

    /// The index of the sample nearest to a moment, the earlier of two; nil without samples.
    func nearest(to time: Seconds, from place: inout Int) -> Int? {
        guard !times.isEmpty else { return nil }
        place = lowerIndex(of: time, near: place)
        guard place + 1 < times.count, times[place + 1] - time < time - times[place] else { return place }
        return place + 1
    }

    private func known(_ index: Int) -> Bool { isKnown?[index] ?? true }

    /// The last index whose time is not later than `time`.
    private func lowerIndex(of time: Seconds, near place: Int) -> Int {
        var index = min(max(place, 0), times.count - 1)
        if times[index] > time || (index + 64 < times.count && times[index + 64] < time) {
            index = partition(time)
        }
        while index + 1 < times.count, times[index + 1] <= time { index += 1 }
        return index
    }

    private func partition(_ time: Seconds) -> Int {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}
