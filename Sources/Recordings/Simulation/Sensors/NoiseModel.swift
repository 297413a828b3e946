public import SensorModel

/// What a simulated device has for sensors, how wrong they are, and where it is.
public struct NoiseModel: Sendable, Hashable {
    public var name: String
    /// One sentence.
    public var summary: String
    /// Where the figures come from.
    public var source: String
    /// The constants that no source has, which are our choice: `heading.lag`, or `pose` for all of a stream.
    public var chosen: [String] = []
    public var place: SimulatedPlace
    /// Nil where the device has no such sensor; likewise for those below.
    public var accelerometer: VectorSensorModel?
    public var gyroscope: VectorSensorModel?
    public var magnetometer: VectorSensorModel?
    public var heading: HeadingModel?
    public var attitude: AttitudeModel?
    public var location: LocationModel?
    public var pose: PoseModel?
    /// Of the truth.
    public var referenceRate: Hertz

    /// Samples a stream more or less often; false where the device has no such sensor.
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

    /// What a recording of this device holds.
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
    /// Samples per second of a stream; 0 where the device has no such sensor.
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
