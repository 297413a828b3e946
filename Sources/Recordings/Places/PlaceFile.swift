public import SensorModel

/// What a file of points of interest holds.
public struct PlaceFile: Sendable, Hashable {
    public var format: PlaceFormat
    /// What the file calls its places together; nil where it does not say.
    public var name: String?
    /// In the file's order.
    public var places: [PointOfInterest]
    /// What of the file is no place with a point, or could not be kept of one: how often, by the reason in words.
    public var leftOut: [String: Int]
    /// When such a file is to be loaded again; nil in formats that do not say.
    public var refresh: Refresh?
    /// How far a radar of the places reaches, as a dimension's `radarRange`; nil where the file does not say.
    public var radarRange: Metres?

    /// When a browser of a dimension loads it again (Stevense & van der Tak 2010, section 2.2 and its research report,
    /// section 4).
    public struct Refresh: Sendable, Hashable {
        /// After so much time; nil for never.
        public var time: Seconds?
        /// After walking so far; nil for never.
        public var distance: Metres?

        public init(time: Seconds? = nil, distance: Metres? = nil) {
            self.time = time
            self.distance = distance
        }
    }

    public init(
        format: PlaceFormat,
        name: String? = nil,
        places: [PointOfInterest] = [],
        leftOut: [String: Int] = [:],
        refresh: Refresh? = nil,
        radarRange: Metres? = nil
    ) {
        self.radarRange = radarRange
        self.format = format
        self.name = name
        self.places = places
        self.leftOut = leftOut
        self.refresh = refresh
    }

    /// Counts something that is left out.
    mutating func leaveOut(_ reason: String) {
        leftOut[reason, default: 0] += 1
    }
}
