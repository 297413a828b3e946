public import Geodesy
public import Pipelines

/// What described systems are measured with beside a recording: the places that they show, and where the user stands.
public struct SystemScene: Sendable {
    /// nil for the ring of ``DefaultPlaces`` around where the user begins.
    public var places: PlaceSet?
    /// Where the user stands all the time, in place of the recording's fixes; nil to follow these.
    public var station: GeodeticPosition?

    public init(places: PlaceSet? = nil, station: GeodeticPosition? = nil) {
        self.places = places
        self.station = station
    }
}
