public import SensorModel

/// A picture that a system draws: where it believes the device to be, and where it puts the places.
public struct SystemFrame: Sendable {
    /// Its time is that of the drawing.
    public let viewpoint: Viewpoint
    /// Those that the system shows: on its screen and within its radius; nearest first.
    public let places: [ShownPlace]
    /// What the picture is made from, to be asked for places that it does not show.
    public let view: PlaceView

    init(viewpoint: Viewpoint, places: [ShownPlace], view: PlaceView) {
        self.viewpoint = viewpoint
        self.places = places
        self.view = view
    }

    /// The moment of the drawing.
    public var time: Seconds { viewpoint.time }
}
