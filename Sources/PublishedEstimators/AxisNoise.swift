import SensorFilters
public import SensorModel

/// The standard deviation of a sensor's noise on each axis.
public struct AxisNoise: Sendable, Hashable {
    /// The standard deviation on the x axis, and the default for the other axes.
    public var x: Double
    /// The standard deviation on the y axis; `nil` for the same value as on the x axis.
    public var y: Double?
    /// The standard deviation on the z axis; `nil` for the same value as on the x axis.
    public var z: Double?

    /// Creates the standard deviations on the three axes.
    ///
    /// - Parameters:
    ///   - x: the standard deviation on the x axis.
    ///   - y: the standard deviation on the y axis; `nil` for the same value as on the x axis.
    ///   - z: the standard deviation on the z axis; `nil` for the same value as on the x axis.
    public init(_ x: Double, y: Double? = nil, z: Double? = nil) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The standard deviations on the axes x, y and z.
    public var deviations: Vector3 { Vector3(x, y ?? x, z ?? x) }

    /// The variances on the axes x, y and z.
    public var variances: Vector3 {
        let sigma = deviations
        return Vector3(sigma.x * sigma.x, sigma.y * sigma.y, sigma.z * sigma.z)
    }
}

/// The parameters of an estimator that has a noise setting for each axis of each sensor.
protocol SensorNoises {
    /// The noise of the gyroscope, in rad/s per sample.
    var gyroscopeNoise: AxisNoise { get set }
    /// The noise of each component of the unit vector along gravity.
    var accelerometerNoise: AxisNoise { get set }
    /// The noise of the direction of the field, which is a vector of length one.
    var magnetometerNoise: AxisNoise { get set }
}

extension SensorNoises where Self: DeclaredParameters {
    /// Declares the noise parameters: `gyroscopeNoise`, `gyroscopeNoiseY`, `gyroscopeNoiseZ`, and the corresponding
    /// parameters of the other sensors.
    static var noiseDeclarations: [ParameterDeclaration<Self>] {
        noise(
            "gyroscopeNoise",
            (\.gyroscopeNoise.x, \.gyroscopeNoise.y, \.gyroscopeNoise.z),
            .radiansPerSecond,
            "Noise of the gyroscope per axis and sample; larger values follow field and gravity more quickly."
        )
            + noise(
                "accelerometerNoise",
                (\.accelerometerNoise.x, \.accelerometerNoise.y, \.accelerometerNoise.z),
                .none,
                "Noise of the direction of gravity, of length one; larger values rely more on the gyroscope."
            )
            + noise(
                "magnetometerNoise",
                (\.magnetometerNoise.x, \.magnetometerNoise.y, \.magnetometerNoise.z),
                .none,
                "Noise of the direction of the field, of length one; larger values rely more on the gyroscope."
            )
    }

    private typealias Axes = (
        x: ParameterDeclaration<Self>.Property<Double>,
        y: ParameterDeclaration<Self>.Property<Double?>,
        z: ParameterDeclaration<Self>.Property<Double?>
    )

    private static func noise(
        _ name: String,
        _ axes: Axes,
        _ unit: ParameterUnit,
        _ summary: String
    ) -> [ParameterDeclaration<Self>] {
        [
            .number(name, axes.x, unit, in: .aboveZeroToBillion, summary),
            .optionalNumber(
                name + "Y",
                axes.y,
                unit,
                in: .aboveZeroToBillion,
                "\(name) on the y axis; if unset, the value of the x axis."
            ),
            .optionalNumber(
                name + "Z",
                axes.z,
                unit,
                in: .aboveZeroToBillion,
                "\(name) on the z axis; if unset, the value of the x axis."
            ),
        ]
    }
}

extension ParameterDeclaration {
    /// Declares `initialDeviation`, the uncertainty of the initial orientation.
    static func initialDeviation(_ property: Property<Double>) -> ParameterDeclaration {
        .number(
            "initialDeviation",
            property,
            in: .aboveZeroToBillion,
            "Standard deviation of each component of the initial quaternion."
        )
    }
}

extension ParameterDeclaration where Root: DisturbanceRejectingParameters {
    /// Declares the parameters of ``DisturbanceRejection`` for a Kalman filter: all except `repeatGain`, because the
    /// covariance determines a Kalman filter's gain.
    static var disturbancesOfKalmanFilter: [ParameterDeclaration] { disturbances.filter { $0.name != "repeatGain" } }
}
