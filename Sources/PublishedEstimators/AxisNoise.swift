import SensorFilters
public import SensorModel

/// The standard deviation of a sensor's noise about each of its axes.
public struct AxisNoise: Sendable, Hashable {
    /// The standard deviation about the x axis, and the default for the other axes.
    public var x: Double
    /// The standard deviation about the y axis; `nil` for that of x.
    public var y: Double?
    /// The standard deviation about the z axis; `nil` for that of x.
    public var z: Double?

    /// Creates a noise.
    ///
    /// - Parameters:
    ///   - x: standard deviation about the x axis.
    ///   - y: standard deviation about the y axis; `nil` for that of x.
    ///   - z: standard deviation about the z axis; `nil` for that of x.
    public init(_ x: Double, y: Double? = nil, z: Double? = nil) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The standard deviations about x, y and z.
    public var deviations: Vector3 { Vector3(x, y ?? x, z ?? x) }

    /// The variances about x, y and z.
    public var variances: Vector3 {
        let sigma = deviations
        return Vector3(sigma.x * sigma.x, sigma.y * sigma.y, sigma.z * sigma.z)
    }
}

/// The parameters of an estimator with a noise for each axis of each sensor.
protocol SensorNoises {
    /// The noise of the gyroscope in rad/s per sample.
    var gyroscopeNoise: AxisNoise { get set }
    /// The noise of the direction of gravity, a vector of length one.
    var accelerometerNoise: AxisNoise { get set }
    /// The noise of the direction of the field, a vector of length one.
    var magnetometerNoise: AxisNoise { get set }
}

extension SensorNoises where Self: DeclaredParameters {
    /// The declarations of the noises: `gyroscopeNoise`, `gyroscopeNoiseY`, `gyroscopeNoiseZ`, and so on.
    static var noiseDeclarations: [ParameterDeclaration<Self>] {
        noise(
            "gyroscopeNoise",
            (\.gyroscopeNoise.x, \.gyroscopeNoise.y, \.gyroscopeNoise.z),
            .radiansPerSecond,
            "Noise per axis and sample; larger follows field and gravity more quickly."
        )
            + noise(
                "accelerometerNoise",
                (\.accelerometerNoise.x, \.accelerometerNoise.y, \.accelerometerNoise.z),
                .none,
                "Noise of the direction of gravity, of length one; larger relies on the gyroscope."
            )
            + noise(
                "magnetometerNoise",
                (\.magnetometerNoise.x, \.magnetometerNoise.y, \.magnetometerNoise.z),
                .none,
                "Noise of the direction of the field, of length one; larger relies on the gyroscope."
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
            .optionalNumber(name + "Y", axes.y, unit, in: .aboveZeroToBillion, "\(name) of the y axis; unset, of x."),
            .optionalNumber(name + "Z", axes.z, unit, in: .aboveZeroToBillion, "\(name) of the z axis; unset, of x."),
        ]
    }
}

extension ParameterDeclaration {
    /// The uncertainty of the first orientation.
    static func initialDeviation(_ property: Property<Double>) -> ParameterDeclaration {
        .number(
            "initialDeviation",
            property,
            in: .aboveZeroToBillion,
            "Standard deviation of each component of the first quaternion."
        )
    }
}

extension ParameterDeclaration where Root: DisturbanceRejectingParameters {
    /// The parameters of the detectors for a Kalman filter, which has no gain to replace during a repetition.
    static var disturbancesOfKalmanFilter: [ParameterDeclaration] { disturbances.filter { $0.name != "repeatGain" } }
}
