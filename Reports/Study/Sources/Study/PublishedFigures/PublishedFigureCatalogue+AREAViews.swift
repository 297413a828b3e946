import Geodesy
import RealModule
import SensorModel

extension PublishedFigureCatalogue {
    /// AREA's camera: the sensor's sides and the focal length in millimetres.
    private static let (width, height, focalLength) = (4.592, 3.45, 4.28)
    private static let horizontal = Angle.fieldOfView(size: width, focalLength: focalLength).degrees
    private static let vertical = Angle.fieldOfView(size: height, focalLength: focalLength).degrees
    /// The field of view in degrees by formula 6.1, scaled from 480 to 580 pixels.
    private static let widened = 580.0 / 480 * 56
    /// The field of view of 580 pixels in degrees, for a camera whose 480 pixels show 56°.
    private static let widenedByTangent =
        2 * Angle(radians: .atan(580.0 / 480 * Angle(degrees: 28).tangent)).degrees

    private static func view(
        _ name: String,
        _ place: [PublishedFigure.Place],
        _ quantity: String,
        printed: String,
        _ number: Double,
        rounding: Double,
        value: Double
    ) -> PublishedFigure {
        PublishedFigure(
            name,
            at: place,
            quantity: quantity,
            printed: printed,
            unit: .degrees,
            printedValue: number,
            rounding: rounding,
            value: value,
            explanation: "2 arctan(B/2f), f = 4.28 mm."
        )
    }

    static let areaViews: [PublishedFigure] = [
        view(
            "area-width-of-view",
            [.areaThesis("formula 4.7"), .areaPaper("formula 7")],
            "horizontal field of view, sensor 4.592 mm",
            printed: "56,4225",
            56.4225,
            rounding: 5e-5,
            value: horizontal
        ),
        view(
            "area-height-of-view",
            [.areaThesis("formula 4.8"), .areaPaper("formula 8")],
            "vertical field of view, sensor 3.45 mm",
            printed: "43.9026",
            43.9026,
            rounding: 5e-5,
            value: vertical
        ),
        view(
            "area-width-rounded",
            [.areaThesis("section 4.4"), .areaPaper("section III-A.4")],
            "horizontal field of view, sensor 4.592 mm, rounded",
            printed: "56°",
            56,
            rounding: 0.5,
            value: horizontal
        ),
        view(
            "area-height-rounded",
            [.areaThesis("section 4.4"), .areaPaper("section III-A.4")],
            "vertical field of view, sensor 3.45 mm, rounded",
            printed: "44°",
            44,
            rounding: 0.5,
            value: vertical
        ),
        PublishedFigure(
            "area-widened-view",
            at: [.areaThesis("formula 6.1"), .areaPaper("formula 9")],
            quantity: "580/480 of 56°",
            printed: "67,6°",
            unit: .degrees,
            printedValue: 67.6,
            rounding: 0.05,
            value: widened,
            explanation: "67.67°: truncated, not rounded.",
            cost: .init(amount: widened - 67.6, unit: .degrees, meaning: "of the view's width, 0.57 pixels")
        ),
        PublishedFigure(
            "area-widened-linearly",
            at: [.areaThesis("formula 6.1"), .areaPaper("formula 9")],
            quantity: "field of view of 580 pixels where 480 show 56°",
            printed: "580px/480px · 56°",
            unit: .degrees,
            printedValue: widened,
            value: widenedByTangent,
            explanation: "A camera's image grows with the tangent of the angle, not with the angle.",
            cost: .init(amount: widened - widenedByTangent, unit: .degrees, meaning: "too wide")
        ),
        PublishedFigure(
            "area-left-limit",
            at: [.areaThesis("section 6.3.3"), .areaPaper("section IV-C.3")],
            quantity: "azimuth of the view's left limit from which the view lies across north: 360° less its width",
            printed: "291,4°",
            unit: .degrees,
            printedValue: 291.4,
            rounding: 0.05,
            value: 360 - 67.6,
            explanation: "A subtraction error: 360° − 67.6° is 292.4°. Listings 6.11 and 11 subtract correctly.",
            cost: .init(
                amount: 360 - 67.6 - 291.4,
                unit: .degrees,
                meaning: "of headings with the wrong case in a system that follows the sentence"
            )
        ),
    ]
}
