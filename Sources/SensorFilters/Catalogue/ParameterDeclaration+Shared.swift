package import SensorModel

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

    /// Declares `accelerationTolerance`, the tolerance of `AccelerationTrust`.
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
