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
        self.init(
            times: estimates.times,
            orientations: estimates.orientations,
            isKnown: nil,
            longestGap: longestGap ?? Self.longestGap(of: estimates.times)
        )
    }

    /// Moments alone, of which ``location(of:from:)`` and ``nearest(to:from:)`` can be asked.
    init(times: [Seconds], longestGap: Seconds?) {
        self.init(times: times, orientations: [], isKnown: nil, longestGap: longestGap ?? Self.longestGap(of: times))
    }

    private static func longestGap(of times: [Seconds]) -> Seconds {
        min(longestLongestGap, max(shortestLongestGap, 3 * medianInterval(of: times)))
    }

    /// Nothing is known between samples further apart than this, however rare they are: an orientation of ten seconds
    /// ago says nothing. It also bounds the work by the number of samples, whatever their times.
    static let longestLongestGap: Seconds = 10

    /// Three display frames: what a filter lets through, a renderer bridges, too. 1 ms more, for stamps of 10 Hz.
    static let shortestLongestGap: Seconds = 0.101

    /// The median interval between samples; 0 of fewer than two.
    var medianInterval: Seconds { Self.medianInterval(of: times) }

    /// The samples without gaps, as stretches, oldest first.
    var stretches: [Range<Int>] {
        var stretches: [Range<Int>] = []
        var start: Int?
        for index in times.indices {
            if let begin = start, !known(index) || !(times[index] - times[index - 1] <= longestGap) {
                stretches.append(begin..<index)
                start = nil
            }
            if start == nil, known(index) { start = index }
        }
        if let begin = start { stretches.append(begin..<times.count) }
        return stretches
    }

    private static func medianInterval(of times: [Seconds]) -> Seconds {
        guard times.count > 1 else { return 0 }
        var order = OrderStatistics((1..<times.count).map { times[$0] - times[$0 - 1] })
        return order.number(at: (times.count - 1) / 2)
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
        guard let (index, fraction) = location(of: time, from: &place) else { return nil }
        guard let fraction else { return orientations[index] }
        return orientations[index].slerp(to: orientations[index + 1], fraction: fraction)
    }

    /// Where a moment lies: at a sample, or a fraction of the way to the next one; nil where nothing is known.
    func location(of time: Seconds, from place: inout Int) -> (index: Int, fraction: Double?)? {
        guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
        place = lowerIndex(of: time, near: place)
        guard known(place) else { return nil }
        if times[place] == time { return (place, nil) }
        let span = times[place + 1] - times[place]
        guard known(place + 1), span <= longestGap else { return nil }
        return (place, (time - times[place]) / span)
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

    /// The time of the first known sample later than a moment; nil without one. O(log n) and the samples that are not
    /// known.
    func firstTime(after time: Seconds) -> Seconds? {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        while low < times.count, !known(low) { low += 1 }
        return low < times.count ? times[low] : nil
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
