public import SensorModel

extension QuaternionEKF {
    /// The parameters of ``QuaternionEKF``: the noise of the sensors, and the form of the equations.
    public struct Parameters: Sendable, Hashable {
        /// Σ_g^½ > 0, in rad/s per axis and sample. Larger follows field and gravity more quickly.
        public var gyroscopeNoise = AxisNoise(0.3)
        /// R^½ > 0 of the direction of gravity, a vector of length one. Larger relies on the gyroscope.
        public var accelerometerNoise = AxisNoise(0.5)
        /// R^½ > 0 of the direction of the field, a vector of length one. Larger relies on the gyroscope.
        public var magnetometerNoise = AxisNoise(0.8)
        /// P^½ > 0 at the start, of each component of the quaternion.
        public var initialDeviation = 0.1
        /// The dip of the field, positive downwards; nil for the dip at the start.
        public var dip: Angle?
        /// How the quaternion is predicted.
        public var transition = Transition.linear
        /// The axes in which measurement and prediction are compared.
        public var residual = Residual.earth
        /// The form of the rotation matrix whose derivative is H.
        public var jacobian = JacobianForm.short
        /// What the magnetometer contributes.
        public var fieldVector = FieldVector.field
        /// The detectors of perturbations. A rejected direction has the variance 10⁶.
        public var disturbances = DisturbanceRejection()
        /// How the last steps are repeated.
        public var repetition = Repetition.exact
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer is used.
        public var magnetometer = MagnetometerUse.auto

        /// The parameters of the smartphone benchmark (Michel et al. 2018).
        public init() {}
    }
}

extension QuaternionEKF.Parameters: DisturbanceRejectingParameters, SensorNoises {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        noiseDeclarations
        + [
            .initialDeviation(\.initialDeviation),
            .dip(\.dip),
            .choice("transition", \.transition, "Prediction by (1, w dt/2) or by exp(w dt/2)."),
            .choice("residual", \.residual, "Axes in which measured and expected directions are compared."),
            .choice(
                "jacobian",
                \.jacobian,
                "Derivative of the rotation of a quaternion of length one, or of any length."
            ),
            .choice("fieldVector", \.fieldVector, "Use the direction of the field, or of gravity x field."),
        ] + ParameterDeclaration.disturbancesOfKalmanFilter + [
            .choice("repetition", \.repetition, "Repeat exactly, or as the smartphone benchmark's program."),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
}

extension EstimatorEntry {
    static let quaternionEKF = EstimatorEntry(
        name: "quaternionEkf",
        summary: "Extended Kalman filter of a quaternion's four components.",
        source: "Sabatini 2006, doi:10.1109/TBME.2006.875664; Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        parameters: QuaternionEKF.Parameters.descriptors,
        make: { QuaternionEKF(QuaternionEKF.Parameters($0)) }
    )
}
