import Geodesy
import Pipelines
public import SensorModel

/// The places around a point as a radar shows them.
public struct PlaceRadar: Sendable {
    /// A place on the disc.
    public struct Blip: Sendable, Hashable {
        public let place: PointOfInterest
        /// On the tangent plane of WGS84.
        public let distance: Metres
        /// Clockwise from north; 0 for a place at the point itself.
        public let bearing: Heading
        /// From the disc's middle in pixels, x right and y down.
        public let x: Double
        public let y: Double
    }

    /// What iBetelgeuse's source has for a dimension that says nothing else (Stevense & van der Tak 2010, source code,
    /// ARDimension).
    public static let usualRange: Metres = 1_000
    /// In pixels (the same source, ARRadarView).
    public static let usualRadius = 50.0

    public let centre: GeographicPoint
    /// At the top of the disc.
    public let heading: Heading
    /// How far the disc reaches.
    public let range: Metres
    /// Of the disc, in pixels.
    public let radius: Double
    /// Nearest first.
    public let blips: [Blip]
    /// How many places lie beyond the disc.
    public let beyond: Int

    /// Heights do not count.
    ///
    /// - Parameters:
    ///   - places: the places.
    ///   - centre: where the user stands.
    ///   - heading: at the top of the disc.
    ///   - range: how far the disc reaches; above 0.
    ///   - radius: of the disc in pixels; above 0.
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
            // On the sphere by which the index finds places, the same distance is up to 0.6 % more or less.
            for near in PlaceIndex(places).places(within: range * 1.01, of: centre) {
                let place = places[near.index]
                guard let target = GeodeticPosition(point: place.point, height: 0) else { continue }
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
        // Stable: places at one distance stay in the order of the index, which is that of the file.
        self.blips = blips.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element)
        beyond = places.count - blips.count
    }
}
