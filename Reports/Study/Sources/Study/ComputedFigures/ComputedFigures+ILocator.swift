import Geodesy
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let iLocator: [ComputedFigure] = iLocatorPlaces + iLocatorFrames + iLocatorScreen + iLocatorFriends

    private static let start = ClaimPlaces.computingCentre
    private static let end = ClaimPlaces.schloss
    /// The height of the geoid above the ellipsoid at the computing centre, from EGM96 on its grid of 15'.
    private static let geoidHeight: Metres = 43.85

    private static let iLocatorPlaces: [ComputedFigure] = [
        // Geodesic from 52.283630, 8.025502 to 52.271795, 9.044288.
        ComputedFigure("ilocator-schloss-printed", unit: "km") {
            Geodesic().distance(from: start, to: ClaimPlaces.schlossAsPrinted) / 1000
        },
        // Geodesic from 52.283630, 8.025502 to 52.271795, 8.044288.
        ComputedFigure("ilocator-schloss-corrected", unit: "km") { Geodesic().distance(from: start, to: end) / 1000 },
        // Change of the way from the computing centre to the Schloss by 1/f = 289.257223563.
        ComputedFigure("ilocator-flattening-relative", unit: "m") {
            let printed = Ellipsoid(semiMajorAxis: Ellipsoid.wgs84.semiMajorAxis, flattening: 1 / 289.257_223_563)
            return (way(on: printed) - way(on: .wgs84)).length
        },
        // Length of the ENU vector less the geodesic, 10 km east of the computing centre.
        ComputedFigure("ilocator-norm-10", unit: "m") { normError(to: east(10_000)) },
        // Length of the ENU vector less the geodesic, to longitude 9.044288.
        ComputedFigure("ilocator-norm-70", unit: "m") { normError(to: ClaimPlaces.schlossAsPrinted) },
        // Change of direction to the Schloss when both heights are 43.85 m lower.
        ComputedFigure("ilocator-geoid-both", unit: "°") { directionChange() },
        // Declination at the computing centre in November 2012, after IGRF-13.
        ComputedFigure("ilocator-declination", unit: "°") {
            MagneticMainField.declination(at: start, year: 2012.85).degrees
        },
    ]

    private static func way(on ellipsoid: Ellipsoid) -> Vector3 {
        LocalTangentFrame(at: ClaimPlaces.ground(start), on: ellipsoid)
            .local(ClaimPlaces.ground(end), on: ellipsoid)
    }

    private static func normError(to end: GeographicPoint) -> Double {
        (ENUNorm().distance(from: start, to: end) ?? .nan) - Geodesic().distance(from: start, to: end)
    }

    /// Returns the change of the direction in degrees if the height of the geoid is ignored at the device and at the
    /// place.
    private static func directionChange() -> Double {
        let change = ClaimPlaces.directionChange(from: start, to: end, rise: 0, height: geoidHeight)
        // Smaller changes are rounding errors.
        return change < 1e-6 ? 0 : change
    }

    private static let iLocatorFrames: [ComputedFigure] = [
        // Error of the azimuth to the Schloss by formulas 3.1 and 3.2 as printed.
        ComputedFigure("ilocator-printed-azimuth", unit: "°") {
            (printedWay.azimuth - way(on: .wgs84).azimuth).wrapped.degrees.magnitude
        },
        // Largest difference of an element of formula 3.2 from East, North, Up, over 1000 places.
        ComputedFigure("ilocator-rotation", unit: "") { rotationDifference() },
        // Depth of the ellipsoid below East and North, 1 km east of the computing centre.
        ComputedFigure("ilocator-tangent-plane-1", unit: "m") { drop(1000) },
        // Depth of the ellipsoid below East and North, 10 km east of the computing centre.
        ComputedFigure("ilocator-tangent-plane-10", unit: "m") { drop(10_000) },
    ]

    /// The vector to a place by the printed formulas. Formula 3.1 exchanges longitude and latitude except in N, but
    /// formula 3.2 does not.
    private static var printedWay: Vector3 {
        formula32(start)
            * (PublishedFigureCatalogue.formula31(end) - PublishedFigureCatalogue.formula31(start))
    }

    private static func formula32(_ point: GeographicPoint) -> Matrix3 {
        let (latitude, longitude) = (point.latitude, point.longitude)
        return Matrix3(
            rows: Vector3(-longitude.sine, longitude.cosine, 0),
            Vector3(-latitude.sine * longitude.cosine, -latitude.sine * longitude.sine, latitude.cosine),
            Vector3(latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine)
        )
    }

    private static func rotationDifference() -> Double {
        var generator = SplitMix64(seed: 1)
        let largest = (0..<1000).map { _ -> Double in
            let point = ClaimNumbers.point(
                180 * generator.nextFraction() - 90,
                360 * generator.nextFraction() - 180
            )
            let difference =
                formula32(point) - LocalTangentFrame(at: ClaimPlaces.ground(point)).rotation
            return [difference.x, difference.y, difference.z].map { row in
                max(row.x.magnitude, row.y.magnitude, row.z.magnitude)
            }.reduce(0, max)
        }.reduce(0, max)
        // Smaller differences are rounding errors.
        return largest < 1e-12 ? 0 : largest
    }

    private static func east(_ distance: Metres) -> GeographicPoint {
        ClaimNumbers.point(from: start, azimuth: 90, distance: distance)
    }

    private static func drop(_ distance: Metres) -> Double {
        -LocalTangentFrame(at: ClaimPlaces.ground(start)).local(ClaimPlaces.ground(east(distance))).z
    }
}

extension ComputedFigureCatalogue {
    static let iLocatorScreen: [ComputedFigure] = [0, 30].map(hold)

    static let iLocatorFriends: [ComputedFigure] =
        [friend("walker", speed: 1.4), friend("car", speed: 50 / 3.6)]
        + [2, 5, 10].map(sentAtRest)

    /// Returns the RMS error of a view that is redrawn five times a second (listing 3.22), during a turn at this speed.
    private static func hold(speed: Double) -> ComputedFigure {
        ComputedFigure("ilocator-hold-\(Int(speed))", unit: "°") {
            // The error grows linearly from 0 to ω T: its root mean square is ω T/√3.
            speed * 0.2 / 3.0.squareRoot()
        }
    }

    /// Returns the mean error of a friend's position, which is sent after every 10 m and fetched every 10 s (sections
    /// 3.4.2 and 3.4.3).
    private static func friend(_ name: String, speed: Double) -> ComputedFigure {
        ComputedFigure("ilocator-friend-\(name)", unit: "m") {
            // On average, half of the 10 m are not sent yet, and half of the distance of 10 s is not fetched yet.
            (10 + speed * 10) / 2
        }
    }

    /// Returns the percentage of fixes at rest that are sent because they are more than 10 m from the last sent fix.
    ///
    /// The fixes are independent, so the variance of their difference on each axis is twice the variance of one fix.
    private static func sentAtRest(deviation: Double) -> ComputedFigure {
        ComputedFigure("ilocator-sent-at-rest-\(Int(deviation))", unit: "%") {
            100 * Double.exp(-100 / (4 * deviation * deviation))
        }
    }
}
