public import SensorModel

/// What a buffer of estimates says of a scene's axes.
public enum SceneCorrection: Sendable, Hashable {
    /// The turn by which the axes are off, and how sure that is.
    public struct Found: Sendable, Hashable {
        /// Clockwise seen from above: it is added to bearings in the scene. In (−180°, 180°].
        public let angle: Angle
        /// A bound of the standard deviation that holds however the fixes' errors hang together.
        public let uncertainty: Angle
        /// Root mean square of the pairs' angles about their mean, weighted as the mean.
        public let spread: Angle
    }

    /// Why a buffer does not say it.
    public enum Reason: Sendable, Hashable {
        /// Fewer than two estimates are left that are accurate enough and far enough apart.
        case tooFewEstimates
        /// The pairs' directions cancel, or no pair has a direction.
        case noDirection
        /// The angle is known no better than this.
        case tooUncertain(Angle)
    }

    case found(Found)
    case undetermined(Reason)

    public var found: Found? { if case .found(let found) = self { found } else { nil } }
}
