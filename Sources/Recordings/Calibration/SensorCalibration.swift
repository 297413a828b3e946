public import SensorModel

/// The correction of a sensor's offset, scales and axes: corrected = matrix · (measured − offset).
public struct SensorCalibration: Sendable, Hashable {
    /// The offset in the unit of the stream, in device axes.
    public var offset: Vector3
    /// The matrix of scales and axes, without unit.
    public var matrix: Matrix3
    /// Whether the calibration applies to the values before the device's own calibration.
    public var isOfUncalibrated: Bool

    /// Creates a calibration. See the properties for the parameters.
    public init(offset: Vector3, matrix: Matrix3 = .identity, isOfUncalibrated: Bool = false) {
        self.offset = offset
        self.matrix = matrix
        self.isOfUncalibrated = isOfUncalibrated
    }

    /// The corrected value of a measured one.
    public func corrected(_ measured: Vector3) -> Vector3 { matrix * (measured - offset) }

    /// The stream with corrected values.
    public func corrected(_ stream: SensorStream<Vector3>) -> SensorStream<Vector3> {
        SensorStream(times: stream.times, values: stream.values.map(corrected))
    }
}
