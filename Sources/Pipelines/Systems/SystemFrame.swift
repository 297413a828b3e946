public import SensorModel

/// A picture that a system draws, with the estimated position and the places on the screen.
public struct SystemFrame: Sendable {
    /// The estimated position and orientation at the time of the drawing.
    public let viewpoint: Viewpoint
    /// The visible places within the system's radius, nearest first.
    public let places: [ShownPlace]
    /// The view from which the picture is drawn, for queries of other places.
    public let view: PlaceView

    init(viewpoint: Viewpoint, places: [ShownPlace], view: PlaceView) {
        self.viewpoint = viewpoint
        self.places = places
        self.view = view
    }

    /// The time of the drawing.
    public var time: Seconds { viewpoint.time }
}

/// A place with its position on the screen.
public struct ShownPlace: Sendable, Hashable {
    /// The index of the place.
    public let place: Int
    /// The position on the screen.
    public let placement: ScreenPlacement
    /// The distance in metres, by the system's own measure.
    public let distance: Metres

    /// Creates a place from its parts.
    public init(place: Int, placement: ScreenPlacement, distance: Metres) {
        self.place = place
        self.placement = placement
        self.distance = distance
    }
}
