import Geodesy
import RealModule
import SensorModel

extension PublishedFigureCatalogue {
    /// Returns the distance in pixels from the screen's centre to a place at this angle, by AREA's linear projection.
    private static func linear(_ degrees: Double) -> Double { degrees * 480 / 56 }

    /// AREA's camera: the sensor's sides and the focal length in millimetres.
    private static let (width, height, focalLength) = (4.592, 3.45, 4.28)
    /// The focal length in pixels, for a sensor width of 480 pixels.
    private static let focalPixels = 480 * focalLength / width
    /// The angle θ at which AREA's linear law exceeds the tangent law the most: f/cos² θ = 180/π · 480/56.
    private static let angleOfMaximumExcess = Angle(radians: .acos((focalPixels * .pi / 180 / linear(1)).squareRoot()))
    /// The field of view in degrees by formula 6.1, scaled from 480 to 580 pixels.
    private static let widened = 580.0 / 480 * 56

    private static let linearLaw = PublishedFigure(
        "area-linear-law",
        at: [.areaThesis("listing 6.11"), .areaPaper("listing 11")],
        quantity: "pixels between the screen's middle and a place 17.36° aside, where 480 pixels show 56.4225°",
        printed: "480/56 · (bearing − left)",
        unit: .pixels,
        printedValue: linear(angleOfMaximumExcess.degrees),
        value: focalPixels * angleOfMaximumExcess.tangent,
        explanation: """
            A camera's image grows with the tangent of the angle. The degrees of the middle are too wide and those of the \
            edge too narrow; a place at the edge of the image is drawn 1.8 pixels outside.
            """,
        cost: .init(
            amount: linear(angleOfMaximumExcess.degrees) - focalPixels * angleOfMaximumExcess.tangent,
            unit: .pixels,
            meaning: "too far from the middle, the maximum on the screen"
        )
    )

    private static let enlargedPicture: PublishedFigure = {
        let focalPixels = 320 * 1.24299 * focalLength / height
        let value = focalPixels * Angle(degrees: 25).tangent
        return PublishedFigure(
            "area-enlarged-picture",
            at: [.areaThesis("listing 6.1")],
            quantity: "pixels to a place 25° aside, on a picture as wide as the screen's 320 pixels, enlarged",
            printed: "CAMERA_TRANSFORM_X = 1.24299; 480/56 · (bearing − left)",
            unit: .pixels,
            printedValue: linear(25),
            value: value,
            explanation: """
                The picture's 427 pixels of height become 530, of which the screen shows 480: 51.9°, not 56°. The pixels \
                per degree ignore this.
                """,
            cost: .init(amount: value - linear(25), unit: .pixels, meaning: "too near to the middle")
        )
    }()

    private static let nestedTest = PublishedFigure(
        "area-nested-test",
        at: [.areaThesis("section 6.3.3 and listing 6.11")],
        quantity: "headings at which places are drawn, if the third case is inside the first branch",
        printed: "if (right ≤ 67,6 || left ≥ 292,4) { … else if (left ≤ bearing && bearing ≤ right) }",
        unit: .degrees,
        printedValue: widened,
        value: 360,
        explanation: "Nested, the listing draws places at 67.67° of headings; not nested, at all.",
        cost: .init(amount: 360 - widened, unit: .degrees, meaning: "of headings at which the screen stays empty"),
        doubt: """
            The line breaks and braces of the text are not certain. The thesis refers to lines 5, 7, 15 and 16; these fit \
            if the first branch ends before the third case, as in AREA 2013, listing 11. The braces as read say the opposite.
            """
    )

    private static let pitch: PublishedFigure = {
        let printed = Angle(radians: .asin(1.05 * Angle(degrees: 60).sine)).degrees
        return PublishedFigure(
            "area-pitch",
            at: [.areaThesis("listing 6.9"), .areaPaper("listing 10")],
            quantity: "pitch of a device that looks up by 60° and feels 1.05 g",
            printed: "asin(a_z)",
            unit: .degrees,
            printedValue: printed,
            value: 60,
            explanation: "The vector a is not normalised. From 1.155 g on, this device's pitch is not a number.",
            cost: .init(amount: printed - 60, unit: .degrees, meaning: "too high")
        )
    }()

    private static let topLimit = PublishedFigure(
        "area-top-limit",
        at: [.areaThesis("listing 6.9"), .areaPaper("listing 10")],
        quantity: "upper limit of the view of a device that looks straight up",
        printed: "fmod(pitch + 67,6/2, 180)",
        unit: .degrees,
        printedValue: (90 + widened / 2).truncatingRemainder(dividingBy: 180),
        value: 90 + widened / 2,
        explanation: "The remainder changes nothing: no limit is beyond 123.83°."
    )

    static let areaScreens: [PublishedFigure] = [linearLaw, enlargedPicture, nestedTest, pitch, topLimit]
}
