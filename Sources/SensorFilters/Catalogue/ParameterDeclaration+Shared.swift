package import SensorModel

extension ParameterDeclaration {
    /// The parameters x, y and z of a calibration.
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

    /// The initial orientation of an estimator.
    package static func start(_ property: Property<StartOrientation>) -> ParameterDeclaration {
        .choice("start", property, "First orientation: from gravity and field, or that of BROAD's example code.")
    }

    /// The use of the magnetometer.
    package static func magnetometer(_ property: Property<MagnetometerUse>) -> ParameterDeclaration {
        .choice(
            MagnetometerUse.parameter,
            property,
            "Use the magnetometer; auto if the recording has one. Without it the heading starts at an arbitrary angle."
        )
    }

    /// The reference direction that the magnetometer is compared with.
    package static func magneticReference(_ property: Property<MagneticReference>) -> ParameterDeclaration {
        .choice(
            "reference",
            property,
            "Reference of the magnetometer: the field with its measured dip, with a fixed dip, or west only."
        )
    }

    /// The dip of the Earth's field.
    package static func dip(_ property: Property<Angle?>) -> ParameterDeclaration {
        .optionalAngle(
            "dip",
            property,
            in: .dip,
            "Dip of the Earth's field for reference=fixed, positive downwards; unset, that of the first samples."
        )
    }

    /// The tolerance of `AccelerationTrust`.
    package static func accelerationTolerance(_ property: Property<Double?>) -> ParameterDeclaration {
        .optionalNumber(
            "accelerationTolerance",
            property,
            .metresPerSecondSquared,
            in: .aboveZero,
            "Difference between the acceleration's length and g that halves its weight; unset, all have full weight."
        )
    }
}
