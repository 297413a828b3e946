import Geodesy
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let areaDistances: [ComputedFigure] = [
        // Change of the distance by formula 4.1 for one step of a double, at a cosine of 0.99999.
        ComputedFigure("area-cosine-step-example", unit: "m") {
            cosineStep(at: Double.acos(0.999_99) * EarthSphere.common)
        },
        // Change of the distance by formula 4.1 for one step of a double, at 1 m.
        ComputedFigure("area-cosine-step-metre", unit: "m") { cosineStep(at: 1) },
        // Distance of listing 4.1's locations by formula 4.1 in doubles, correctly rounded sines and cosines.
        ComputedFigure("area-law-of-cosines-rounded", unit: "m") {
            lawOfCosines(startSine: .sin(PublishedPlaces.ulm.point.latitude.radians))
        },
        // Distance of listing 4.1's locations by formula 4.1 in doubles, one sine a unit lower.
        ComputedFigure("area-law-of-cosines-lower", unit: "m") {
            lawOfCosines(startSine: Double.sin(PublishedPlaces.ulm.point.latitude.radians).nextDown)
        },
        // Distance by formulas 4.1 and 4.2 where the cosine is 1.
        ComputedFigure("area-distance-of-cosine-one", unit: "m") { Double.acos(1) * EarthSphere.common },
        // Change of the distance by formula 4.3 for one step of the arcsine's argument below 1.
        ComputedFigure("area-haversine-step-opposite", unit: "m") {
            2 * Double.acos(1.0.nextDown) * EarthSphere.common
        },
        // Change of the distance by formula 4.3 for one step of the arcsine's argument at 20 km.
        ComputedFigure("area-haversine-step-radius", unit: "m") {
            let argument = Double.sin(20_000 / EarthSphere.common / 2)
            return 2 * argument.ulp / (1 - argument * argument).squareRoot() * EarthSphere.common
        },
        // Largest difference between formula 4.3 and the geodesic of WGS84, 20 km from Ulm, all bearings.
        ComputedFigure("area-haversine-excess", unit: "%") {
            ClaimNumbers.largest { (haversine(to: $0) / 20_000 - 1).magnitude * 100 }
        },
        // Largest difference between AREA 2013's formula 4 and the geodesic's azimuth, 20 km from Ulm.
        ComputedFigure("area-haversine-bearing", unit: "px") {
            ClaimNumbers.largest { bearingError(to: atRadius($0)) }
        },
        // Difference between AREA 2013's formula 4 and the geodesic's azimuth, Ulm to Neu-Ulm.
        ComputedFigure("area-bearing-neu-ulm", unit: "px") { bearingError(to: ClaimNumbers.neuUlm) },
        // fmod(bearing + 360, 360) of a bearing of −0.5°.
        ComputedFigure("area-bearing-remainder", unit: "°") { (-0.5 + 360).truncatingRemainder(dividingBy: 360) },
    ]

    /// Returns the change of the computed distance if the cosine changes by its last digit.
    ///
    /// The change is R dc/sin θ, where R is the Earth's radius, θ is the distance divided by R, and dc is the spacing
    /// of doubles in [1/2, 1).
    private static func cosineStep(at distance: Metres) -> Metres {
        EarthSphere.common * (Double.ulpOfOne / 2) / Double.sin(distance / EarthSphere.common)
    }

    /// Returns the distance between the two locations of listing 4.1 by formula 4.1.
    ///
    /// - Parameter startSine: the sine of the first latitude, as a mathematics library computes it.
    private static func lawOfCosines(startSine: Double) -> Metres {
        let (start, end) = (
            PublishedPlaces.ulm.point.latitude.radians, PublishedPlaces.nextToUlm.point.latitude.radians
        )
        let cosine = startSine * Double.sin(end) + Double.cos(start) * Double.cos(end)
        return Double.acos(min(1, cosine)) * EarthSphere.common
    }

    private static func atRadius(_ bearing: Double) -> GeographicPoint {
        ClaimNumbers.point(from: ClaimNumbers.ulm, azimuth: bearing, distance: 20_000)
    }

    private static func haversine(to bearing: Double) -> Metres {
        Haversine().distance(from: ClaimNumbers.ulm, to: atRadius(bearing)) ?? .nan
    }

    /// Returns the error of AREA's bearing to a place, in pixels of AREA's screen.
    private static func bearingError(to end: GeographicPoint) -> Double {
        let azimuth = Geodesic().inverse(from: ClaimNumbers.ulm, to: end).initialAzimuth
        let bearing = GreatCircle.initialBearing(from: ClaimNumbers.ulm, to: end)
        return (bearing - azimuth).wrapped.degrees.magnitude * ClaimNumbers.pixelsPerDegree
    }

    static let areaElevations: [ComputedFigure] = [
        // Formula 4.5 with a signed difference of heights, Ulm (479 m) to Neu-Ulm (380 m).
        ComputedFigure("area-sigma-signed", unit: "°") { -elevation(rise: 380 - 479).degrees },
        // Formula 4.5 with the difference's magnitude as in listing 6.8, Ulm (479 m) to Neu-Ulm (380 m).
        ComputedFigure("area-sigma-magnitude", unit: "°") { -elevation(rise: 479 - 380).degrees },
        // Elevation that formula 4.5 misses at 20 km, a place of the user's height on WGS84.
        ComputedFigure("area-elevation-flat", unit: "px") {
            let end = ClaimNumbers.point(from: ClaimNumbers.ulm, azimuth: 90, distance: 20_000)
            let frame = LocalTangentFrame(at: ClaimPlaces.ground(ClaimNumbers.ulm))
            return -frame.local(ClaimPlaces.ground(end)).elevation.degrees * ClaimNumbers.pixelsPerDegree
        },
        // Elevation of a place of the user's height, 1 km away, both heights above sea level.
        ComputedFigure("area-height-same-datum", unit: "px") { datumError(user: 479, place: 479) },
        // Elevation of a spire's top 161.53 m above the user, 200 m away.
        ComputedFigure("area-spire-near", unit: "°") { spire(at: 200) },
        // Elevation of a spire's top 161.53 m above the user, 500 m away.
        ComputedFigure("area-spire-far", unit: "°") { spire(at: 500) },
    ]

    private static func elevation(rise: Metres) -> Angle {
        let distance = Haversine().distance(from: ClaimNumbers.ulm, to: ClaimNumbers.neuUlm) ?? .nan
        return SightLine.flat.elevation(distance: distance, observerHeight: 0, targetHeight: rise)
    }

    private static func datumError(user: Metres, place: Metres) -> Double {
        SightLine.flat.elevation(distance: 1000, observerHeight: user, targetHeight: place).degrees
            * ClaimNumbers.pixelsPerDegree
    }

    private static func spire(at distance: Metres) -> Double {
        SightLine.flat.elevation(distance: distance, observerHeight: 0, targetHeight: 161.53).degrees
    }
}
