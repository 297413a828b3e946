internal import RealModule
public import SensorModel

extension Geodesic {
    /// The end of a geodesic with a given start, azimuth and length, and the azimuth at the end.
    ///
    /// - Parameters:
    ///   - start: start of the geodesic.
    ///   - azimuth: azimuth at the start, clockwise from north.
    ///   - distance: length in metres, of any number of turns; negative values go backwards.
    /// - Returns: the end and its azimuth in (−180°, 180°]; nil when azimuth or distance is not finite.
    public func direct(
        from start: GeographicPoint,
        azimuth: Angle,
        distance: Metres
    ) -> (point: GeographicPoint, azimuth: Angle)? {
        guard azimuth.radians.isFinite, distance.isFinite else { return nil }
        var latitude = InverseProblem.reducedLatitude(start.latitudeDegrees, axisRatio: axisRatio)
        // A point at a negligible distance from a pole has a meridian from which the azimuth counts.
        latitude.cosine = max(latitude.cosine, 1e-100)
        let departure = SineCosine(radians: azimuth.radians)
        // (10): α₀
        let across = departure.sine * latitude.sine
        let equator = SineCosine(
            sine: departure.sine * latitude.cosine,
            cosine: (departure.cosine * departure.cosine + across * across).squareRoot()
        )
        // (9)
        let squaredModulus = secondEccentricitySquared * equator.cosine * equator.cosine
        let series = DistanceSeries(epsilon: DistanceSeries.epsilon(squaredModulus: squaredModulus))
        // (11). Along the equator σ is the longitude, and starts at 0.
        let isOnEquator = latitude.sine == 0 && departure.cosine == 0
        let northwards = isOnEquator ? 1 : departure.cosine * latitude.cosine
        let sigma = SineCosine(sine: latitude.sine, cosine: northwards).normalised
        let arc = SphericalArc(
            start: sigma,
            length: arcLength(from: sigma, scaled: distance / (semiMinorAxis * series.a1), series: series)
        )
        return end(of: arc, from: start, equator: equator, epsilon: series.epsilon)
    }

    /// σ₁₂ for a distance, equations (19) to (21).
    ///
    /// - Parameter scaled: τ₁₂ = s₁₂/(b A₁).
    private func arcLength(from sigma: SineCosine, scaled: Double, series: DistanceSeries) -> Double {
        let departure = series.c1.sum(sigma)
        let tau = sigma + SineCosine(radians: departure) + SineCosine(radians: scaled)
        let length = scaled + series.inverseC1.sum(tau) + departure
        // The coefficients of (21) grow with their order. One Newton step, with (7) for the slope, removes the error of
        // order 6 on an ellipsoid that is flatter than the Earth.
        guard flattening > 0.01 else { return length }
        let arc = SphericalArc(start: sigma, length: length)
        let (epsilon, doubledCosine) = (series.epsilon, 1 - 2 * arc.sine[1] * arc.sine[1])
        // √(1 + k² sin²σ)
        let slope = (1 - 2 * epsilon * doubledCosine + epsilon * epsilon).squareRoot() / (1 - epsilon)
        return length - (series.distance(over: arc) / series.a1 - scaled) * series.a1 / slope
    }

    private func end(
        of arc: SphericalArc,
        from start: GeographicPoint,
        equator: SineCosine,
        epsilon: Double
    ) -> (point: GeographicPoint, azimuth: Angle)? {
        let end = SineCosine(sine: arc.sine[1], cosine: arc.cosine[1])
        // (14)
        let arrival = SineCosine(sine: equator.sine, cosine: equator.cosine * end.cosine)
        // (13), and (6) back to the geodetic latitude.
        let northwards = (arrival.sine * arrival.sine + arrival.cosine * arrival.cosine).squareRoot()
        let latitude = Double.atan2(y: equator.cosine * end.sine, x: axisRatio * northwards)
        // (12)
        let (omega1, omega2) = (equator.sine * arc.sine[0], equator.sine * arc.sine[1])
        let omega = Double.atan2(
            y: omega2 * arc.cosine[0] - omega1 * arc.cosine[1],
            x: arc.cosine[0] * arc.cosine[1] + omega1 * omega2
        )
        // (8)
        let longitude = omega - flattening * equator.sine * longitudeSeries.integral(over: arc, epsilon: epsilon)
        let point = GeographicPoint(
            latitudeDegrees: latitude / SineCosine.radiansPerDegree,
            longitudeDegrees: start.longitudeDegrees + longitude / SineCosine.radiansPerDegree
        )
        return point.map { ($0, arrival.angle) }
    }
}
