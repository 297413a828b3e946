import RealModule
public import SensorModel

/// Gyroscope integration, corrected towards the orientation of ``Triad`` with one time constant.
///
/// This is the simplest complementary filter: the gyroscope determines fast motion, and gravity and field determine
/// slow motion. One time constant separates fast and slow motion (Higgins 1975, doi:10.1109/TAES.1975.308081).
/// Orientations are blended by slerp (Shoemake 1985, doi:10.1145/325334.325242). At each gyroscope sample,
///
///     e = q ⊗ exp(½ ω Δt)
///     q ← slerp(e, triad, trust (1 − exp(−Δt/τ)))
///
/// Here, τ is the time constant, `triad` is the orientation from gravity and field, and `trust` is the weight of the
/// acceleration (1 without `accelerationTolerance`). Without the magnetometer, the target of the slerp is e, rotated by
/// the shortest rotation that makes the measured gravity vertical.
///
/// The form `angles` blends roll, pitch and yaw separately, as in many programs, and integrates the components of ω as
/// the rates of these angles.
///
/// The filter starts at the orientation of ``Triad``. Between gyroscope samples, integration is exact for a constant
/// angular velocity. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = Complementary(.init(timeConstant: 0.5))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Complementary: DeclaredEstimator {
    /// The values that the filter blends.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Orientations, by slerp.
        case quaternion
        /// Roll, pitch and yaw, each separately. This form is valid only near level, because it uses ω_x, ω_y and ω_z
        /// as the rates of these angles.
        case angles
    }

    /// The time constant of the filter and its trust in the accelerometer.
    public struct Parameters: Sendable, Hashable {
        /// The time τ > 0, in seconds, in which an error decays to 37 %. A gyroscope bias b leaves an error of bτ. With
        /// a smaller time constant, gyroscope errors are corrected sooner, but noise of the other sensors and
        /// acceleration of the device affect the result more.
        public var timeConstant: Seconds
        /// The tolerance for the acceleration's length, in m/s². If the length differs from standard gravity by the
        /// tolerance, the correction is halved. With `nil`, the correction does not depend on the length. With a
        /// smaller tolerance, the filter relies more on the gyroscope while the device accelerates. If the
        /// accelerometer's scale is wrong, the filter always relies more on the gyroscope.
        public var accelerationTolerance: Double?
        /// The values that the filter blends.
        public var form: Form
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds
        /// Determines whether the filter uses the magnetometer.
        public var magnetometer: MagnetometerUse

        /// Creates parameters. Omitted parameters have their default values.
        ///
        /// - Parameters:
        ///   - timeConstant: 1 s by default. A gyroscope bias of 0.01 rad/s then leaves an error of 0.6°, and white
        ///     noise of gravity and field, sampled at 100 Hz, is reduced to 7 %.
        ///   - accelerationTolerance: `nil` by default.
        ///   - form: `.quaternion` by default.
        ///   - maximumGap: 1 s by default.
        ///   - magnetometer: `.auto` by default.
        public init(
            timeConstant: Seconds = 1,
            accelerationTolerance: Double? = nil,
            form: Form = .quaternion,
            maximumGap: Seconds = 1,
            magnetometer: MagnetometerUse = .auto
        ) {
            self.timeConstant = timeConstant
            self.accelerationTolerance = accelerationTolerance
            self.form = form
            self.maximumGap = maximumGap
            self.magnetometer = magnetometer
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<ComplementaryEquations>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(ComplementaryEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Complementary``.
struct ComplementaryEquations: RateEquations {
    /// The target of the correction, and the acceleration from which the target was computed. The target is `nil` if a
    /// required sensor has no recent value or gravity and field are parallel.
    struct Target: RateInput {
        enum Correction {
            /// The orientation from gravity and field.
            case orientation(UnitQuaternion)
            /// The direction of gravity in device axes.
            case gravity(Vector3)
        }

        let known: (correction: Correction, acceleration: Vector3)?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            known = directions.flatMap { directions in
                let acceleration = directions.acceleration
                guard directions.hasField else {
                    return acceleration.normalised.map { (.gravity($0), acceleration) }
                }
                return sensors.triad(directions).map { (.orientation($0), acceleration) }
            }
        }
    }

    private let timeConstant: Double
    private let trust: AccelerationTrust
    private let form: Complementary.Form
    private var angles = AttitudeAngles()

    init(_ parameters: Complementary.Parameters) {
        form = parameters.form
        timeConstant = parameters.timeConstant
        trust = AccelerationTrust(parameters.accelerationTolerance)
    }

    mutating func begin(at triad: UnitQuaternion, _: Target) -> UnitQuaternion {
        if form == .angles { angles = AttitudeAngles(triad) }
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Target,
        over interval: Seconds
    ) -> UnitQuaternion {
        if form == .angles { return stepOfAngles(rate: rate, input: input, over: interval) }
        // e = q ⊗ exp(½ ω Δt)
        let integrated = orientation * UnitQuaternion(rotationVector: rate * interval)
        guard let (correction, acceleration) = input.known else { return integrated }
        // q = slerp(e, triad, trust (1 − exp(−Δt/τ)))
        let fraction = fraction(acceleration, over: interval)
        switch correction {
        case .orientation(let triad):
            return integrated.slerp(to: triad, fraction: fraction)
        case .gravity(let direction):
            let up = Vector3(0, 0, 1)
            let turn = integrated.rotate(direction).turn(to: up)
            return UnitQuaternion(rotationVector: turn * fraction) * integrated
        }
    }
    /// Returns the fraction of the error that a step corrects: w (1 − exp(−Δt/τ)), with the weight w of the
    /// acceleration and the time constant τ.
    @_transparent private func fraction(_ acceleration: Vector3, over interval: Seconds) -> Double {
        let weight = ExponentialSmoothing.weight(interval: interval, timeConstant: timeConstant)
        return trust(in: acceleration) * weight
    }

    @inline(never)
    private mutating func stepOfAngles(rate: Vector3, input: Target, over interval: Seconds) -> UnitQuaternion {
        angles.turn(by: rate * interval)
        if let (correction, acceleration) = input.known {
            let fraction = fraction(acceleration, over: interval)
            switch correction {
            case .orientation(let triad): angles.approach(triad, by: fraction)
            case .gravity(let direction): angles.approach(gravity: direction, by: fraction)
            }
        }
        return angles.orientation
    }
}

/// Roll, pitch and yaw in radians. Relative to North, West and Up, the orientation is R_z(yaw) R_y(pitch) R_x(roll),
/// where R_x, R_y and R_z are rotations about the axes.
struct AttitudeAngles: Sendable {
    private var roll = 0.0
    private var pitch = 0.0
    private var yaw = 0.0

    init() {}

    /// Creates the angles of an orientation, device → Earth (East, North, Up).
    init(_ orientation: UnitQuaternion) {
        let (roll, pitch, yaw) = AttitudeAngles.measured(orientation)
        self.roll = roll
        self.pitch = pitch
        self.yaw = yaw
    }

    /// Adds the components of a rotation vector in radians: x to roll, y to pitch, and z to yaw.
    mutating func turn(by vector: Vector3) {
        let size = vector.length
        // With an implausibly large rate, rounding errors would make the angles meaningless.
        guard size < 1e6 else { return }
        roll = Angle(radians: roll + vector.x).wrapped.radians
        pitch = Angle(radians: pitch + vector.y).wrapped.radians
        yaw = Angle(radians: yaw + vector.z).wrapped.radians
    }

    /// Moves each angle towards the angle of an orientation, by a fraction of the shortest difference.
    mutating func approach(_ orientation: UnitQuaternion, by fraction: Double) {
        let target = AttitudeAngles.measured(orientation)
        roll = Self.blend(roll, target.roll, fraction)
        pitch = Self.blend(pitch, target.pitch, fraction)
        yaw = Self.blend(yaw, target.yaw, fraction)
    }

    /// Moves roll and pitch towards the roll and pitch of a direction of gravity, by a fraction of the shortest
    /// difference.
    ///
    /// - Parameter gravity: Up in device axes, of length one.
    mutating func approach(gravity: Vector3, by fraction: Double) {
        let target = AttitudeAngles.tilt(up: gravity)
        roll = Self.blend(roll, target.roll, fraction)
        pitch = Self.blend(pitch, target.pitch, fraction)
    }

    private static func blend(_ angle: Double, _ target: Double, _ fraction: Double) -> Double {
        angle + Angle(radians: target - angle).wrapped.radians * fraction
    }

    /// The orientation, device → Earth (East, North, Up).
    var orientation: UnitQuaternion {
        let (roll, pitch, yaw) = (Angle(radians: roll * 0.5), Angle(radians: pitch * 0.5), Angle(radians: yaw * 0.5))
        let aboutX = Quaternion(w: roll.cosine, x: roll.sine, y: 0, z: 0)
        let aboutY = Quaternion(w: pitch.cosine, x: 0, y: pitch.sine, z: 0)
        let aboutZ = Quaternion(w: yaw.cosine, x: 0, y: 0, z: yaw.sine)
        let turned = UnitQuaternion(nearUnit: aboutZ * aboutY * aboutX)
        return EarthFrame.quarterTurn * turned
    }
}

extension AttitudeAngles {
    /// Returns roll and pitch, in radians, from the direction of Up in device axes.
    fileprivate static func tilt(up: Vector3) -> (roll: Double, pitch: Double) {
        let across = (up.y * up.y + up.z * up.z).squareRoot()
        return (.atan2(y: up.y, x: up.z), .atan2(y: -up.x, x: across))
    }

    /// Returns roll, pitch and yaw of an orientation, in radians.
    fileprivate static func measured(_ orientation: UnitQuaternion) -> (roll: Double, pitch: Double, yaw: Double) {
        let axes = Matrix3(orientation)
        let (roll, pitch) = tilt(up: axes.z)
        // Yaw is the azimuth of the device's x axis, from north towards west. West is −East.
        return (roll, pitch, .atan2(y: -axes.x.x, x: axes.y.x))
    }
}

/// The weight of an accelerometer sample as a measurement of gravity, computed from the length of the acceleration.
///
/// While a device accelerates, the measured length usually differs from g. A filter should then stay closer to the
/// previous orientation (Stevense & van der Tak 2010, section 6.3).
struct AccelerationTrust: Sendable, Hashable {
    /// The difference from g, in m/s², at which the weight is one half; infinite if all weights are 1.
    private let tolerance: Double

    /// Creates a weight function.
    ///
    /// - Parameter tolerance: the difference from g, in m/s², at which the weight is one half. With `nil`, all weights
    ///   are 1.
    init(_ tolerance: Double?) {
        self.tolerance = tolerance ?? .infinity
    }

    /// Returns the weight in [0, 1]: 1 / (1 + (d/t)²) with d = |a| − g and the tolerance t. Kalman filters divide the
    /// variance of the measurement by this weight.
    @_transparent func callAsFunction(in acceleration: Vector3) -> Double {
        let departure = (acceleration.length - Gravity.standard) / tolerance
        return 1 / (1 + departure * departure)
    }
}

extension Complementary.Parameters: EstimatorParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "timeConstant",
            \.timeConstant,
            .seconds,
            in: .aboveZero,
            "Time in which an error decays to 37 %; smaller values pass more noise from gravity and field."
        ),
        .accelerationTolerance(\.accelerationTolerance),
        .choice("form", \.form, "Blend orientations, or roll, pitch and yaw separately (only near level)."),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    package static let complementary = EstimatorEntry(
        Complementary.self,
        name: "complementary",
        summary: "Gyroscope integration, corrected towards gravity and field with one time constant.",
        source: "Higgins 1975, doi:10.1109/TAES.1975.308081; Stevense & van der Tak 2010, section 6.3"
    )
}
