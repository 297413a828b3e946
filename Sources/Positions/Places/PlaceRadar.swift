import Geodesy
import Pipelines
public import SensorModel

/// The places around the user on a radar: a disc with the user at the centre and the heading at the top.
public struct PlaceRadar: Sendable {
    /// A place on the radar's disc.
    public struct Blip: Sendable, Hashable {
        /// The place.
        public let place: PointOfInterest
        /// The distance from the user in metres, on the tangent plane of WGS84.
        public let distance: Metres
        /// The bearing from the user to the place, clockwise from north; 0 for a place at the centre.
        public let bearing: Heading
        /// The horizontal offset from the centre of the disc in pixels, to the right.
        public let x: Double
        /// The vertical offset from the centre of the disc in pixels, downwards.
        public let y: Double
    }

    /// The default distance at the edge of the disc in metres, as in iBetelgeuse (Stevense & van der Tak 2010, source
    /// code, ARDimension).
    public static let usualRange: Metres = 1_000
    /// The default radius of the disc in pixels, as in iBetelgeuse (Stevense & van der Tak 2010, source code,
    /// ARRadarView).
    public static let usualRadius = 50.0

    /// The user's position.
    public let centre: GeographicPoint
    /// The heading at the top of the disc.
    public let heading: Heading
    /// The distance at the edge of the disc, in metres.
    public let range: Metres
    /// The radius of the disc, in pixels.
    public let radius: Double
    /// The places on the disc, nearest first.
    public let blips: [Blip]
    /// The number of places beyond the edge of the disc.
    public let beyond: Int
    /// The number of places that the radar must not show; see `PlaceDisplay.isInRadar`.
    public let excluded: Int

    /// Computes the positions of places on the disc from their horizontal distances. Heights are ignored. O(n log n).
    ///
    /// - Parameters:
    ///   - places: the places to show.
    ///   - centre: the user's position.
    ///   - heading: the heading at the top of the disc.
    ///   - range: the distance at the edge of the disc in metres, above 0.
    ///   - radius: the radius of the disc in pixels, above 0.
    public init(
        _ places: [PointOfInterest],
        around centre: GeographicPoint,
        heading: Heading,
        range: Metres = usualRange,
        radius: Double = usualRadius
    ) {
        let radar = Radar(range: range, radius: radius)
        var blips: [Blip] = []
        if let position = GeodeticPosition(point: centre, height: 0) {
            let frame = LocalTangentFrame(at: position)
            // The index measures distances on a sphere, which differ by up to 0.6 % from distances on WGS84.
            for near in PlaceIndex(places).places(within: range * 1.01, of: centre) {
                let place = places[near.index]
                guard place.display.isInRadar, let target = GeodeticPosition(point: place.point, height: 0) else {
                    continue
                }
                let local = frame.local(target)
                guard let point = radar.point(ofDirection: local, heading: heading) else { continue }
                let level = Vector3(local.x, local.y, 0)
                blips.append(
                    Blip(
                        place: place,
                        distance: level.length,
                        bearing: Heading(degrees: level == .zero ? 0 : level.bearing.degrees),
                        x: point.x,
                        y: point.y
                    )
                )
            }
        }
        (self.centre, self.heading, self.range, self.radius) = (centre, heading, range, radius)
        // Places with equal distances keep the order of the file.
        self.blips = blips.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element)
        let inRadar = places.count(where: \.display.isInRadar)
        beyond = inRadar - blips.count
        excluded = places.count - inRadar
    }
}
