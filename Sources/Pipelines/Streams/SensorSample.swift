import SensorModel

/// A sample of one sensor in a frame.
enum SensorSample: Sendable, Hashable {
    case vector(Vector3)
    case attitude(UnitQuaternion)
    case heading(HeadingReading)

    /// Interpolates between this sample (0) and the next one (1): linearly for vectors, along the shorter arc for
    /// attitudes and headings. A heading that only one of the two readings has is that of the next one.
    func interpolated(to next: SensorSample, fraction: Double) -> SensorSample {
        switch (self, next) {
        case (.vector(let from), .vector(let to)):
            return .vector(from.interpolated(to: to, fraction: fraction))
        case (.attitude(let from), .attitude(let to)):
            return .attitude(from.interpolated(to: to, fraction: fraction))
        case (.heading(let from), .heading(let to)):
            func between(_ from: Heading?, _ to: Heading?) -> Heading? {
                guard let from, let to else { return to }
                return from.interpolated(to: to, fraction: fraction)
            }
            return .heading(
                HeadingReading(
                    magnetic: between(from.magnetic, to.magnetic),
                    trueNorth: between(from.trueNorth, to.trueNorth),
                    accuracy: to.accuracy
                )
            )
        default: return next
        }
    }
}

extension SensorFrame {
    /// The sample of one sensor. Assigning a sample of another kind has no effect.
    subscript(sensor: SensorKind) -> SensorSample? {
        get {
            switch sensor {
            case .accelerometer: accelerometer.map(SensorSample.vector)
            case .gyroscope: gyroscope.map(SensorSample.vector)
            case .magnetometer: magnetometer.map(SensorSample.vector)
            case .attitude: attitude.map(SensorSample.attitude)
            case .heading: heading.map(SensorSample.heading)
            case .location, .pose: nil
            }
        }
        set {
            switch (sensor, newValue) {
            case (.accelerometer, .vector(let vector)): accelerometer = vector
            case (.accelerometer, nil): accelerometer = nil
            case (.gyroscope, .vector(let vector)): gyroscope = vector
            case (.gyroscope, nil): gyroscope = nil
            case (.magnetometer, .vector(let vector)): magnetometer = vector
            case (.magnetometer, nil): magnetometer = nil
            case (.attitude, .attitude(let orientation)): attitude = orientation
            case (.attitude, nil): attitude = nil
            case (.heading, .heading(let reading)): heading = reading
            case (.heading, nil): heading = nil
            default: break
            }
        }
    }
}
