public import SensorModel

/// The content of a file of points of interest.
public struct PlaceFile: Sendable, Hashable {
    /// The format of the file.
    public var format: PlaceFormat
    /// The name of the collection; nil where the file has no name.
    public var name: String?
    /// The places, in the order of the file.
    public var places: [PointOfInterest]
    /// The number of elements that are not in ``places``, by reason.
    public var leftOut: [String: Int]
    /// The conditions for a reload; nil in formats without them.
    public var refresh: Refresh?
    /// The range of a radar view in metres, from the `radarRange` of a dimension; nil where the file has no range.
    public var radarRange: Metres?

    /// The conditions for a reload of a dimension (Stevense & van der Tak 2010, section 2.2 and its research report,
    /// section 4).
    public struct Refresh: Sendable, Hashable {
        /// The time in seconds after which the file is reloaded; nil for never.
        public var time: Seconds?
        /// The distance in metres after which the file is reloaded; nil for never.
        public var distance: Metres?

        /// Creates the conditions; see the properties for units.
        public init(time: Seconds? = nil, distance: Metres? = nil) {
            self.time = time
            self.distance = distance
        }
    }

    /// Creates a file's content; see the properties for units.
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

    /// Counts an element that is not in ``places``.
    mutating func leaveOut(_ reason: String) {
        leftOut[reason, default: 0] += 1
    }
}
