internal import RealModule
internal import SensorModel

extension ECEFPosition {
    /// The latitude, the longitude and the height above the ellipsoid.
    ///
    /// The latitude is that of the surface's nearest point. Right everywhere, inside the Earth too: the position made
    /// from the answer is within 10 nm; at distances beyond a, in proportion. Where more than one answer is right, it is
    /// a fixed one:
    /// - on the axis the longitude is 0;
    /// - in the equator's plane less than e²a (42.7 km) from the centre, where a northern and a southern point are
    ///   equally near, the northern one; at the centre so the north pole, at the height −b.
    ///
    /// Close to the edge of that disc, around which the equator's meridians curve, latitudes follow from ever fewer
    /// digits of the coordinates; nowhere else.
    ///
    /// Newton's steps on the secular equation, whose convergence from one side needs no safeguard: Moré & Sorensen
    /// 1983, doi:10.1137/0904038. The equation is that of Vermeille 2002, doi:10.1007/s00190-002-0273-6.
    ///
    /// - Returns: nil for coordinates that are not finite.
    public func geodetic(on ellipsoid: Ellipsoid = .wgs84) -> GeodeticPosition? {
        guard vector.isFinite else { return nil }
        let axisDistance = Double.hypot(vector.x, vector.y)
        let foot = ellipsoid.footOfNormal(axisDistance: axisDistance, equatorDistance: vector.z.magnitude)
        // tan φ = tan β/(1 − f)
        let (rise, run) = (foot.reducedSine, (1 - ellipsoid.flattening) * foot.reducedCosine)
        let length = Double.hypot(rise, run)
        let (sine, cosine) = (rise / length, run / length)
        // h = r cos φ + z sin φ − a√(1 − e² sin² φ), in which an error of the latitude counts only squared.
        let width = (1 - ellipsoid.eccentricitySquared * sine * sine).squareRoot()
        let height = axisDistance * cosine + vector.z.magnitude * sine - ellipsoid.semiMajorAxis * width
        let latitude = Angle(radians: .atan2(y: rise, x: run)).degrees
        // A negative zero would turn the axis to 180°.
        let longitude = axisDistance == 0 ? 0 : Angle(radians: .atan2(y: vector.y, x: vector.x)).degrees
        return GeodeticPosition(
            latitudeDegrees: vector.z < 0 ? -latitude : latitude,
            longitudeDegrees: longitude,
            height: height
        )
    }
}

extension Ellipsoid {
    /// The reduced latitude β of the surface point nearest to a point of a meridian's plane, both distances at least 0.
    fileprivate func footOfNormal(
        axisDistance: Metres,
        equatorDistance: Metres
    ) -> (reducedSine: Double, reducedCosine: Double) {
        let squared = eccentricitySquared
        let across = axisDistance / semiMajorAxis
        let along = equatorDistance / semiMajorAxis * (1 - flattening)
        // The wanted k ≥ 0 satisfies (across/(k + e²))² + (along/k)² = 1, and the two terms are cos² β and sin² β. Both
        // of these lie below it.
        var k = max(along, .hypot(across, along) - squared)
        guard k > 0 else {
            let cosine = squared > 0 ? min(1, across / squared) : 0
            return ((1 - cosine * cosine).squareRoot(), cosine)
        }
        while true {
            let (cosine, sine) = (across / (k + squared), along / k)
            let sumOfSquares = cosine * cosine + sine * sine
            let length = sumOfSquares.squareRoot()
            // Closer is rounding.
            guard length - 1 > 4 * Double.ulpOfOne else { return (sine, cosine) }
            // Newton's step for 1/length = 1, whose left side is concave in k: no step passes the root.
            let slope = cosine * cosine / (k + squared) + sine * sine / k
            k += sumOfSquares * (length - 1) / slope
        }
    }
}
