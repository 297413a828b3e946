public import Geodesy
public import SensorModel

/// How a system finds the direction and the distance of a place.
public struct PlaceDirectionLaw: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// AREA (Geiger 2012, formulas 4.3 to 4.5, listings 6.6 to 6.8): haversine, the bearing of the great
        /// circle, the elevation sign·arctan(Δh/d).
        case sphere
        /// iBetelgeuse (Stevense & van der Tak 2010, sections 4.3.2 and 4.5): ECEF less an offset that is chosen at the
        /// first fix, then East, North, Up, both in single precision.
        case offsetEarth
        /// iLocator (Bertram 2012, equations 3.1 and 3.2): ECEF, then East, North, Up.
        case tangentPlane
        /// Yandex.Maps (Yandex 2017, `metersInLonDegree`, `metersInLatDegree`): degrees to metres by the
        /// device's latitude on a sphere.
        case sceneOffsets
        /// Gamaray (Stevense & van der Tak 2010, research report, section 6.1): legs along the meridian and the
        /// parallel.
        case legs
    }

    public var kind: Kind
    /// Of the laws with a tangent plane.
    public var vertical: LocalTangentFrame.Vertical
    /// Of the laws with a sphere.
    public var earthRadius: Metres

    public init(
        _ kind: Kind,
        vertical: LocalTangentFrame.Vertical = .ellipsoidNormal,
        earthRadius: Metres = EarthSphere.common
    ) {
        precondition(earthRadius > 0, "a radius is above 0")
        self.kind = kind
        self.vertical = vertical
        self.earthRadius = earthRadius
    }

    static let verticals: [(name: String, value: LocalTangentFrame.Vertical)] = [
        ("normal", .ellipsoidNormal), ("geocentric", .geocentric),
    ]

    /// The directions of places from a device. A place without an altitude is as high as the device, or as far above it
    /// as its file says.
    ///
    /// O(1) for each of them.
    ///
    /// - Parameters:
    ///   - indices: which of the places.
    ///   - places: all places.
    ///   - device: where the user stands.
    ///   - offset: the frame of ``Kind/offsetEarth``; other laws do without.
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
                preconditionFailure("a finite height makes a position")
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
        }
    }

    private static func onSphere(
        from device: GeodeticPosition,
        to place: GeodeticPosition,
        radius: Metres
    ) -> (Vector3, Metres) {
        let distance = Haversine(radius: radius).distance(from: device.point, to: place.point) ?? 0
        // sign·arctan(Δh/d)  (4.5): without a distance and a difference in height there is no direction, as 0/0 is no
        // number and is drawn nowhere.
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

    private static func withLength(_ direction: Vector3) -> (Vector3, Metres) { (direction, direction.length) }
}
