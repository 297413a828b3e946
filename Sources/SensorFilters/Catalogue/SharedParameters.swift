public import SensorModel

/// Determines whether an estimator uses the magnetometer.
///
/// Without the magnetometer, gravity corrects the inclination, and the gyroscope alone determines the heading, which
/// starts at an arbitrary angle and drifts.
public enum MagnetometerUse: String, Sendable, Hashable, CaseIterable {
    /// An evaluation uses the magnetometer if the recording has one. Outside an evaluation, this case is the same as
    /// ``use``.
    case auto
    /// The magnetometer is used. There is no estimate before its first sample.
    case use
    /// The magnetometer is ignored.
    case none

    /// The name of the parameter in a pipeline specification.
    package static let parameter = "magnetometer"

    /// Creates the value from the parameters of an estimator. The value is ``auto`` if the estimator lacks the
    /// parameter.
    package init(_ values: ParameterValues) {
        self = values.word(Self.parameter).flatMap(Self.init(rawValue:)) ?? .auto
    }

    /// A Boolean value that indicates whether an estimator uses the magnetometer. Such an estimator waits for the first
    /// magnetometer sample.
    package var isUsed: Bool { self != .none }
}

extension EstimatorEntry {
    /// A Boolean value that indicates whether the estimator can run without a magnetometer.
    public var isMagnetometerOptional: Bool { parameters.contains { $0.name == MagnetometerUse.parameter } }

    /// Returns the sensors that a recording must have for these parameter values.
    public func requiredSensors(_ values: ParameterValues) -> [SensorKind] {
        guard isMagnetometerOptional, MagnetometerUse(values) != .use else { return sensors }
        return sensors.filter { $0 != .magnetometer }
    }

    /// Returns `true` if headings are relative to north for these parameter values. Otherwise, headings start at an
    /// arbitrary angle.
    public func knowsNorth(_ values: ParameterValues) -> Bool {
        north != .arbitrary && MagnetometerUse(values).isUsed
    }

    /// Returns the parameter values, with `magnetometer=auto` changed to `none` if the recording has no magnetometer.
    ///
    /// - Parameters:
    ///   - values: the parameter values.
    ///   - isRecorded: whether the recording has a magnetometer.
    public func values(_ values: ParameterValues, withMagnetometer isRecorded: Bool) -> ParameterValues {
        guard isMagnetometerOptional, !isRecorded, MagnetometerUse(values) == .auto else { return values }
        var values = values
        values.set(MagnetometerUse.parameter, to: .word(MagnetometerUse.none.rawValue))
        return values
    }
}

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

    /// Returns the initial orientation of the estimator, computed from the orientation of ``Triad``. Both orientations
    /// are device → Earth (East, North, Up).
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

extension ParameterDeclaration {
    /// Declares the parameters x, y and z of a calibration.
    package static func axes(
        _ x: Property<Double>,
        _ y: Property<Double>,
        _ z: Property<Double>,
        of meaning: String,
        in unit: ParameterUnit = .none
    ) -> [ParameterDeclaration] {
        [("x", x), ("y", y), ("z", z)].map { axis, property in
            .number(axis, property, unit, in: .calibration, "\(axis) component of the \(meaning).")
        }
    }

    /// Declares `start`, the initial orientation of an estimator.
    package static func start(_ property: Property<StartOrientation>) -> ParameterDeclaration {
        .choice(
            "start",
            property,
            "First orientation: triad from gravity and field, or broad as in BROAD's example code."
        )
    }

    /// Declares `magnetometer`, which determines whether an estimator uses the magnetometer.
    package static func magnetometer(_ property: Property<MagnetometerUse>) -> ParameterDeclaration {
        .choice(
            MagnetometerUse.parameter,
            property,
            "Use of the magnetometer; auto uses a recorded one. Without it, the heading starts at an arbitrary angle."
        )
    }

    /// Declares `reference`, the direction with which the magnetometer is compared.
    package static func magneticReference(_ property: Property<MagneticReference>) -> ParameterDeclaration {
        .choice(
            "reference",
            property,
            "Reference of the magnetometer: the field with the measured dip, with a fixed dip, or west only."
        )
    }

    /// Declares `dip`, the dip of the Earth's field.
    package static func dip(_ property: Property<Angle?>) -> ParameterDeclaration {
        .optionalAngle(
            "dip",
            property,
            in: .dip,
            "Dip of the Earth's field for reference=fixed, positive downwards; if unset, the dip of the first samples."
        )
    }

    /// Declares `accelerationTolerance`, the difference from gravity that halves the weight of an acceleration
    /// (`AccelerationTrust`).
    package static func accelerationTolerance(_ property: Property<Double?>) -> ParameterDeclaration {
        .optionalNumber(
            "accelerationTolerance",
            property,
            .metresPerSecondSquared,
            in: .aboveZero,
            "Difference from gravity that halves an acceleration's weight; if unset, all have full weight."
        )
    }
}
