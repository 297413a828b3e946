/// A position fix on WGS84, as reported by a phone's operating system.
public struct LocationFix: Sendable, Hashable {
    /// The geodetic latitude, north positive.
    public var latitude: Angle
    /// The longitude, east positive.
    public var longitude: Angle
    /// The altitude in metres, as reported; `nil` if not reported.
    public var altitudeMetres: Double?
    /// The radius of the reported horizontal uncertainty, in metres; `nil` if not reported.
    public var horizontalAccuracyMetres: Double?
    /// The reported vertical uncertainty, in metres; `nil` if not reported.
    public var verticalAccuracyMetres: Double?
    /// The floor of the building; `nil` if not reported.
    public var floor: Int?
    /// The speed over ground in m/s; `nil` if not reported.
    public var speed: Double?
    /// The direction of travel clockwise from true north; `nil` if not reported.
    public var course: Angle?

    /// Creates a fix with the values that the device reported.
    public init(
        latitude: Angle,
        longitude: Angle,
        altitudeMetres: Double? = nil,
        horizontalAccuracyMetres: Double? = nil,
        verticalAccuracyMetres: Double? = nil,
        floor: Int? = nil,
        speed: Double? = nil,
        course: Angle? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitudeMetres = altitudeMetres
        self.horizontalAccuracyMetres = horizontalAccuracyMetres
        self.verticalAccuracyMetres = verticalAccuracyMetres
        self.floor = floor
        self.speed = speed
        self.course = course
    }
}

/// A position that a program estimated, with the accuracy that the program reports.
public enum EstimatedPosition: Sendable, Hashable {
    /// A position on the Earth.
    case geodetic(LocationFix)
    /// A position in metres, in the axes of the recording's reference positions. The height is `nil` if it is not
    /// estimated. The accuracies and the floor have the same meaning as in a `LocationFix`.
    case local(
        x: Metres,
        y: Metres,
        height: Metres?,
        horizontalAccuracy: Metres?,
        verticalAccuracy: Metres?,
        floor: Int? = nil
    )
}

/// A position with an orientation, in the reference frame of the tracking system.
public struct Pose: Sendable, Hashable {
    /// The position in metres.
    public var position: Vector3
    /// The orientation, device → reference frame.
    public var orientation: UnitQuaternion

    /// Creates a pose with this position in metres and this orientation.
    public init(position: Vector3, orientation: UnitQuaternion) {
        self.position = position
        self.orientation = orientation
    }
}
