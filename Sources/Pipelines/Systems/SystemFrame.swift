public import SensorModel

/// A picture that a system draws: where it believes the device to be, and where it puts the places.
public struct SystemFrame: Sendable, Hashable {
    /// Its time is that of the drawing.
    public let viewpoint: Viewpoint
    /// Those within the system's radius, nearest first; on the screen or not.
    public let places: [ShownPlace]

    public init(viewpoint: Viewpoint, places: [ShownPlace]) {
        self.viewpoint = viewpoint
        self.places = places
    }

    /// The moment of the drawing.
    public var time: Seconds { viewpoint.time }
}
