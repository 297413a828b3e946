internal import RealModule
internal import SensorModel

/// What AREA's listings do with a field of view once they have it.
extension SeedFigureCatalogue {
    private static let pixelsPerDegree = 480.0 / 56
    private static let view = 580 / pixelsPerDegree
    private static let halfTurn = Angle(degrees: 45).sine
    /// A place on the screen's vertical axis when the acceleration is a twentieth too long.
    private static let tilted = Angle(radians: Double.asin(1.05 * halfTurn)).degrees
    /// The picture of a 4:3 camera, as wide as the screen, is 1280/3 points high.
    private static let stretched =
        2 * Angle(ofPoint: 1280.0 / 3 * 1.24299 / 480, Angle.halfOfView.tangent).degrees

    static let areaDrawing: [SeedFigure] = [
        SeedFigure(
            "area-branch-in-a-branch",
            at: [.areaThesis("listing 6.11"), .areaPaper("listing 11")],
            quantity: "headings at which places are drawn",
            printed: "else if (left <= heading && heading <= right) in the branch for views across north",
            unit: .degrees,
            printedValue: view,
            value: 360,
            explanation: "The test for a view that is not across north stands where only views across north come by.",
            cost: .init(
                amount: 360 - view,
                unit: .degrees,
                meaning: "of headings at which nothing is drawn, from 33.83° to 326.17°"
            )
        ),
        SeedFigure(
            "area-arcsine",
            at: [.areaThesis("listing 6.9"), .areaPaper("listing 10")],
            quantity: "elevation of a camera raised by 45°, acceleration of 1.05 g",
            printed: "asin(a_z)",
            unit: .degrees,
            printedValue: tilted,
            value: 45,
            explanation: "The arcsine wants a vector of length one: asin(a_z/|a|). From 1.42 g on it is no number here.",
            cost: .init(
                amount: tilted - 45,
                unit: .degrees,
                meaning: "too high, \(Int(((tilted - 45) * pixelsPerDegree).rounded())) pixels on the screen"
            )
        ),
        SeedFigure(
            "area-vertical-limits",
            at: [.areaThesis("listing 6.9"), .areaPaper("listing 10")],
            quantity: "upper limit of a view whose middle is at the zenith",
            printed: "fmod(vertical + 67.67°/2, 180°)",
            unit: .degrees,
            printedValue: (90 + view / 2).truncatingRemainder(dividingBy: 180),
            value: 90 + view / 2,
            explanation:
                "The limits stay within ±123.83°, so that the remainder changes nothing; past the zenith no place is found."
        ),
        SeedFigure(
            "area-stretched-picture",
            at: [.areaThesis("listing 6.1")],
            quantity: "angle that the screen's 480 points show of the camera's picture after its stretch by 1.24299",
            printed: "56°",
            unit: .degrees,
            printedValue: 56,
            rounding: 0.5,
            value: stretched,
            explanation:
                "A 4:3 picture as wide as the screen is 427 points high, stretched 530; the screen shows 480 of them.",
            cost: .init(amount: 56 - stretched, unit: .degrees, meaning: "of the view's width")
        ),
    ]
}

extension Angle {
    /// Half of 56.4225°, formula 4.7.
    fileprivate static let halfOfView = Angle(radians: fieldOfView(size: 4.592, focalLength: 4.28).radians / 2)
}
