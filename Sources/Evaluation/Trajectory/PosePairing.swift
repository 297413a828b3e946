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
