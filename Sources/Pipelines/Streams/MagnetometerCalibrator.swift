public import SensorFilters
public import SensorModel

/// Subtracts the magnetometer's offset and the gyroscope's bias, which it learns from gyroscope, accelerometer and
/// magnetometer, before any estimator.
///
/// It runs a ``SensorFilters/SelfCalibrating`` filter and uses its current estimates: an output depends on samples up to its
/// time, never on later ones. O(1) time and memory per frame, without allocation, without latency.
///
///     var calibrator = MagnetometerCalibrator()
///     var estimator = Madgwick()
///     for frame in frames {
///         if let orientation = estimator.update(with: calibrator.update(with: frame)) { draw(orientation) }
///     }
public struct MagnetometerCalibrator: Sendable {
    /// What the calibrator assumes and corrects.
    public struct Parameters: Sendable, Hashable {
        /// What is known of sensors, people and rooms. The calibrator always reads the magnetometer.
        public var filter = SelfCalibrating.Parameters()
        /// Whether the gyroscope's bias is subtracted, too.
        public var correctsGyroscope = true

        /// The defaults.
        public init() {}
    }

    /// The parameters of the calibrator.
    public let parameters: Parameters
    private var filter: SelfCalibrating

    /// Creates a calibrator that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        var own = parameters.filter
        own.magnetometer = .use
        filter = SelfCalibrating(own)
    }

    /// The current estimate of the magnetometer's offset, µT in device axes. Zero before the first contradiction.
    public var magnetometerOffset: Vector3 { filter.magnetometerOffset }

    /// The standard deviation of each component of ``magnetometerOffset``, in µT.
    public var magnetometerOffsetDeviation: Vector3 { filter.magnetometerOffsetDeviation }

    /// The current estimate of the gyroscope's bias, rad/s in device axes.
    public var gyroscopeBias: Vector3 { filter.gyroscopeBias }

    /// Reads a frame; returns it with calibrated samples.
    ///
    /// A sample without a usable value is returned as it is.
    public mutating func update(with frame: SensorFrame) -> SensorFrame {
        _ = filter.update(with: frame)
        var calibrated = frame
        if let field = frame.magnetometer, frame.isUsable(.magnetometer) {
            calibrated.magnetometer = field - filter.magnetometerOffset
        }
        if parameters.correctsGyroscope, let rate = frame.gyroscope, frame.isUsable(.gyroscope) {
            calibrated.gyroscope = rate - filter.gyroscopeBias
        }
        return calibrated
    }

    /// Forgets all samples and all that was learnt.
    public mutating func reset() {
        self = MagnetometerCalibrator(parameters)
    }
}
