import RealModule
public import SensorModel

/// A solver for shortest paths on an ellipsoid. The error on the Earth is a few nanometres at any distance, also at the
/// antipode.
///
/// Karney 2013, doi:10.1007/s00190-012-0578-z, with series of order 6. Equation numbers in the code refer to this
/// paper. The solver allocates no memory and can be used from any thread.
///
/// ```swift
/// let geodesic = Geodesic()
/// let (distance, departure, arrival) = geodesic.inverse(from: start, to: end)
/// let destination = geodesic.direct(from: start, azimuth: departure, distance: distance / 2)
/// ```
public struct Geodesic: Sendable {
    /// The ellipsoid.
    public let ellipsoid: Ellipsoid

    /// The axis ratio b/a = 1 − f.
    let axisRatio: Double
    let flattening: Double
    /// The equatorial radius a in metres.
    let semiMajorAxis: Double
    /// The polar radius b in metres.
    let semiMinorAxis: Double
    /// The square e′² of the second eccentricity.
    let secondEccentricitySquared: Double
    let longitudeSeries: LongitudeSeries
    /// The longest arc, in radians, for which the spherical approximation of equation (48) is exact within the
    /// resolution of a `Double`.
    let shortArc: Double

    /// The largest flattening for which the series have an error below 0.1 µm on a body of the Earth's size.
    public static let largestFlattening = 1.0 / 50

    /// Creates a solver.
    ///
    /// - Parameter ellipsoid: the ellipsoid, with a flattening of at most ``largestFlattening``.
    public init(ellipsoid: Ellipsoid = .wgs84) {
        precondition(ellipsoid.flattening <= Self.largestFlattening, "the flattening must be at most 1/50")
        self.ellipsoid = ellipsoid
        axisRatio = 1 - ellipsoid.flattening
        flattening = ellipsoid.flattening
        semiMajorAxis = ellipsoid.semiMajorAxis
        semiMinorAxis = ellipsoid.semiMinorAxis
        secondEccentricitySquared = ellipsoid.secondEccentricitySquared
        longitudeSeries = LongitudeSeries(thirdFlattening: ellipsoid.thirdFlattening)
        // The relative error of equation 52 is at most about f(1 − f/2)σ²/2. With this limit on σ, the error is a tenth
        // of a unit in the last place.
        let curvature = max(0.001, flattening) * min(1, 1 - flattening / 2) / 2
        shortArc = 0.1 * (Double.ulpOfOne / curvature).squareRoot()
    }

    /// Returns the length of the shortest path between two points in metres, and the azimuths at both ends.
    ///
    /// If there are several shortest paths, as between opposite poles, the result is one of them. Azimuths are
    /// clockwise from north in (−180°, 180°], both in the direction of travel. At a pole, azimuths are relative to the
    /// meridian of the point's longitude. For identical points, both azimuths are 0° in the southern hemisphere and
    /// 180° elsewhere. O(1), with a few iterations.
    public func inverse(
        from start: GeographicPoint,
        to end: GeographicPoint
    ) -> (distance: Metres, initialAzimuth: Angle, finalAzimuth: Angle) {
        let problem = InverseProblem(from: start, to: end, axisRatio: axisRatio)
        let solution = solve(problem)
        let (departure, arrival) = problem.azimuths(of: solution)
        return (solution.distance, departure, arrival)
    }

    /// Returns the length of the shortest path in metres. This is faster than ``inverse(from:to:)``, because it does
    /// not compute azimuths.
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres {
        solve(InverseProblem(from: start, to: end, axisRatio: axisRatio)).distance
    }
}

extension Geodesic {
    /// Returns the end of a geodesic with a given start, azimuth and length, and the azimuth at the end.
    ///
    /// - Parameters:
    ///   - start: the start of the geodesic.
    ///   - azimuth: the azimuth at the start, clockwise from north.
    ///   - distance: the length in metres. A negative length goes backwards. A length above the circumference continues
    ///     around the ellipsoid.
    /// - Returns: The end, and the azimuth at the end in (−180°, 180°]; `nil` if azimuth or distance is not finite.
    public func direct(
        from start: GeographicPoint,
        azimuth: Angle,
        distance: Metres
    ) -> (point: GeographicPoint, azimuth: Angle)? {
        guard azimuth.radians.isFinite, distance.isFinite else { return nil }
        var latitude = InverseProblem.reducedLatitude(start.latitudeDegrees, axisRatio: axisRatio)
        // A start at a pole is moved by a negligible distance, so that its meridian is defined. The azimuth is relative
        // to this meridian.
        latitude.cosine = max(latitude.cosine, 1e-100)
        let departure = SineCosine(radians: azimuth.radians)
        // Equation 10: α₀
        let across = departure.sine * latitude.sine
        let equator = SineCosine(
            sine: departure.sine * latitude.cosine,
            cosine: (departure.cosine * departure.cosine + across * across).squareRoot()
        )
        // Equation 9
        let squaredModulus = secondEccentricitySquared * equator.cosine * equator.cosine
        let series = DistanceSeries(epsilon: DistanceSeries.epsilon(squaredModulus: squaredModulus))
        // Equation 11. Along the equator, σ is the longitude and starts at 0.
        let isOnEquator = latitude.sine == 0 && departure.cosine == 0
        let northwards = isOnEquator ? 1 : departure.cosine * latitude.cosine
        let sigma = SineCosine(sine: latitude.sine, cosine: northwards).normalised
        let arc = SphericalArc(
            start: sigma,
            length: arcLength(from: sigma, scaled: distance / (semiMinorAxis * series.a1), series: series)
        )
        return end(of: arc, from: start, equator: equator, epsilon: series.epsilon)
    }

    /// Returns the arc length σ₁₂ for a scaled distance, equations (19) to (21).
    ///
    /// - Parameter scaled: the distance s₁₂ divided by b A₁, where b is the semi-minor axis.
    private func arcLength(from sigma: SineCosine, scaled: Double, series: DistanceSeries) -> Double {
        let departure = series.c1.sum(sigma)
        let tau = sigma + SineCosine(radians: departure) + SineCosine(radians: scaled)
        let length = scaled + series.inverseC1.sum(tau) + departure
        // The coefficients of equation 21 grow with their order. On an ellipsoid that is much flatter than the Earth,
        // one Newton step with the slope of equation 7 removes the error of order 6.
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
        // Equation 14
        let arrival = SineCosine(sine: equator.sine, cosine: equator.cosine * end.cosine)
        // Equation 13, and equation 6 back to the geodetic latitude.
        let northwards = (arrival.sine * arrival.sine + arrival.cosine * arrival.cosine).squareRoot()
        let latitude = Double.atan2(y: equator.cosine * end.sine, x: axisRatio * northwards)
        // Equation 12
        let (omega1, omega2) = (equator.sine * arc.sine[0], equator.sine * arc.sine[1])
        let omega = Double.atan2(
            y: omega2 * arc.cosine[0] - omega1 * arc.cosine[1],
            x: arc.cosine[0] * arc.cosine[1] + omega1 * omega2
        )
        // Equation 8
        let longitude = omega - flattening * equator.sine * longitudeSeries.integral(over: arc, epsilon: epsilon)
        let point = GeographicPoint(
            latitudeDegrees: latitude / SineCosine.radiansPerDegree,
            longitudeDegrees: start.longitudeDegrees + longitude / SineCosine.radiansPerDegree
        )
        return point.map { ($0, arrival.angle) }
    }
}

/// The integral I₃ along a geodesic, as a series of order 6 in ε and the third flattening n. The polynomials in n are
/// computed once.
///
/// Equation numbers refer to Karney 2013; see ``Geodesic``. `a2` is the coefficient of ε² in A₃, and `c23` is the
/// coefficient of ε³ in C₃₂.
struct LongitudeSeries {
    private let a1, a2, a3, a4, a5: Double
    private let c11, c12, c13, c14, c15: Double
    private let c22, c23, c24, c25: Double
    private let c33, c34, c35: Double
    private let c44, c45: Double
    private let c55: Double

    /// Creates the series for an ellipsoid with the third flattening n.
    init(thirdFlattening n: Double) {
        // Equation 24
        a1 = -(1.0 / 2 - n * (1.0 / 2))
        a2 = -(1.0 / 4 + n * (1.0 / 8 - n * (3.0 / 8)))
        a3 = -(1.0 / 16 + n * (3.0 / 16 + n * (1.0 / 16)))
        a4 = -(3.0 / 64 + n * (1.0 / 32))
        a5 = -3.0 / 128
        // Equation 25
        c11 = 1.0 / 4 - n * (1.0 / 4)
        c12 = 1.0 / 8 - n * n * (1.0 / 8)
        c13 = 3.0 / 64 + n * (3.0 / 64 - n * (1.0 / 64))
        c14 = 5.0 / 128 + n * (1.0 / 64)
        c15 = 3.0 / 128
        c22 = 1.0 / 16 + n * (-3.0 / 32 + n * (1.0 / 32))
        c23 = 3.0 / 64 + n * (-1.0 / 32 - n * (3.0 / 64))
        c24 = 3.0 / 128 + n * (1.0 / 128)
        c25 = 5.0 / 256
        c33 = 5.0 / 192 + n * (-3.0 / 64 + n * (5.0 / 192))
        c34 = 3.0 / 128 - n * (5.0 / 192)
        c35 = 7.0 / 512
        c44 = 7.0 / 512 - n * (7.0 / 256)
        c45 = 7.0 / 512
        c55 = 21.0 / 2560
    }

    /// Returns the factor A₃ of the longitude integral I₃, equation (24) of Karney 2013.
    @inline(__always)
    func scale(_ epsilon: Double) -> Double {
        1 + epsilon * (a1 + epsilon * (a2 + epsilon * (a3 + epsilon * (a4 + epsilon * a5))))
    }

    /// Returns the coefficients C₃ₗ of the longitude integral I₃, equation (25) of Karney 2013.
    @inline(__always)
    private func terms(_ epsilon: Double) -> SineSeries {
        let square = epsilon * epsilon
        return SineSeries(
            c1: epsilon * (c11 + epsilon * (c12 + epsilon * (c13 + epsilon * (c14 + epsilon * c15)))),
            c2: square * (c22 + epsilon * (c23 + epsilon * (c24 + epsilon * c25))),
            c3: square * epsilon * (c33 + epsilon * (c34 + epsilon * c35)),
            c4: square * square * (c44 + epsilon * c45),
            c5: square * square * epsilon * c55,
            c6: 0
        )
    }

    /// Returns I₃(σ₂) − I₃(σ₁), the longitude integral between the ends of an arc, equation (23) of Karney 2013.
    @inline(__always)
    func integral(over arc: SphericalArc, epsilon: Double) -> Double {
        scale(epsilon) * (arc.length + terms(epsilon).difference(over: arc))
    }
}
