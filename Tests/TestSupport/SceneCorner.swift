public import Recordings
public import SensorModel

/// A walk of 60 m north and 40 m west at 1 m/s, with exact fixes and poses. The scene's −Z axis points east.
public struct SceneCorner: Sendable {
    /// Metres per degree of latitude on the sphere of 6371 km: 2πR/360. A degree of longitude at 60° north is half of it.
    private static let degree = 111_194.93

    /// The accuracy that every fix states, in metres.
    public var accuracy: Metres = 5
    /// The number of poses per second.
    public var rate = 1

    /// Creates a walk with one pose per second.
    public init() {}

    /// The true position in metres, `second` seconds after the start.
    private func position(_ second: Double) -> (east: Double, north: Double) {
        (-max(0, second - 60), min(60, second))
    }

    /// The recording without a reference.
    public func recording(named name: String = "corner") -> Recording {
        var recording = Recording(name: name)
        var (poses, fixes) = (SensorStream<Pose>(), SensorStream<LocationFix>())
        for index in 0...100 * rate {
            let time = Double(index) / Double(rate)
            let (east, north) = position(time)
            poses.times.append(time)
            poses.values.append(Pose(position: Vector3(-north, 1.4, -east), orientation: .identity))
        }
        for second in 0...100 {
            fixes.times.append(Double(second))
            fixes.values.append(fix(position(Double(second))))
        }
        (recording.pose, recording.location) = (poses, fixes)
        return recording
    }

    /// A fix at a position in metres.
    public func fix(_ position: (east: Double, north: Double)) -> LocationFix {
        LocationFix(
            latitude: Angle(degrees: 60 + position.north / Self.degree),
            longitude: Angle(degrees: 24 + position.east / (Self.degree / 2)),
            horizontalAccuracyMetres: accuracy
        )
    }
}
