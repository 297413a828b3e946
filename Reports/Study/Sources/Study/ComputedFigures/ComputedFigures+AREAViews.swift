import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    private static let (long, short, focalLength) = (4.592, 3.45, 4.28)
    /// The factor by which AREA enlarges the camera picture: the constants CAMERA_TRANSFORM_X and CAMERA_TRANSFORM_Y.
    private static let enlargement = 1.242_99
    /// The height of the camera picture in pixels. The picture has the screen's width of 320 pixels and the ratio 4:3.
    private static let pictureHeight = 320.0 * 4 / 3

    static let areaViews: [ComputedFigure] = [
        // View of the screen's 320 pixels where 480 show the sensor's 4.592 mm.
        ComputedFigure("area-view-short-side", unit: "°") { view(of: long * 320 / 480) },
        // View of the screen's 320 pixels by AREA's own pixels per degree.
        ComputedFigure("area-view-short-side-linear", unit: "°") { 320 / ClaimNumbers.pixelsPerDegree },
        // View of the screen's 480 pixels where 320 show the sensor's 3.45 mm, enlarged by 1.24299.
        ComputedFigure("area-view-long-side-enlarged", unit: "°") { view(of: short * 480 / (320 * enlargement)) },
        // View of the screen's 320 pixels where they show the sensor's 3.45 mm, enlarged by 1.24299.
        ComputedFigure("area-view-short-side-enlarged", unit: "°") { view(of: short / enlargement) },
        // 580/320 of 44° less 580/480 of 56°.
        ComputedFigure("area-either-side-screen", unit: "°") { 580.0 / 320 * 44 - 580.0 / 480 * 56 },
        // 580/360 of 44° less 580/480 of 56°: an uncropped picture of 480 × 360.
        ComputedFigure("area-either-side-picture", unit: "°") { 580.0 / 360 * 44 - 580.0 / 480 * 56 },
        // 56° enlarged as the diagonal of 480 × 320 pixels is longer than its long side.
        ComputedFigure("area-diagonal-view", unit: "°") { 56 * diagonal / 480 },
        // Lower edge of the picture, enlarged about the screen's middle, from the screen's top.
        ComputedFigure("area-picture-edge-centred", unit: "px") { 240 + pictureHeight * enlargement / 2 },
        // Lower edge of the picture, at the screen's top, enlarged about its own middle.
        ComputedFigure("area-picture-edge-at-top", unit: "px") { pictureHeight / 2 + pictureHeight * enlargement / 2 },
    ]

    static let areaSquare: [ComputedFigure] = [
        // Side of the square that holds what any rotation of the screen shows, camera on the horizon.
        ComputedFigure("area-square-level", unit: "px") { square(elevation: 0) },
        // Side of the square that holds what any rotation of the screen shows, camera 30° above the horizon.
        ComputedFigure("area-square-up", unit: "px") { square(elevation: 30) },
        // Mean distance of 250 places on all sides, upright screen, by their azimuths.
        ComputedFigure("area-mark-spacing", unit: "px") { 320 / (250 * (320 / ClaimNumbers.pixelsPerDegree) / 360) },
    ]

    private static var diagonal: Double { (320.0 * 320 + 480 * 480).squareRoot() }

    private static func view(of size: Double) -> Double {
        Angle.fieldOfView(size: size, focalLength: focalLength).degrees
    }

    /// Returns the side in pixels of the square in AREA's projection that encloses the circle through the screen's
    /// corners.
    ///
    /// On the sensor, 480 pixels correspond to 4.592 mm.
    private static func square(elevation: Double) -> Double {
        let orientation = ClaimNumbers.orientation(elevation: elevation)
        let focalPixels = 480 * focalLength / long
        let degrees = ClaimNumbers.largest { turn in
            let angle = Angle(degrees: turn)
            let device = Vector3(diagonal / 2 * angle.cosine, diagonal / 2 * angle.sine, -focalPixels)
            let direction = orientation.rotate(device)
            return max(
                direction.azimuth.degrees.magnitude,
                (direction.elevation.degrees - elevation).magnitude
            )
        }
        return 2 * degrees * ClaimNumbers.pixelsPerDegree
    }
}
