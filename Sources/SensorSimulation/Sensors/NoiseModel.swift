public import Recordings
public import SensorModel

/// The sensors of a simulated device, their errors, and the place of the device.
public struct NoiseModel: Sendable, Hashable {
    /// The name, as in ``NoiseCatalogue`` or in the noise file.
    public var name: String
    /// A description in one sentence.
    public var summary: String
    /// The source of the constants.
    public var source: String
    /// The constants without a source: a key of a stream such as `heading.lag`, or a whole stream such as `pose`.
    public var chosen: [String] = []
    /// The place, with its gravity and magnetic field.
    public var place: SimulatedPlace
    /// The accelerometer; nil in a device without it.
    public var accelerometer: VectorSensorModel?
    /// The gyroscope; nil in a device without it.
    public var gyroscope: VectorSensorModel?
    /// The magnetometer; nil in a device without it.
    public var magnetometer: VectorSensorModel?
    /// The system's compass; nil in a device without it.
    public var heading: HeadingModel?
    /// The system's attitude; nil in a device without it.
    public var attitude: AttitudeModel?
    /// The position fixes; nil in a device without it.
    public var location: LocationModel?
    /// The tracked poses; nil in a device without it.
    public var pose: PoseModel?
    /// The rate of the reference in samples per second.
    public var referenceRate: Hertz

    /// Sets the rate of a stream. Returns false where the device has no such stream.
    public mutating func setRate(_ rate: Hertz, of stream: StreamKind) -> Bool {
        switch stream {
        case .accelerometer: accelerometer?.timing.rate = rate
        case .gyroscope: gyroscope?.timing.rate = rate
        case .magnetometer: magnetometer?.timing.rate = rate
        case .heading: heading?.timing.rate = rate
        case .attitude: attitude?.timing.rate = rate
        case .location: location?.timing.rate = rate
        case .pose: pose?.timing.rate = rate
        case .reference: referenceRate = rate
        }
        return streams.contains(stream)
    }

    /// The streams of the device's recordings, including the reference.
    public var streams: [StreamKind] {
        let all: [(StreamKind, Bool)] = [
            (.accelerometer, accelerometer != nil), (.gyroscope, gyroscope != nil),
            (.magnetometer, magnetometer != nil), (.heading, heading != nil), (.attitude, attitude != nil),
            (.location, location != nil), (.pose, pose != nil), (.reference, true),
        ]
        return all.filter(\.1).map(\.0)
    }
}

extension NoiseModel {
    /// The rate of a stream in samples per second; 0 where the device has no such stream.
    public func rate(of stream: StreamKind) -> Hertz {
        let timing: SampleTiming? =
            switch stream {
            case .accelerometer: accelerometer?.timing
            case .gyroscope: gyroscope?.timing
            case .magnetometer: magnetometer?.timing
            case .heading: heading?.timing
            case .attitude: attitude?.timing
            case .location: location?.timing
            case .pose: pose?.timing
            case .reference: SampleTiming(rate: referenceRate)
            }
        return timing?.rate ?? 0
    }
}
