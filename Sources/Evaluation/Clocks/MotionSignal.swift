import Recordings
package import SensorModel

/// The intensity of a motion, such as the angular speed, on a regular time grid.
///
/// The grid consists of all multiples of ``step``. The intensity does not depend on the frame of measurement.
package struct MotionSignal {
    /// The step of the time grid, in seconds.
    package static let step: Seconds = 0.01
    /// Half the span over which a rotation is measured, in seconds.
    static let halfSpan: Seconds = 0.05
    /// The time h between neighbouring positions in the formula (p(t + h) − 2 p(t) + p(t − h))/h² for the acceleration,
    /// in seconds. Noise of 1 mm in each position then causes an error of 0.24 m/s².
    static let halfSpanOfPositions: Seconds = 0.1
    /// The longest interval between two samples across which values are interpolated, in seconds.
    static let longestGap = EvaluationOptions.longestReferenceGap

    /// The time in seconds beyond which a `Double` does not resolve the step of the grid.
    private static let latestTime: Seconds = 0x1p44

    /// The grid index of the first value.
    package let first: Int
    private let values: [Double?]
    /// The values without their mean, for correlations.
    let centred: CentredSignal

    /// Creates a signal.
    ///
    /// - Parameters:
    ///   - first: the grid index of the first value.
    ///   - values: the value at each grid index; `nil` if the value is unknown.
    package init(first: Int, values: [Double?]) {
        self.first = first
        self.values = values
        centred = CentredSignal(first: first, values: values)
    }

    package var count: Int { values.count }

    /// The value at a grid index; `nil` if the value is unknown or the index is outside the signal.
    package subscript(index: Int) -> Double? {
        indices.contains(index) ? values[index - first] : nil
    }

    /// The grid indices of the signal.
    var indices: Range<Int> { first..<(first + count) }

    /// Computes the angular speed in rad/s. The value at t is the angle from t − 0.05 s to t + 0.05 s, divided by 0.1
    /// s.
    ///
    /// The angle does not depend on the body frame or the world frame, and is the same for inverse orientations.
    package init(speedOf track: OrientationTrack, within range: ClosedRange<Seconds>) {
        var cursors = (before: 0, after: 0)
        self.init(track.times, within: range, margin: Self.halfSpan) { time in
            guard let before = track.orientation(at: time - Self.halfSpan, from: &cursors.before),
                let after = track.orientation(at: time + Self.halfSpan, from: &cursors.after)
            else { return nil }
            return after.angle(to: before).radians / (2 * Self.halfSpan)
        }
    }

    /// Computes the length of the specific force in m/s², averaged over ±0.1 s with triangular weights.
    ///
    /// A second difference of positions over 0.1 s averages the acceleration with the same weights.
    init(lengthOf stream: SensorStream<Vector3>, within range: ClosedRange<Seconds>) {
        let half = Self.halfSpanOfPositions
        var low = 0
        self.init(stream.times, within: range, margin: half) { time in
            while low < stream.count, stream.times[low] <= time - half { low += 1 }
            var index = low
            var sum = 0.0
            var weights = 0.0
            while index < stream.count, stream.times[index] < time + half {
                let weight = 1 - abs(stream.times[index] - time) / half
                let length = stream.values[index].length
                if length.isFinite {
                    sum += weight * length
                    weights += weight
                }
                index += 1
            }
            return weights > 0.5 ? sum / weights : nil
        }
    }

    /// Computes the length of the specific force in m/s² from positions p: |(p(t + h) − 2 p(t) + p(t − h))/h² + g · up|
    /// with h = 0.1 s.
    ///
    /// - Parameters:
    ///   - positions: the positions in metres.
    ///   - times: the time of each position.
    ///   - up: the unit vector that points up in the positions' frame.
    ///   - range: the time range of the signal.
    init(
        specificForceOf positions: [Vector3],
        at times: [Seconds],
        up: Vector3,
        within range: ClosedRange<Seconds>
    ) {
        let half = Self.halfSpanOfPositions
        var cursors = (before: 0, at: 0, after: 0)
        self.init(times, within: range, margin: half) { time in
            guard let before = Self.position(at: time - half, positions, times, &cursors.before),
                let at = Self.position(at: time, positions, times, &cursors.at),
                let after = Self.position(at: time + half, positions, times, &cursors.after)
            else { return nil }
            let acceleration = (after - 2 * at + before) * (1 / (half * half))
            return (acceleration + up * Gravity.standard).length
        }
    }

    /// Computes the speed in m/s. The value at t is the distance between the positions at t − 0.1 s and t + 0.1 s,
    /// divided by 0.2 s.
    ///
    /// - Parameters:
    ///   - positions: the positions in metres.
    ///   - times: the time of each position.
    ///   - range: the time range of the signal.
    ///   - longestGap: the longest interval between two samples across which positions are interpolated, in seconds.
    package init(
        speedOf positions: [Vector3],
        at times: [Seconds],
        within range: ClosedRange<Seconds>,
        longestGap: Seconds
    ) {
        let half = Self.halfSpanOfPositions
        var cursors = (before: 0, after: 0)
        self.init(times, within: range, margin: half) { time in
            guard let before = Self.position(at: time - half, positions, times, &cursors.before, longestGap),
                let after = Self.position(at: time + half, positions, times, &cursors.after, longestGap)
            else { return nil }
            return (after - before).length / (2 * half)
        }
    }

    private init(
        _ times: [Seconds],
        within range: ClosedRange<Seconds>,
        margin: Seconds,
        value: (Seconds) -> Double?
    ) {
        let low = max((times.first ?? 0) + margin, range.lowerBound)
        let high = min((times.last ?? 0) - margin, range.upperBound)
        // Times that exceed the range of an index, such as nanoseconds since 1970, have no grid.
        guard let first = Int(exactly: (low / Self.step).rounded(.up)),
            let last = Int(exactly: (high / Self.step).rounded(.down)),
            first <= last, max(abs(low), abs(high)) < Self.latestTime
        else {
            self.init(first: 0, values: [])
            return
        }
        self.init(first: first, values: (first...last).map { value(Double($0) * Self.step) })
    }

    /// Returns the position at a time, interpolated linearly; `nil` outside the samples and in a gap. `time` must not
    /// decrease from call to call.
    private static func position(
        at time: Seconds,
        _ positions: [Vector3],
        _ times: [Seconds],
        _ cursor: inout Int,
        _ longestGap: Seconds = longestGap
    ) -> Vector3? {
        guard let first = times.first, time >= first else { return nil }
        while cursor + 1 < times.count, times[cursor + 1] <= time { cursor += 1 }
        if times[cursor] == time { return positions[cursor] }
        guard cursor + 1 < times.count else { return nil }
        let span = times[cursor + 1] - times[cursor]
        guard span <= longestGap else { return nil }
        let fraction = (time - times[cursor]) / span
        let position = positions[cursor] * (1 - fraction) + positions[cursor + 1] * fraction
        return position.isFinite ? position : nil
    }
}
