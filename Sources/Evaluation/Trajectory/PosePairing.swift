import SensorModel

/// Which pairs of poses a relative error is taken over.
public struct PosePairing: Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Matched poses.
        case frames
        /// Seconds of the estimate's clock.
        case seconds
        /// Metres along the aligned estimate's path.
        case metres
        /// Degrees that the estimate turned.
        case degrees
    }

    public var delta: Double
    public var unit: Unit
    /// Whether pairs start at every pose, rather than each where the one before ends.
    public var usesAllPairs: Bool
    /// How far a pair's distance may be from `delta`, as a share of it, where all pairs are used (not for frames).
    public var tolerance: Double

    /// - Precondition: `delta` is positive; whole for frames, at most 180 for degrees.
    public init(delta: Double = 1, unit: Unit = .frames, usesAllPairs: Bool = false, tolerance: Double = 0.1) {
        precondition(Self.accepts(delta, unit) && tolerance >= 0, "a delta that poses can be apart")
        self.delta = delta
        self.unit = unit
        self.usesAllPairs = usesAllPairs
        self.tolerance = tolerance
    }

    /// In frames, seconds and metres: a tolerance of it still is a number.
    public static let most = 1e9

    /// Whether poses can be so far apart.
    public static func accepts(_ delta: Double, _ unit: Unit) -> Bool {
        guard delta.isFinite, delta > 0 else { return false }
        switch unit {
        case .frames: return delta == delta.rounded() && delta <= Self.most
        case .degrees: return delta <= 180
        case .seconds, .metres: return delta <= Self.most
        }
    }
}

extension PosePairing {
    /// The pairs, as places in the poses, ascending.
    ///
    /// Consecutive pairs: O(n). All pairs: O(n log n); degrees O(n²) time, because turns may come back.
    ///
    /// - Throws: where there is no pair, or seconds are asked for without times.
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
        return stride(from: 0, to: count - step, by: usesAllPairs ? 1 : step).map { PosePair($0, $0 + step) }
    }

    /// A pair ends where the steps since its start have come to `delta`; the next one starts there.
    ///
    /// Plain sums: what decides is a threshold, and other tools sum plainly.
    private func consecutive(steps: [Double]) -> [PosePair] {
        var pairs: [PosePair] = []
        var start = 0
        var sum = 0.0
        for (index, step) in steps.enumerated() {
            sum += step
            guard sum >= delta else { continue }
            pairs.append(PosePair(start, index + 1))
            start = index + 1
            sum = 0
        }
        return pairs
    }

    /// From each place to the later one whose distance is nearest to `delta`, the first of several, where that is
    /// within the tolerance.
    private func allPairs(along distances: [Double]) -> [PosePair] {
        let limit = delta * tolerance
        return distances.indices.dropLast().compactMap { start in
            let origin = distances[start]
            let later = start + 1..<distances.count
            let reached = distances.firstIndex(in: later) { $0 - origin >= delta }
            var nearest = reached
            if reached > later.lowerBound {
                let short = distances[reached - 1] - origin
                if reached == distances.count || delta - short <= abs(distances[reached] - origin - delta) {
                    nearest = distances.firstIndex(in: later) { $0 - origin >= short }
                }
            }
            guard nearest < distances.count else { return nil }
            let isNear = abs(distances[nearest] - origin - delta) <= limit
            return isNear ? PosePair(start, nearest) : nil
        }
    }

    private func allTurns(_ poses: [Pose]) -> [PosePair] {
        let accepted = delta - delta * tolerance...delta + delta * tolerance
        var pairs: [PosePair] = []
        for start in poses.indices {
            for end in poses.indices[(start + 1)...]
            where accepted.contains(poses[start].orientation.angle(to: poses[end].orientation).degrees) {
                pairs.append(PosePair(start, end))
            }
        }
        return pairs
    }
}

/// Two places in a trajectory, the first one earlier.
struct PosePair {
    let start: Int
    let end: Int

    init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = end
    }
}

extension Array {
    /// What lies between neighbours.
    fileprivate func steps(_ difference: (Element, Element) -> Double) -> [Double] {
        zip(self, dropFirst()).map(difference)
    }
}

extension [Double] {
    fileprivate var accumulated: [Double] {
        var sum = 0.0
        return [0]
            + map { step in
                sum += step
                return sum
            }
    }

    /// The first place of the range where the condition holds, its end where it nowhere does. The condition holds from
    /// some place on.
    fileprivate func firstIndex(in range: Range<Int>, where isReached: (Double) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
