import Geodesy
import RealModule
import SensorModel

extension PublishedFigureCatalogue {
    /// Evaluates iLocator's formula 3.1 at height 0. The printed formula exchanges longitude and latitude except in N.
    static func formula31(_ point: GeographicPoint) -> Vector3 {
        let (first, second) = (point.longitude, point.latitude)
        let normal = Ellipsoid.wgs84.primeVerticalRadius(at: point.latitude)
        return Vector3(
            normal * first.cosine * second.cosine,
            normal * first.cosine * second.sine,
            normal * (1 - Ellipsoid.wgs84.eccentricitySquared) * first.sine
        )
    }

    static let iLocator: [PublishedFigure] = {
        let (ulm, neuUlm) = (PublishedPlaces.ulm, PublishedPlaces.neuUlm)
        let printed = Ellipsoid(semiMajorAxis: Ellipsoid.wgs84.semiMajorAxis, flattening: 1 / 289.257_223_563)
        let displacement = ECEFPosition(ulm).chord(to: ECEFPosition(ulm, on: printed))
        let exchanged = (formula31(neuUlm.point) - formula31(ulm.point)).length
        let right = ECEFPosition(ulm).chord(to: ECEFPosition(neuUlm))
        return [
            PublishedFigure(
                "ilocator-semi-major-axis",
                at: [.iLocator("section 3.4.8")],
                quantity: "semi-major axis of WGS84",
                printed: "a = 6378137.0 m",
                unit: .metres,
                printedValue: 6_378_137,
                rounding: 0.05,
                value: Ellipsoid.wgs84.semiMajorAxis,
                explanation: "As WGS84 defines it."
            ),
            PublishedFigure(
                "ilocator-flattening",
                at: [.iLocator("section 3.4.8")],
                quantity: "reciprocal of WGS84's flattening",
                printed: "1/f = 289.257223563",
                unit: .none,
                printedValue: 289.257_223_563,
                rounding: 5e-10,
                value: 1 / Ellipsoid.wgs84.flattening,
                explanation: "Two digits exchanged: WGS84 defines 298.257223563.",
                cost: .init(amount: displacement, unit: .metres, meaning: "by which Ulm is displaced in ECEF"),
                doubt: """
                    The digits are read in a transcription: the thesis has 289 or 298, and no other place of it repeats \
                    them.
                    """
            ),
            PublishedFigure(
                "ilocator-exchanged",
                at: [.iLocator("formula 3.1")],
                quantity: "straight line from Ulm to Neu-Ulm, both at height 0",
                printed: "(h + N) cos λ cos φ, (h + N) cos λ sin φ, (h + N(1 − e²)) sin λ",
                unit: .metres,
                printedValue: exchanged,
                value: right,
                explanation: """
                    λ is defined as the longitude and φ as the latitude; the formula exchanges them. Section 2.3, N(φ) and \
                    formula 3.2 use the definition.
                    """,
                geodesic: PublishedPlaces.fromUlmToNeuUlm,
                cost: .init(amount: exchanged - right, unit: .metres, meaning: "more than the straight line")
            ),
        ]
    }()

    static let iBetelgeuse: [PublishedFigure] = {
        let middle = Angle(degrees: 45)
        let geocentric = Ellipsoid.wgs84.geocentricLatitude(at: middle)
        let perspective = 1 / Angle(degrees: 20).tangent
        // "About 40°" may be 39.5°.
        let perspectiveOfRounded = 1 / Angle(degrees: 39.5 / 2).tangent
        let largest = ECEFPosition(PublishedPlaces.ulm).vector.z
        return [
            PublishedFigure(
                "ibetelgeuse-width-of-view",
                at: [.iBetelgeuse("research report, section 6.4")],
                quantity: "horizontal field of view, image 3.58 mm, f = 3.85 mm",
                printed: "50°",
                unit: .degrees,
                printedValue: 50,
                rounding: 0.5,
                value: Angle.fieldOfView(size: 3.58, focalLength: 3.85).degrees,
                explanation: "2 arctan(B/2f)."
            ),
            PublishedFigure(
                "ibetelgeuse-height-of-view",
                at: [.iBetelgeuse("research report, section 6.4")],
                quantity: "vertical field of view, image 2.69 mm, f = 3.85 mm",
                printed: "39°",
                unit: .degrees,
                printedValue: 39,
                rounding: 0.5,
                value: Angle.fieldOfView(size: 2.69, focalLength: 3.85).degrees,
                explanation: "2 arctan(B/2f)."
            ),
            PublishedFigure(
                "ibetelgeuse-perspective",
                at: [.iBetelgeuse("appendix A")],
                quantity: "d of the perspective for a field of view of about 40°, α = 2 arctan(1/d)",
                printed: "d ≈ 2.8",
                unit: .none,
                printedValue: 2.8,
                rounding: 0.05 + perspectiveOfRounded - perspective,
                value: perspective,
                explanation: """
                    1/tan 20° is 2.747, but 40° is rounded, too: 39.5° gives 2.785, which rounds to 2.8. The 39° of the \
                    research report give 2.82.
                    """
            ),
            PublishedFigure(
                "ibetelgeuse-single-precision",
                at: [.iBetelgeuse("section 4.3.2")],
                quantity: "step of a single-precision number of ECEF's size, at Ulm",
                printed: "just sufficient for 1 m",
                unit: .metres,
                printedValue: 1,
                rounding: 0.5,
                value: Double(Float(largest).ulp),
                explanation:
                    "Correct for a stored coordinate; computed in single precision it has an error of up to 2.2 m."
            ),
            PublishedFigure(
                "ibetelgeuse-up",
                at: [.iBetelgeuse("appendix A")],
                quantity: "latitude to which up points at 45°",
                printed: "l_z = c/|c|",
                unit: .degrees,
                printedValue: geocentric.degrees,
                value: middle.degrees,
                explanation: "c/|c| points away from the Earth's centre; a plumb line follows the ellipsoid's normal.",
                cost: .init(
                    amount: 1000 * (middle - geocentric).tangent,
                    unit: .metres,
                    meaning: "in height at 1 km to the north or south"
                )
            ),
        ]
    }()

    package static let yandex: [PublishedFigure] = {
        let climb =
            (PublishedPlaces.neuUlm.point.latitude - PublishedPlaces.ulm.point.latitude).radians * EarthSphere.common
        let edge = Angle.fieldOfView(size: 4.592, focalLength: 4.28).radians / 2
        return [
            PublishedFigure(
                "yandex-arrows",
                at: [.yandex("Route polyline")],
                quantity: "number of arrows along 1 km, one every 3 m",
                printed: "about 330",
                unit: .none,
                printedValue: 330,
                rounding: 5,
                value: 1000 / 3,
                explanation: "333, rounded to tens."
            ),
            PublishedFigure(
                "yandex-south",
                at: [.yandex("Determining the position of an object on the stage")],
                quantity: "Δz from Ulm to Neu-Ulm in a scene whose Z points south",
                printed: "Δz = Δlat · metersInLatDegree",
                unit: .metres,
                printedValue: climb,
                value: -climb,
                explanation: """
                    Without the minus sign the scene shows southern places in the north. Δ is not defined; for either order \
                    of the two places, the sign of one axis is wrong. Ulm and Neu-Ulm are ours.
                    """,
                cost: .init(
                    amount: 2 * climb.magnitude,
                    unit: .metres,
                    meaning: "between Neu-Ulm and where it is drawn, seen from Ulm"
                )
            ),
            PublishedFigure(
                "yandex-sphere",
                at: [.yandex("Finish line, The size")],
                quantity: "length over width of a small sphere's image at the edge of AREA's 56.4225°",
                printed: "the projection of the sphere on any plane is a circle",
                unit: .none,
                printedValue: 1,
                value: 1 / .cos(edge),
                explanation: "A perspective makes it an ellipse: 1/cos θ at the angle θ from the camera's axis.",
                cost: .init(amount: 1 / .cos(edge) - 1, unit: .none, meaning: "of its width too long")
            ),
        ]
    }()
}
