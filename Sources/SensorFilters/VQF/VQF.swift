public import SensorModel

/// The versatile quaternion-based filter: VQF.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014. The gyroscope is integrated by itself. Gravity is low-passed in
/// the frame that this gives, where it hardly moves. The heading is corrected separately, so that the magnetometer never
/// tilts the result. The full form also estimates the gyroscope's bias, detects rest, and detects disturbed magnetic
/// fields; the basic form does not.
///
/// Starts, and restarts after a gap, at what gravity and field say at the gyroscope's first sample, and advances with
/// the gyroscope. Accelerometer and magnetometer correct at their own samples. North is magnetic north. Without the
/// magnetometer it is the authors' 6D form, whose heading is that of the gyroscope. O(1) time and memory per sample.
///
///     var filter = VQF()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct VQF: OrientationEstimator {
    /// The parameters of the filter.
    public let parameters: Parameters
    private var gate: SampleGate
    private var state: VQFState<Double, Double>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        gate = SampleGate(maximumGap: parameters.maximumGap, magnetometer: parameters.magnetometer)
        state = VQFState([parameters])
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { gate.skips }

    /// Whether the device is at rest. False without ``Parameters/restBiasEstEnabled``.
    public var isAtRest: Bool { gate.isStarted && state.isAtRest }

    /// Whether the magnetic field is disturbed. False without ``Parameters/magDistRejectionEnabled``.
    public var isFieldDisturbed: Bool { gate.isStarted && state.isFieldDisturbed }

    /// The current estimate of the gyroscope's bias, rad/s in device axes.
    public var gyroscopeBias: Vector3 { state.bias }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        gate.process(frame, into: &state) ? state.currentOrientation() : nil
    }

    /// Forgets all samples.
    public mutating func reset() {
        self = VQF(parameters)
    }
}
