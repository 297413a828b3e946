public import Recordings
public import SensorModel

/// The calibration of a sensor that was fitted to recordings, with its uncertainty.
public struct SensorFit: Sendable, Hashable {
    /// The sensor.
    public var kind: StreamKind
    /// The calibration.
    public var calibration: SensorCalibration
    /// The half-widths of the 95 % intervals of the offset.
    public var offsetInterval: Vector3
    /// The half-widths of the 95 % intervals of the matrix; nil for a sensor of which only the offset is fitted.
    public var matrixInterval: Matrix3?
    /// The parameters that were fitted besides the offset; nil for the offset alone.
    public var model: EllipsoidModel?
    /// The length of the corrected vectors in the sensor's unit; nil for a gyroscope.
    public var length: Double?
    /// The origin of ``length`` in words.
    public var lengthSource: String?
    /// The RMS deviation from ``length``, or from zero, without the calibration.
    public var residualBefore: Double
    /// The RMS deviation with the calibration.
    public var residualAfter: Double
    /// The number of samples, or of rests.
    public var count: Int
    /// Sentences about what could not be determined.
    public var remarks: [String]
}
