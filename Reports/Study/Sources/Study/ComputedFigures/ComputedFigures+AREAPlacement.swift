import Pipelines
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let areaPlacement: [ComputedFigure] = [
        // Motion of a place for one degree of the compass, 480 px for 56°.
        ComputedFigure("area-jump", unit: "px") { 480.0 / 56 },
        // Distance from AREA's point to the camera's, a place 15° aside at the camera's elevation, 0°.
        ComputedFigure("area-placement-level", unit: "px") { placementError(elevation: 0) },
        // Distance from AREA's point to the camera's, a place 15° aside at the camera's elevation, 30°.
        ComputedFigure("area-placement-30", unit: "px") { placementError(elevation: 30) },
        // Distance from AREA's point to the camera's, a place 15° aside at the camera's elevation, 60°.
        ComputedFigure("area-placement-60", unit: "px") { placementError(elevation: 60) },
        // Distance from the camera's point, device rolled by 30°, to its point on a level device turned by 30°.
        ComputedFigure("area-roll-of-image", unit: "px") { rollError(areaCameraView) },
        // Distance from AREA's point, device rolled by 30°, to its point on a level device turned by 30°.
        ComputedFigure("area-roll-of-square", unit: "px") { rollError(areaSquareView) },
    ]

    private static var areaSquareView: LinearDegreesProjection {
        LinearDegreesProjection(
            screen: ClaimNumbers.areaScreen,
            pixelsPerDegree: ClaimNumbers.pixelsPerDegree,
            viewSize: 580
        )
    }

    private static var areaCameraView: PerspectiveProjection {
        PerspectiveProjection(camera: ClaimNumbers.areaCamera, screen: ClaimNumbers.areaScreen)
    }

    private static func placementError(elevation: Double) -> Double {
        let orientation = ClaimNumbers.orientation(elevation: elevation)
        let direction = ClaimNumbers.direction(azimuth: 15, elevation: elevation)
        let drawn = areaSquareView.placement(ofDirection: direction, orientation: orientation).point
        let seen = areaCameraView.placement(ofDirection: direction, orientation: orientation).point
        guard let drawn, let seen else { return .nan }
        return Double.hypot(drawn.x - seen.x, drawn.y - seen.y)
    }

    /// Returns the distance in pixels between the drawn and the true position of a place after a roll of 30°. Before
    /// the roll, the place is 10° to the right of the camera's axis and 5° above it.
    private static func rollError(_ projection: some ScreenProjection) -> Double {
        let direction = ClaimNumbers.direction(azimuth: 10, elevation: 5)
        func offset(roll: Double) -> (right: Double, down: Double)? {
            let orientation = ClaimNumbers.orientation(elevation: 0, roll: roll)
            guard let point = projection.placement(ofDirection: direction, orientation: orientation).point
            else {
                return nil
            }
            return (point.x - projection.screen.middle.x, point.y - projection.screen.middle.y)
        }
        guard let level = offset(roll: 0), let rolled = offset(roll: 30) else { return .nan }
        let turn = Angle(degrees: 30)
        let right = level.right * turn.cosine - level.down * turn.sine
        let down = level.right * turn.sine + level.down * turn.cosine
        return ClaimNumbers.withoutRounding(Double.hypot(rolled.right - right, rolled.down - down))
    }

    static let areaDirections: [ComputedFigure] = [
        // Error of top edge's azimuth + roll, camera 30° below the horizon, roll 90°.
        ComputedFigure("area-top-heading-landscape", unit: "°") { topHeadingError(elevation: -30, roll: 90) },
        // Error of top edge's azimuth + roll, camera 30° below the horizon, roll 45°.
        ComputedFigure("area-top-heading-oblique", unit: "°") { topHeadingError(elevation: -30, roll: 45) },
        // Error of top edge's azimuth + roll, camera 80° below the horizon, roll 45°.
        ComputedFigure("area-top-heading-flat", unit: "°") { topHeadingError(elevation: -80, roll: 45) },
        // headingOffset of listing 6.9 for a rotation of π/2.
        ComputedFigure("area-rotation-unit", unit: "") {
            (Double.pi / 2 * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
        },
        // Headings at which the branches of AREA 2013's listing 11 draw a place straight ahead.
        ComputedFigure("area-headings-paper", unit: "°") {
            Double((0..<3600).count { isDrawn(heading: (Double($0) + 0.5) / 10) }) / 10
        },
        // Azimuths inside the radar's 56° and outside the upright screen, places on the horizon.
        ComputedFigure("area-radar-upright", unit: "°") { radarOnly(roll: 0) },
        // Azimuths inside the radar's 56° and outside the screen in landscape, places on the horizon.
        ComputedFigure("area-radar-landscape", unit: "°") { radarOnly(roll: 90) },
    ]

    private static func topHeadingError(elevation: Double, roll: Double) -> Double {
        let orientation = ClaimNumbers.orientation(elevation: elevation, roll: roll)
        let view = ViewAngles(orientation: orientation)
        let compass = Heading(degrees: orientation.rotate(Vector3(0, 1, 0)).azimuth.degrees)
        let error = view.heading.turn(to: compass.turned(by: view.roll)).degrees
        return ClaimNumbers.withoutRounding(error.magnitude)
    }

    /// Returns whether a place is drawn by the horizontal test in listing 11 of AREA 2013, with the braces as printed.
    private static func isDrawn(heading: Double) -> Bool {
        let view = 67.6
        let left = (heading - view / 2 + 360).truncatingRemainder(dividingBy: 360)
        let right = (heading + view / 2 + 360).truncatingRemainder(dividingBy: 360)
        if right <= view || left >= 360 - view {
            return left <= heading || right >= heading
        } else {
            return left <= heading && heading <= right
        }
    }

    /// Returns the range in degrees of the azimuths inside the radar's 56° that the screen does not show. The step is
    /// 0.05°.
    private static func radarOnly(roll: Double) -> Double {
        let orientation = ClaimNumbers.orientation(elevation: 0, roll: roll)
        let missing = (0..<1120).count { step in
            let direction = ClaimNumbers.direction(
                azimuth: -28 + (Double(step) + 0.5) * 0.05,
                elevation: 0
            )
            return !areaSquareView.placement(ofDirection: direction, orientation: orientation).isVisible
        }
        return Double(missing) * 0.05
    }
}
