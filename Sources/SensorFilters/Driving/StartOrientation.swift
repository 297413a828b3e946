package import SensorModel

/// Where an estimator that integrates the gyroscope starts.
public enum StartOrientation: String, Sendable, Hashable, CaseIterable {
    /// At what gravity and magnetic field say (``Triad``).
    case triad
    /// Where BROAD's example code starts (Laidig et al. 2021, doi:10.3390/data6070072).
    ///
    /// That code sets up a matrix with South, East and Up as columns and uses it as the device's orientation towards
    /// North, West and Up, of which it is the transpose with a half turn. Madgwick's filter forgets it before errors
    /// count. Mahony's filter does not: on BROAD's trials its published total RMSE differs by up to 0.17° from that of a
    /// start at `triad`. It serves to reproduce published figures.
    case broad

    /// The start for what the triad found, device → Earth (East, North, Up).
    package func orientation(fromTriad triad: UnitQuaternion) -> UnitQuaternion {
        switch self {
        case .triad: triad
        // With T the triad and Q the quarter turn from (North, West, Up) to (East, North, Up): Q ⊗ (T* ⊗ Q*)
        case .broad: EarthFrame.eastNorthUp(fromNorthWestUp: EarthFrame.eastNorthUp(fromNorthWestUp: triad).conjugate)
        }
    }
}

/// The change from (North, West, Up), in which published code of Madgwick's and Mahony's filters works, to (East, North,
/// Up): a quarter turn about Up.
package enum EarthFrame {
    package static let quarterTurn = UnitQuaternion(unchecked: 0.5.squareRoot(), 0, 0, 0.5.squareRoot())

    package static func eastNorthUp(fromNorthWestUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn * orientation
    }
}
