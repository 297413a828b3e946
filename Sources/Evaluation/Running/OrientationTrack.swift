package import Recordings
package import SensorModel

/// The orientation as a function of time, interpolated by slerp between samples.
package struct OrientationTrack {
    package let times: [Seconds]
    package let orientations: [UnitQuaternion]
    /// The longest interval between two samples across which orientations are interpolated, in seconds.
    package let longestGap: Seconds
    /// A Boolean value for each sample that indicates whether the sample is valid; `nil` if all samples are valid.
    /// Between an invalid sample and its neighbours, the orientation is unknown.
    private let isKnown: [Bool]?

    /// Creates the track of estimates.
    ///
    /// - Parameters:
    ///   - estimates: the estimates.
    ///   - longestGap: the longest interval across which orientations are interpolated, in seconds; `nil` for three
    ///     median intervals, limited to the range from ``minimumLongestGap`` to ``maximumLongestGap``.
    init(_ estimates: Estimates, longestGap: Seconds? = nil) {
        self.init(
            times: estimates.times,
            orientations: estimates.orientations,
            longestGap: longestGap ?? Self.longestGap(of: estimates.times)
        )
    }

    /// Creates a track of times without orientations. Such a track supports only ``location(of:from:)`` and
    /// ``nearest(to:from:)``.
    package init(times: [Seconds], longestGap: Seconds?) {
        self.init(times: times, orientations: [], longestGap: longestGap ?? Self.longestGap(of: times))
    }

    private static func longestGap(of times: [Seconds]) -> Seconds {
        min(maximumLongestGap, max(minimumLongestGap, 3 * medianInterval(of: times)))
    }

    /// The upper limit of the default ``longestGap`` in seconds. Without this limit, the computing time would depend on
    /// the samples' times, not only on their number.
    static let maximumLongestGap: Seconds = 10

    /// The lower limit of the default ``longestGap`` in seconds: three display frames at 30 Hz. The additional 1 ms
    /// accepts rounded timestamps at 10 Hz.
    static let minimumLongestGap: Seconds = 0.101

    /// The median interval between samples, in seconds; 0 for fewer than two samples.
    var medianInterval: Seconds { Self.medianInterval(of: times) }

    /// The index ranges of consecutive valid samples without gaps, oldest first. A decreasing time also ends a range.
    var stretches: [Range<Int>] {
        var stretches: [Range<Int>] = []
        var start: Int?
        for index in times.indices {
            let step = index > 0 ? times[index] - times[index - 1] : 0
            if let begin = start, !(known(index) && step >= 0 && step <= longestGap) {
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

    package init(
        times: [Seconds],
        orientations: [UnitQuaternion],
        isKnown: [Bool]? = nil,
        longestGap: Seconds = EvaluationOptions.longestReferenceGap
    ) {
        self.times = times
        self.orientations = orientations
        self.isKnown = isKnown
        self.longestGap = longestGap
    }

    /// Returns the track with every orientation multiplied by a rotation from the left.
    func rotated(by rotation: UnitQuaternion) -> OrientationTrack {
        OrientationTrack(
            times: times,
            orientations: orientations.map { rotation * $0 },
            isKnown: isKnown,
            longestGap: longestGap
        )
    }

    /// Returns the orientation at a time. Returns `nil` outside the track, in a gap, and between an invalid sample and
    /// its neighbours.
    ///
    /// Amortised O(1) for increasing times, O(log n) otherwise.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - cursor: the index found by the previous call, or 0. The method sets the argument to the new index.
    package func orientation(at time: Seconds, from cursor: inout Int) -> UnitQuaternion? {
        guard let (index, fraction) = location(of: time, from: &cursor) else { return nil }
        guard let fraction else { return orientations[index] }
        return orientations[index].slerp(to: orientations[index + 1], fraction: fraction)
    }

    /// Returns the position of a time among the samples: the index of a sample, and the fraction of the interval to the
    /// next sample. The fraction is `nil` if the sample has exactly this time.
    ///
    /// Returns `nil` if the orientation is unknown at this time.
    func location(of time: Seconds, from cursor: inout Int) -> (index: Int, fraction: Double?)? {
        guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
        cursor = lowerIndex(of: time, near: cursor)
        guard known(cursor) else { return nil }
        if times[cursor] == time { return (cursor, nil) }
        let span = times[cursor + 1] - times[cursor]
        guard known(cursor + 1), span <= longestGap else { return nil }
        return (cursor, (time - times[cursor]) / span)
    }

    /// Returns the time of the first valid sample after a time, or `nil` if no valid sample follows. O(log n + number
    /// of invalid samples).
    func firstTime(after time: Seconds) -> Seconds? {
        var index = firstIndex(after: time)
        while index < times.count, !known(index) { index += 1 }
        return index < times.count ? times[index] : nil
    }

    /// Returns the index of the sample nearest to a time, or `nil` without samples. If two samples are equally near,
    /// the earlier index is returned.
    func nearest(to time: Seconds, from cursor: inout Int) -> Int? {
        guard !times.isEmpty else { return nil }
        cursor = lowerIndex(of: time, near: cursor)
        guard cursor + 1 < times.count, times[cursor + 1] - time < time - times[cursor] else { return cursor }
        return cursor + 1
    }

    private func known(_ index: Int) -> Bool { isKnown?[index] ?? true }

    /// Returns the index of the last sample that is not later than `time`.
    private func lowerIndex(of time: Seconds, near cursor: Int) -> Int {
        var index = min(max(cursor, 0), times.count - 1)
        if times[index] > time || (index + 64 < times.count && times[index + 64] < time) {
            index = max(firstIndex(after: time) - 1, 0)
        }
        while index + 1 < times.count, times[index + 1] <= time { index += 1 }
        return index
    }

    /// Returns the index of the first sample after a time, or the number of samples if no sample follows. O(log n).
    private func firstIndex(after time: Seconds) -> Int { times.firstIndexOfPartition { $0 > time } }
}

extension OrientationTrack {
    /// Creates the track of a reference.
    package init(_ reference: ReferenceStream) {
        self.init(times: reference.times, orientations: reference.orientations, isKnown: reference.isValid)
    }

    /// Creates the track of recorded orientations, such as the device's own attitude.
    package init(_ stream: SensorStream<UnitQuaternion>) {
        self.init(times: stream.times, orientations: stream.values)
    }

    /// Creates the track of the orientations of poses.
    init(_ stream: SensorStream<Pose>) {
        self.init(times: stream.times, orientations: stream.values.map(\.orientation))
    }

    /// Creates the track of a gyroscope's integrated rotation since its first sample.
    ///
    /// Only the rotation over short spans is accurate. The absolute orientation is unknown. The integral uses the
    /// trapezoidal rule, q_k = q_{k−1} ⊗ exp(½ (ω_{k−1} + ω_k − 2 bias) Δt). Samples that are not finite, or not later
    /// than the previous sample, are skipped. The orientation inside a gap is unknown.
    ///
    /// - Parameters:
    ///   - stream: the angular rates in rad/s.
    ///   - bias: the gyroscope's reading at rest in rad/s.
    ///   - holdsSamples: whether each sample is used as the rate since the previous sample, as in most filters. If so,
    ///     each orientation leads by half an interval.
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
        self.init(times: times, orientations: orientations)
    }
}
