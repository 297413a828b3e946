public import SensorModel

/// What ``KalmanConstantVelocity`` takes the motion and the noise to be.
///
/// Apart from the first moments, only the ratio of the two noises matters.
public struct KalmanConstantVelocityParameters: Sendable, Hashable {
    /// σ_a > 0, in unit/s² per √Hz (degrees for headings and orientations): the white acceleration that disturbs the
    /// motion, as the root of its spectral density. Within a second the velocity strays by σ_a. Small is calm and
    /// overshoots; large follows changes and lets the noise through.
    public var processNoise: Double
    /// σ_x > 0, in the value's unit: the standard deviation of a sample's noise. Small trusts the samples; large is
    /// calm.
    public var measurementNoise: Double
    /// σ_v > 0, in unit/s: the standard deviation of the velocity at the start, about 0. Small begins calmly and finds
    /// a motion that is under way late; large takes the first differences for it.
    public var initialSpeed: Double
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    /// The defaults suit hand-held motion in degrees: what is slower than √(σ_a/σ_x) · rate^¼ = 17 rad/s, or 2.8 Hz,
    /// is followed at 100 Hz.
    public init(
        processNoise: Double = 30,
        measurementNoise: Double = 1,
        initialSpeed: Double = 100,
        maximumGap: Seconds = 1
    ) {
        self.processNoise = processNoise
        self.measurementNoise = measurementNoise
        self.initialSpeed = initialSpeed
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] = [
        .number(
            "processNoise",
            in: .aboveZero,
            default: 30,
            "Unit/s² per √Hz, degrees for angles: disturbing acceleration; larger follows changes and is noisier."
        ),
        .number(
            "measurementNoise",
            in: .aboveZero,
            default: 1,
            "In the value's unit: a sample's standard deviation; larger is calmer and overshoots longer."
        ),
        .number(
            "initialSpeed",
            in: .aboveZero,
            default: 100,
            "Unit/s: standard deviation of the velocity at the start; larger finds a motion under way sooner."
        ),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            processNoise: values.required("processNoise"),
            measurementNoise: values.required("measurementNoise"),
            initialSpeed: values.required("initialSpeed"),
            maximumGap: values.required("maximumGap")
        )
    }
}
