package import Recordings
package import SensorModel

/// Orientations over time, interpolated between samples by slerp.
package struct OrientationTrack {
    package let times: [Seconds]
    package let orientations: [UnitQuaternion]
    /// The longest interval between samples that is interpolated.
    package let longestGap: Seconds
    /// Whether each sample is valid; nil if all are. The track is undefined next to an invalid sample.
    private let isKnown: [Bool]?

    /// - Parameter longestGap: nil for three median intervals, but at least ``shortestLongestGap``.
    init(_ estimates: Estimates, longestGap: Seconds? = nil) {
        self.init(
            times: estimates.times,
            orientations: estimates.orientations,
            isKnown: nil,
            longestGap: longestGap ?? Self.longestGap(of: estimates.times)
        )
    }

    /// Creates a track of times only, for ``location(of:from:)`` and ``nearest(to:from:)``.
    package init(times: [Seconds], longestGap: Seconds?) {
        self.init(times: times, orientations: [], isKnown: nil, longestGap: longestGap ?? Self.longestGap(of: times))
    }

    private static func longestGap(of times: [Seconds]) -> Seconds {
        min(longestLongestGap, max(shortestLongestGap, 3 * medianInterval(of: times)))
    }

    /// The upper limit of ``longestGap``, however rare the samples are. It also bounds the work by the number of
    /// samples, whatever their times.
    static let longestLongestGap: Seconds = 10

    /// The lower limit of a default ``longestGap``: three display frames, which a renderer bridges, plus 1 ms for
    /// stamps of 10 Hz.
    static let shortestLongestGap: Seconds = 0.101

    /// The median interval between samples; 0 with fewer than two samples.
    var medianInterval: Seconds { Self.medianInterval(of: times) }

    /// The ranges of samples without gaps, oldest first.
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

    package init(times: [Seconds], orientations: [UnitQuaternion], isKnown: [Bool]?, longestGap: Seconds) {
        self.times = times
        self.orientations = orientations
        self.isKnown = isKnown
        self.longestGap = longestGap
    }

    /// The orientation at a time; nil outside the track, in a gap and next to an invalid sample.
    ///
    /// - Parameter place: the index found for the previous time. Amortised O(1) for rising times, O(log n) otherwise.
    package func orientation(at time: Seconds, from place: inout Int) -> UnitQuaternion? {
        guard let (index, fraction) = location(of: time, from: &place) else { return nil }
        guard let fraction else { return orientations[index] }
        return orientations[index].slerp(to: orientations[index + 1], fraction: fraction)
    }

    /// The location of a time: a sample, or a fraction of the interval to the next one; nil where the track is
    /// undefined.
    func location(of time: Seconds, from place: inout Int) -> (index: Int, fraction: Double?)? {
        guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
        place = lowerIndex(of: time, near: place)
        guard known(place) else { return nil }
        if times[place] == time { return (place, nil) }
        let span = times[place + 1] - times[place]
        guard known(place + 1), span <= longestGap else { return nil }
        return (place, (time - times[place]) / span)
    }

    /// The time of the first valid sample after a time; nil without one. O(log n + number of invalid samples).
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

    /// The index of the sample nearest to a time, the earlier one of two; nil without samples.
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

extension OrientationTrack {
    /// Creates the track of a reference.
    package init(_ reference: ReferenceStream) {
        self.init(
            times: reference.times,
            orientations: reference.orientations,
            isKnown: reference.isValid,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }

    /// Creates the track of recorded orientations, such as the device's own.
    package init(_ stream: SensorStream<UnitQuaternion>) {
        self.init(
            times: stream.times,
            orientations: stream.values,
            isKnown: nil,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }

    /// Creates the track of the orientations of poses.
    init(_ stream: SensorStream<Pose>) {
        self.init(
            times: stream.times,
            orientations: stream.values.map(\.orientation),
            isKnown: nil,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }

    /// Creates the track of a gyroscope's integrated rotation since its first sample. It is accurate over short spans;
    /// the absolute orientation is unknown.
    ///
    /// q_k = q_{k−1} ⊗ exp(½ (ω_{k−1} + ω_k − 2 bias) Δt), the mean rate of the trapezoidal rule. Skips samples that
    /// are not finite or not later than the previous one. The track is undefined inside a gap.
    ///
    /// - Parameters:
    ///   - bias: the gyroscope's reading at rest, rad/s.
    ///   - holdsSamples: whether each sample is the rate since the previous one, as most filters integrate. Without the
    ///     trapezoidal rule the track is half an interval later.
    package init(integrating stream: SensorStream<Vector3>, bias: Vector3 = .zero, holdsSamples: Bool = false) {
        var times: [Seconds] = []
        var orientations: [UnitQuaternion] = []
        var last = Vector3.zero
        for (time, value) in zip(stream.times, stream.values) where value.isFinite {
            let rate = value - bias
            if let before = times.last, let orientation = orientations.last {
                guard time > before else { continue }
                let sum = holdsSamples ? rate + rate : last + rate
                let turn = UnitQuaternion(rotationVector: sum * (0.5 * (time - before)))
                orientations.append(orientation * turn)
            } else {
                orientations.append(.identity)
            }
            times.append(time)
            last = rate
        }
        self.init(
            times: times,
            orientations: orientations,
            isKnown: nil,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }
}
