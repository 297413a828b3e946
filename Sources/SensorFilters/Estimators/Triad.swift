public import SensorModel

/// The orientation from gravity and the magnetic field alone.
///
/// Up = a/|a|; East = (m × a)/|m × a|; North = Up × East. The accelerometer is assumed to be exact, and the
/// magnetometer determines only the heading (Stevense & van der Tak 2010, section 4.4.2; Black 1964,
/// doi:10.2514/3.2555). Any acceleration of the device tilts the result.
///
/// The orientation is computed at every accelerometer and magnetometer sample, with the last sample of the other
/// sensor. By default, the estimator does not smooth. The only latency is the age of the other sensor's sample, on
/// average half a period of the slower sensor. North is magnetic north. O(1) time and memory per sample.
///
/// With a tolerance t, the output stays closer to the previous output q while the device accelerates, as proposed in
/// Stevense & van der Tak 2010, section 6.3:
///
///     q ← slerp(q, triad, w),  w = 1 / (1 + (d/t)²),  d = |a| − g
///
/// ```swift
/// let orientation = Triad.orientation(acceleration: Vector3(0, 0, 9.81), magneticField: Vector3(0, 21, -43))
/// ```
public struct Triad: DeclaredEstimator {
    /// The parameters of the estimator.
    public struct Parameters: Sendable, Hashable {
        /// The difference between the measured acceleration's length and gravity, in m/s², at which the output moves
        /// halfway to the sample's orientation. The tolerance exceeds 0. With `nil`, every sample replaces the output.
        /// With a smaller tolerance, the output is steadier while the user walks, but lags while the device
        /// accelerates.
        public var accelerationTolerance: Double?

        /// Creates parameters, by default without a tolerance.
        public init(accelerationTolerance: Double? = nil) {
            self.accelerationTolerance = accelerationTolerance
        }
    }

    /// The parameters of the estimator.
    public let parameters: Parameters
    private let trust: AccelerationTrust
    private var sensors = SensorHold()
    private var orientation: UnitQuaternion?

    /// Creates an estimator in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        trust = AccelerationTrust(parameters.accelerationTolerance)
    }

    /// The counts of unusable samples.
    public var skips: SkipCounts { sensors.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard sensors.readDirections(of: frame) else { return orientation }
        guard let directions = sensors.directions(at: frame.time, within: .infinity) else { return nil }
        guard let measured = sensors.triad(directions) else { return orientation }
        // q ← slerp(q, triad, w)
        let weight = trust(in: directions.acceleration)
        orientation = weight < 1 ? orientation?.slerp(to: measured, fraction: weight) ?? measured : measured
        return orientation
    }

    /// The minimum sine of the angle between field and gravity, for an angle of a thousandth of a degree. At smaller
    /// angles, only noise would determine the heading.
    package static let minimumSine = 1.7e-5

    /// Returns the orientation, device → Earth (magnetic East, North, Up), that maps the acceleration to Up and the
    /// magnetic field into the North–Up plane. Returns `nil` if acceleration and field are parallel or one of them is
    /// zero.
    public static func orientation(acceleration: Vector3, magneticField: Vector3) -> UnitQuaternion? {
        guard let up = acceleration.normalised, let field = magneticField.normalised else { return nil }
        let across = field.cross(up)
        guard across.length > minimumSine, let east = across.normalised else { return nil }
        let north = up.cross(east)
        // The rows of the device → Earth matrix are East, North and Up in device axes: the columns of its inverse.
        return UnitQuaternion(columns: east, north, up).conjugate
    }

    /// Returns the shortest rotation that maps the acceleration to Up, or `nil` for a zero acceleration. The rotation
    /// is an orientation, device → Earth with an arbitrary north.
    ///
    /// If the device is upside down, the shortest rotation is not unique. The result is then a rotation by 180° about
    /// East.
    public static func orientation(acceleration: Vector3) -> UnitQuaternion? {
        guard let up = acceleration.normalised else { return nil }
        let turn = up.turn(to: Vector3(0, 0, 1))
        guard turn != .zero || up.z > 0 else { return UnitQuaternion(unchecked: 0, 1, 0, 0) }
        return UnitQuaternion(rotationVector: turn)
    }
}

extension Triad.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [.accelerationTolerance(\.accelerationTolerance)]
}

extension EstimatorEntry {
    package static let triad = EstimatorEntry(
        Triad.self,
        name: "triad",
        summary: "Up from gravity and north from the magnetic field, without smoothing.",
        source: "Stevense & van der Tak 2010, section 4.4.2; Black 1964, doi:10.2514/3.2555",
        sensors: [.accelerometer, .magnetometer],
        advancedBy: [.accelerometer, .magnetometer]
    )
}
