public import SensorModel

/// What Vincenty's iteration came to: a geodesic, or the reason why there is none.
public enum VincentyOutcome: Sendable, Hashable {
    /// The iteration settled. Azimuths are clockwise from north in (−180°, 180°], both in the direction of travel.
    case converged(distance: Metres, initialAzimuth: Angle, finalAzimuth: Angle, iterations: Int)
    case failed(reason: Reason, iterations: Int)

    /// Why an iteration has no answer.
    public enum Reason: Sendable, Hashable {
        /// The longitude on the auxiliary sphere went beyond half a turn: the points are nearly opposite each other.
        case beyondHalfTurn
        /// The longitude still moved in the last iteration allowed.
        case iterationLimit
    }

    /// How many times the longitude was worked out.
    public var iterations: Int {
        switch self {
        case .converged(_, _, _, let iterations), .failed(_, let iterations): iterations
        }
    }
}
