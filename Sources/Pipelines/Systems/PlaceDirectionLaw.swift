public import Geodesy
public import SensorModel

/// The method by which a system computes the direction and the distance of a place.
public struct PlaceDirectionLaw: Sendable, Hashable {
    /// The method, named after its geometry.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// AREA (Geiger 2012, formulas 4.3 to 4.5, listings 6.6 to 6.8): haversine distance, great-circle bearing, and
        /// the elevation sign·arctan(Δh/d).
        case sphere
        /// iBetelgeuse (Stevense & van der Tak 2010, sections 4.3.2 and 4.5): ECEF coordinates minus an offset,
        /// converted to East, North, Up. Both steps are in single precision.
        case offsetEarth
        /// iLocator (Bertram 2012, equations 3.1 and 3.2): ECEF coordinates, converted to East, North, Up.
        case tangentPlane
        /// Yandex.Maps (Yandex 2018, `metersInLonDegree`, `metersInLatDegree`): differences of degrees, converted to
        /// metres at the device's latitude on a sphere.
        case sceneOffsets
        /// Gamaray (Stevense & van der Tak 2010, research report, section 6.1): distances along the meridian and along
        /// the parallel.
        case legs
        /// LocAR.js (`sphmerc-projection.ts`): true heights, and differences of spherical Mercator coordinates
        /// (EPSG:3857). The differences are used as metres, although they are too long by the factor 1/cos φ.
        case mercator
    }

    /// The method of the AR system, named after the geometry that the method uses.
    public var kind: Kind
    /// The vertical direction, used only by laws with a tangent plane.
    public var vertical: LocalTangentFrame.Vertical
    /// The radius of the Earth in metres, used only by laws that treat the Earth as a sphere.
    public var earthRadius: Metres

    /// Creates a law. Parameters that the kind of law does not use have no effect.
    public init(
        _ kind: Kind,
        vertical: LocalTangentFrame.Vertical = .ellipsoidNormal,
        earthRadius: Metres = EarthSphere.common
    ) {
        precondition(earthRadius > 0, "the radius must be greater than 0")
        self.kind = kind
        self.vertical = vertical
        self.earthRadius = earthRadius
    }

    static let verticals: [(name: String, value: LocalTangentFrame.Vertical)] = [
        ("normal", .ellipsoidNormal), ("geocentric", .geocentric),
    ]

    /// Returns the directions and distances of places from a device. The height of a place without altitude is the
    /// sum of the device's height and the place's `heightAboveDevice`, which is 0 if absent.
    ///
    /// Each place takes O(1) time.
    ///
    /// - Parameters:
    ///   - indices: the indices of the places whose directions are computed.
    ///   - places: all places.
    ///   - device: the position of the device.
    ///   - offset: the reference frame of ``Kind/offsetEarth``; other laws ignore it.
    public func sights(
        of indices: some Sequence<Int>,
        among places: [PointOfInterest],
        from device: GeodeticPosition,
        offset: OffsetEarthFrame
    ) -> [PlaceSight] {
        let law = direction(from: device, offset: offset)
        return indices.map { index in
            let place = places[index]
            let altitude = place.altitude.flatMap { $0.isFinite ? $0 : nil }
            let above = place.heightAboveDevice.flatMap { $0.isFinite ? $0 : nil } ?? 0
            let height = altitude ?? device.height + above
            guard let position = GeodeticPosition(point: place.point, height: height) else {
                preconditionFailure("the height is finite")
            }
            let (direction, distance) = law(position)
            return PlaceSight(place: index, direction: direction, distance: distance)
        }
    }

    private func direction(
        from device: GeodeticPosition,
        offset: OffsetEarthFrame
    ) -> (GeodeticPosition) -> (Vector3, Metres) {
        let radius = earthRadius
        switch kind {
        case .sphere:
            return { Self.onSphere(from: device, to: $0, radius: radius) }
        case .offsetEarth:
            let frame = LocalTangentFrame(at: device, vertical: vertical)
            let transform = SinglePrecisionTransform(frame, from: offset)
            return { place in
                let local = transform.local(offset.singlePrecisionLocal(ECEFPosition(place)))
                return Self.withLength(Vector3(Double(local.x), Double(local.y), Double(local.z)))
            }
        case .tangentPlane:
            let frame = LocalTangentFrame(at: device, vertical: vertical)
            return { Self.withLength(frame.local($0)) }
        case .sceneOffsets:
            return { Self.offset(from: device, to: $0, MetersPerDegree(radius: radius)) }
        case .legs:
            return { Self.offset(from: device, to: $0, GamarayLinear()) }
        case .mercator:
            return { Self.withLength(Self.mercator(from: device, to: $0, radius: radius)) }
        }
    }

    private static func onSphere(
        from device: GeodeticPosition,
        to place: GeodeticPosition,
        radius: Metres
    ) -> (Vector3, Metres) {
        let distance = Haversine(radius: radius).distance(from: device.point, to: place.point) ?? 0
        // Formula 4.5: sign·arctan(Δh/d). Equal positions have no direction, because 0/0 is undefined.
        guard distance > 0 || place.height != device.height else { return (.zero, 0) }
        let elevation = SightLine.flat.elevation(
            distance: distance,
            observerHeight: device.height,
            targetHeight: place.height
        )
        let bearing = GreatCircle.initialBearing(from: device.point, to: place.point)
        let across = elevation.cosine
        let direction = Vector3(bearing.sine * across, bearing.cosine * across, elevation.sine)
        return (direction * max(distance, 1), distance)
    }

    private static func offset(
        from device: GeodeticPosition,
        to place: GeodeticPosition,
        _ formula: some DistanceFormula
    ) -> (Vector3, Metres) {
        let distance = formula.distance(from: device.point, to: place.point) ?? 0
        let bearing = formula.initialBearing(from: device.point, to: place.point) ?? .zero
        return withLength(
            Vector3(bearing.sine * distance, bearing.cosine * distance, place.height - device.height)
        )
    }

    private static func mercator(from device: GeodeticPosition, to place: GeodeticPosition, radius: Metres) -> Vector3 {
        let map = SphericalMercator(radius: radius)
        return Vector3(
            map.easting(of: (place.point.longitude - device.point.longitude).wrapped),
            map.northing(of: place.point.latitude) - map.northing(of: device.point.latitude),
            place.height - device.height
        )
    }

    private static func withLength(_ direction: Vector3) -> (Vector3, Metres) { (direction, direction.length) }
}

/// The direction and the distance of a place, as a system computes them.
public struct PlaceSight: Sendable, Hashable {
    /// The index of the place in the array of all places.
    public let place: Int
    /// The vector from the device to the place: East, North, Up, in metres; zero if both have the same position.
    public let direction: Vector3
    /// The distance in metres, as the system measures it.
    public let distance: Metres
}

extension PlaceDirectionLaw {
    /// Returns the radius and the margin for a search in ``PlaceIndex``. The search then finds every place that is in
    /// view and within `radius`, according to this law's distances and directions.
    func search(radius: Metres, latitude: Angle) -> (radius: Metres, margin: Angle) {
        // Distances on a sphere and on the ellipsoid differ by up to 0.56 %.
        let (stretch, margin) = (1.01, Angle(degrees: 0.5))
        switch kind {
        case .sphere, .offsetEarth, .tangentPlane: return (radius * stretch, margin)
        case .sceneOffsets, .legs: break
        // Horizontal distances are too long by the factor 1/cos φ, so elevations are much too small. A search must
        // therefore return every place.
        case .mercator: return (.infinity, Angle(degrees: 90))
        }
        // These laws use the device's parallel instead of the place's parallel. The resulting error of distance and
        // direction is d tan φ/R; the factor 2 includes terms of higher order.
        let distortion = 2 * radius * latitude.tangent.magnitude / EarthSphere.common
        // Close to a pole, these laws may place a point anywhere.
        guard distortion < 0.1 else { return (.infinity, margin) }
        return (radius * (stretch + distortion), margin + Angle(radians: distortion))
    }
}
