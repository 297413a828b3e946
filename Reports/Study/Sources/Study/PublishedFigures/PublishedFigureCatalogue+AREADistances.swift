import Geodesy
import RealModule
import SensorModel

extension PublishedFigureCatalogue {
    /// The cosine by formula 4.1 for the two locations of listing 4.1.
    private static var cosine: Double {
        let (start, end) = (
            PublishedPlaces.ulm.point.latitude.radians, PublishedPlaces.nextToUlm.point.latitude.radians
        )
        return .sin(start) * .sin(end) + .cos(start) * .cos(end)
    }

    private static func arc(ofCosine cosine: Double) -> Metres { .acos(min(1, cosine)) * EarthSphere.common }

    private static var haversine: Metres {
        let distance = Haversine().distance(from: PublishedPlaces.ulm.point, to: PublishedPlaces.nextToUlm.point)
        guard let distance else { preconditionFailure("the haversine formula is defined everywhere") }
        return distance
    }

    static let areaDistances: [PublishedFigure] = [
        PublishedFigure(
            "area-law-of-cosines",
            at: [.areaThesis("listing 4.1"), .areaPaper("listing 1")],
            quantity: "distance of the listing's two locations by formula 4.1",
            printed: "0.000134 km",
            unit: .metres,
            printedValue: 0.134,
            rounding: 0.0005,
            value: arc(ofCosine: cosine),
            explanation: """
                0.000134 km is acos(1 − 2⁻⁵²) · 6371 km, two steps of a double below 1. Correctly rounded sines and cosines \
                give one step, 0.000095 km; one of the four a unit lower gives two.
                """,
            geodesic: PublishedPlaces.fromUlmToNext,
            cost: .init(
                amount: 0.134 - PublishedPlaces.fromUlmToNext,
                unit: .metres,
                meaning: "more than the geodesic"
            ),
            doubt: """
                The last digit of a sine depends on the mathematics library, which the listing does not state: both \
                distances are possible.
                """
        ),
        PublishedFigure(
            "area-haversine",
            at: [.areaThesis("listing 4.1"), .areaPaper("listing 1")],
            quantity: "distance of the listing's two locations by haversines, formula 4.3",
            printed: "0.000079 km",
            unit: .metres,
            printedValue: 0.079,
            rounding: 0.0005,
            value: haversine,
            explanation:
                "Correct, and close to the geodesic, because at 48° a sphere of 6371 km is as curved as the ellipsoid.",
            geodesic: PublishedPlaces.fromUlmToNext,
            cost: .init(
                amount: haversine - PublishedPlaces.fromUlmToNext,
                unit: .metres,
                meaning: "from the geodesic, before rounding"
            )
        ),
        PublishedFigure(
            "area-cosine",
            at: [.areaThesis("listing 4.1"), .areaPaper("listing 1")],
            quantity: "cosine of the angle between the listing's two locations",
            printed: "1.000000",
            unit: .none,
            printedValue: 1,
            rounding: 5e-7,
            value: .cos(haversine / EarthSphere.common),
            explanation:
                "Rounded to six digits by printf, not by the processor: the program computes with the value below 1."
        ),
        PublishedFigure(
            "area-cosine-in-text",
            at: [.areaPaper("section III-A, below formula 3")],
            quantity: "cosine of the angle between the listing's two locations",
            printed: "0.99999999999988883...",
            unit: .none,
            printedValue: 0.999_999_999_999_888_83,
            rounding: 5e-18,
            value: cosine,
            explanation: """
                Three nines are missing, and the digits 88883 are not those of a double: the double next to 1 is \
                0.999999999999999888978, the next 0.99999999999999977796. Only the latter gives the printed 0.000134 km.
                """,
            cost: .init(
                amount: arc(ofCosine: 0.999_999_999_999_888_83) - PublishedPlaces.fromUlmToNext,
                unit: .metres,
                meaning: "more than the geodesic, with this cosine"
            )
        ),
        PublishedFigure(
            "area-radius",
            at: [.areaThesis("formula 4.2"), .areaPaper("formula 2")],
            quantity: "radius of the Earth",
            printed: "6371 km",
            unit: .metres,
            printedValue: 6_371_000,
            rounding: 500,
            value: Ellipsoid.wgs84.meanRadius,
            explanation: "The mean radius of WGS84, rounded to kilometres."
        ),
    ]

    /// Formula 4.4 from Ulm to Neu-Ulm, with cos φ_A cos φ_B as its first term, as printed in the thesis.
    private static var bearingAsPrinted: Angle {
        let (start, end) = (PublishedPlaces.ulm.point, PublishedPlaces.neuUlm.point)
        let (startLatitude, endLatitude) = (start.latitude.radians, end.latitude.radians)
        let difference = (end.longitude - start.longitude).radians
        let north =
            Double.cos(startLatitude) * .cos(endLatitude) - .sin(startLatitude) * .cos(endLatitude) * .cos(difference)
        return Angle(radians: .atan2(y: .sin(difference) * .cos(endLatitude), x: north))
    }

    static let areaBearing: PublishedFigure = {
        let right = GreatCircle.initialBearing(from: PublishedPlaces.ulm.point, to: PublishedPlaces.neuUlm.point)
            .degrees
        return PublishedFigure(
            "area-bearing",
            at: [.areaThesis("formula 4.4")],
            quantity: "bearing from Ulm to Neu-Ulm, the places of listing 5.2",
            printed: "atan2(sin Δλ cos φ_B, cos φ_A cos φ_B − sin φ_A cos φ_B cos Δλ)",
            unit: .degrees,
            printedValue: bearingAsPrinted.degrees,
            value: right,
            explanation:
                "The first term is cos φ_A sin φ_B, as in the thesis' listing 6.7 and in the paper's formula 4.",
            cost: .init(
                amount: right - bearingAsPrinted.degrees,
                unit: .degrees,
                meaning: "from the printed bearing to the correct one"
            ),
            doubt: """
                One letter of formula 4.4 decides this, and the text is a transcription: with cos φ_B the bearing is 180°, \
                with sin φ_B 128°. Listing 6.7 and AREA 2013, formula 4, have sin φ_B.
                """
        )
    }()
}
