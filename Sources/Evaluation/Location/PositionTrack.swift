package import Recordings
package import SensorModel

/// Positions as a function of time, interpolated linearly between neighbours.
package struct PositionTrack {
    /// The times in seconds, which never decrease.
    let times: [Seconds]
    /// The position at each time, in metres.
    let positions: [Vector3]
    /// The longest interval between neighbours over which ``position(at:from:)`` interpolates, in seconds.
    let longestGap: Seconds

    /// The minimum of the default ``longestGap`` in seconds. Positions at 1 Hz are interpolated even if their intervals
    /// vary.
    private static let usualGap: Seconds = 1.5

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - times: the times in seconds, never decreasing.
    ///   - positions: a position for each time, in metres.
    ///   - longestGap: the longest interval across which positions are interpolated, in seconds; `nil` for 1.5 s or
    ///     three median intervals, whichever is longer.
    init(times: [Seconds], positions: [Vector3], longestGap: Seconds? = nil) {
        precondition(times.count == positions.count, "each position has a time")
        self.times = times
        self.positions = positions
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        let three = intervals.isEmpty ? 0 : 3 * ErrorStatistics.median(of: intervals)
        self.longestGap = longestGap ?? max(Self.usualGap, three)
    }

    package init(_ poses: SensorStream<Pose>) {
        self.init(times: poses.times, positions: poses.values.map(\.position))
    }

    /// Creates a track of the valid positions of a reference. Returns `nil` for fewer than two valid positions.
    package init?(_ truth: ReferenceStream) {
        guard let positions = truth.positions else { return nil }
        let valid = positions.indices.filter { truth.isValid[$0] && positions[$0].isFinite }
        guard valid.count > 1 else { return nil }
        self.init(times: valid.map { truth.times[$0] }, positions: valid.map { positions[$0] })
    }

    /// Returns the positions at the times `moments`, interpolated linearly between samples that are at most
    /// `longestGap` apart; `nil` in longer gaps and outside the track.
    ///
    /// `moments` must not decrease. O(n + m).
    package func positions(at moments: [Seconds], longestGap: Seconds) -> [Vector3?] {
        var cursor = 0
        return moments.map { position(at: $0, longestGap: longestGap, from: &cursor) }
    }

    /// Returns the position at a time, or `nil` outside the track and in gaps longer than `longestGap`.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - longestGap: the longest interval across which positions are interpolated; `nil` for ``longestGap``.
    ///   - cursor: the index found by the previous call; 0 for the first call. It is set to the index found by this
    ///     call.
    func position(at time: Seconds, longestGap: Seconds? = nil, from cursor: inout Int) -> Vector3? {
        guard let index = index(at: time, from: &cursor) else { return nil }
        if times[index] == time { return positions[index] }
        let limit = longestGap ?? self.longestGap
        guard index + 1 < times.count, times[index + 1] - times[index] <= limit else { return nil }
        let share = (time - times[index]) / (times[index + 1] - times[index])
        return positions[index] + (positions[index + 1] - positions[index]) * share
    }

    /// Returns the index of the last sample at or before a time, or `nil` before the first sample.
    ///
    /// - Parameter cursor: the index found by the previous call; 0 for the first call. It is set to the index found by
    ///   this call.
    func index(at time: Seconds, from cursor: inout Int) -> Int? {
        guard let first = times.first, time >= first else { return nil }
        while times[cursor] > time { cursor -= 1 }
        while cursor + 1 < times.count, times[cursor + 1] <= time { cursor += 1 }
        return cursor
    }
}
