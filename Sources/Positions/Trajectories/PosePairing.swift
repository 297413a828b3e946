import SensorModel

/// The rule that selects the pairs of poses between which relative pose errors are computed.
public struct PosePairing: Sendable, Hashable {
    /// The unit of ``delta``.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// The number of matched poses by which the second pose of a pair is later than the first.
        case frames
        /// The time between the poses in seconds, according to the estimate.
        case seconds
        /// The length of the aligned estimate's path between the poses, in metres.
        case metres
        /// The rotation of the estimate between the poses, in degrees.
        case degrees
    }

    /// The distance between the two poses of a pair, in ``unit``.
    public var delta: Double
    /// The unit of ``delta``.
    public var unit: Unit
    /// A Boolean value that indicates whether a pair starts at every pose. If it is `false`, each pair starts where the
    /// previous pair ends.
    public var usesAllPairs: Bool
    /// The maximum deviation of a pair's distance from ``delta``, as a fraction of ``delta``.
    ///
    /// The tolerance is ignored if ``usesAllPairs`` is `false` or ``unit`` is `frames`.
    public var tolerance: Double

    /// Creates a rule.
    ///
    /// - Precondition: `accepts(_:_:)` returns `true` for `delta` and `unit`, and `tolerance` is not negative.
    public init(delta: Double = 1, unit: Unit = .frames, usesAllPairs: Bool = false, tolerance: Double = 0.1) {
        precondition(Self.accepts(delta, unit) && tolerance >= 0, "delta is out of range, or tolerance is negative")
        self.delta = delta
        self.unit = unit
        self.usesAllPairs = usesAllPairs
        self.tolerance = tolerance
    }

    /// The maximum value of ``delta`` in frames, seconds or metres.
    public static let maximumDelta = 1e9

    /// Returns whether a value of ``delta`` is valid in a unit.
    ///
    /// The value must be positive and at most ``maximumDelta``, or 180 for degrees. For frames, it must be an integer.
    public static func accepts(_ delta: Double, _ unit: Unit) -> Bool {
        guard delta.isFinite, delta > 0 else { return false }
        switch unit {
        case .frames: return delta == delta.rounded() && delta <= Self.maximumDelta
        case .degrees: return delta <= 180
        case .seconds, .metres: return delta <= Self.maximumDelta
        }
    }
}

extension PosePairing {
    /// Returns the pairs as indices of poses, in ascending order.
    ///
    /// Consecutive pairs take O(n), all pairs O(n log n). All pairs in degrees take O(n²), because the angle from the
    /// start pose can decrease again.
    ///
    /// - Throws: ``TrajectoryError`` if no pair exists, or if seconds are used without times.
    func pairs(of poses: [Pose], times: [Seconds]?, scale: Double) throws(TrajectoryError) -> [PosePair] {
        let pairs: [PosePair]
        switch unit {
        case .frames:
            pairs = byIndex(poses.count)
        case .seconds:
            guard let times else { throw .timesNeeded(what: "a delta in seconds") }
            pairs = usesAllPairs ? allPairs(along: times) : consecutive(steps: times.steps { $1 - $0 })
        case .metres:
            let steps = poses.steps { ($1.position - $0.position).length * scale }
            pairs = usesAllPairs ? allPairs(along: steps.accumulated) : consecutive(steps: steps)
        case .degrees:
            let angle = { (from: Pose, to: Pose) in from.orientation.angle(to: to.orientation).degrees }
            pairs = usesAllPairs ? allTurns(poses) : consecutive(steps: poses.steps(angle))
        }
        guard !pairs.isEmpty else { throw .noPairs(self, count: poses.count) }
        return pairs
    }

    private func byIndex(_ count: Int) -> [PosePair] {
        guard delta < Double(count) else { return [] }
        let step = Int(saturating: delta)
        let starts = stride(from: 0, to: count - step, by: usesAllPairs ? 1 : step)
        return starts.map { PosePair(start: $0, end: $0 + step) }
    }

    /// Returns consecutive pairs. Each pair ends at the first pose where the steps since its start add up to `delta`.
    ///
    /// Rounding errors of the sums are not compensated, so that this method selects the same pairs as other tools.
    private func consecutive(steps: [Double]) -> [PosePair] {
        var pairs: [PosePair] = []
        var start = 0
        var sum = 0.0
        for (index, step) in steps.enumerated() {
            sum += step
            guard sum >= delta else { continue }
            pairs.append(PosePair(start: start, end: index + 1))
            start = index + 1
            sum = 0
        }
        return pairs
    }

    /// Returns, for each start pose, the pair whose length is closest to `delta`. Starts without a pair within the
    /// tolerance are left out.
    ///
    /// If several pairs are equally close, the first one is used.
    private func allPairs(along distances: [Double]) -> [PosePair] {
        let limit = delta * tolerance
        return distances.indices.dropLast().compactMap { start in
            let origin = distances[start]
            let later = start + 1..<distances.count
            let reached = distances[later].firstIndexOfPartition { $0 - origin >= delta }
            var nearest = reached
            if reached > later.lowerBound {
                let short = distances[reached - 1] - origin
                if reached == distances.count || delta - short <= abs(distances[reached] - origin - delta) {
                    nearest = distances[later].firstIndexOfPartition { $0 - origin >= short }
                }
            }
            guard nearest < distances.count else { return nil }
            let isNear = abs(distances[nearest] - origin - delta) <= limit
            return isNear ? PosePair(start: start, end: nearest) : nil
        }
    }

    private func allTurns(_ poses: [Pose]) -> [PosePair] {
        let accepted = delta - delta * tolerance...delta + delta * tolerance
        var pairs: [PosePair] = []
        for start in poses.indices {
            for end in poses.indices[(start + 1)...]
            where accepted.contains(poses[start].orientation.angle(to: poses[end].orientation).degrees) {
                pairs.append(PosePair(start: start, end: end))
            }
        }
        return pairs
    }
}

/// The indices of two poses of a trajectory, the earlier pose first.
struct PosePair {
    typealias Ends = (start: Pose, end: Pose)

    let start: Int
    let end: Int

    func ends(in poses: [Pose]) -> Ends { (poses[start], poses[end]) }
}

extension Array {
    /// Returns the differences between consecutive elements.
    fileprivate func steps(_ difference: (Element, Element) -> Double) -> [Double] {
        zip(self, dropFirst()).map(difference)
    }
}

extension [Double] {
    fileprivate var accumulated: [Double] { reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) } }
}
