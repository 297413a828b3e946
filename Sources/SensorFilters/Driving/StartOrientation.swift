package import SensorModel

/// The initial orientation of an estimator that integrates the gyroscope.
public enum StartOrientation: String, Sendable, Hashable, CaseIterable {
    /// The orientation that gravity and magnetic field determine (``Triad``).
    case triad
    /// The initial orientation of BROAD's example code (Laidig et al. 2021, doi:10.3390/data6070072).
    ///
    /// That code builds a matrix with South, East and Up as columns and uses the matrix as the orientation of the
    /// device relative to North, West and Up. In fact, the matrix is the transpose of that orientation's matrix,
    /// combined with a rotation by 180°. Madgwick's filter converges before errors are counted. Mahony's filter does
    /// not: on BROAD's trials, the published total RMSE differs by up to 0.17° from the RMSE with `triad`. Use this
    /// case only to reproduce published results.
    case broad

    /// Returns the initial orientation for the orientation of ``Triad``; both are device → Earth (East, North, Up).
    package func orientation(fromTriad triad: UnitQuaternion) -> UnitQuaternion {
        switch self {
        case .triad: triad
        // The result is Q ⊗ (T* ⊗ Q*), where T is `triad` and Q is the 90° rotation from (North, West, Up) to (East,
        // North, Up).
        case .broad: EarthFrame.eastNorthUp(fromNorthWestUp: EarthFrame.eastNorthUp(fromNorthWestUp: triad).conjugate)
        }
    }
}

/// The conversion from (North, West, Up) to (East, North, Up), a 90° rotation about Up. The published code of
/// Madgwick's and Mahony's filters uses (North, West, Up).
package enum EarthFrame {
    package static let quarterTurn = UnitQuaternion(unchecked: 0.5.squareRoot(), 0, 0, 0.5.squareRoot())

    package static func eastNorthUp(fromNorthWestUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn * orientation
    }
}
