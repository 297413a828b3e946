public import SensorModel

/// A pinhole camera without distortion: what its image shows of the directions in front of it.
///
/// It looks along the device's −z axis. The axes of its image are those of the screen that shows it: horizontal is the
/// screen's x, so that the same camera is given by another width and height in portrait and in landscape.
public struct Camera: Sendable, Hashable {
    // All in the unit in which the camera was described: millimetres, pixels of its image, or focal lengths.
    let focalX: Double
    let focalY: Double
    /// From the image's upper left corner.
    let principalX: Double
    let principalY: Double
    let imageWidth: Double
    let imageHeight: Double

    /// From a lens and a sensor. All three lengths are in one unit and greater than 0.
    public static func physical(focalLength: Double, sensorWidth: Double, sensorHeight: Double) -> Camera {
        intrinsics(
            focalX: focalLength,
            focalY: focalLength,
            principalX: sensorWidth / 2,
            principalY: sensorHeight / 2,
            imageWidth: sensorWidth,
            imageHeight: sensorHeight
        )
    }

    /// From the angles between opposite edges of the image, both in (0, 180°); pixels are square.
    public static func fieldOfView(horizontal: Angle, vertical: Angle) -> Camera {
        precondition(horizontal.radians < .pi && vertical.radians < .pi, "a plane image shows less than half a turn")
        // B = 2f tan(θ/2)
        return physical(
            focalLength: 1,
            sensorWidth: 2 * Angle(radians: horizontal.radians / 2).tangent,
            sensorHeight: 2 * Angle(radians: vertical.radians / 2).tangent
        )
    }

    /// From a calibration, in pixels of the image.
    ///
    /// - Parameters:
    ///   - focalX: the focal length in pixel widths; greater than 0.
    ///   - focalY: the focal length in pixel heights; greater than 0.
    ///   - principalX: where the axis meets the image, from its left edge.
    ///   - principalY: where the axis meets the image, from its upper edge.
    ///   - imageWidth: greater than 0.
    ///   - imageHeight: greater than 0.
    public static func intrinsics(
        focalX: Double,
        focalY: Double,
        principalX: Double,
        principalY: Double,
        imageWidth: Double,
        imageHeight: Double
    ) -> Camera {
        precondition(focalX > 0 && focalY > 0, "a focal length is above 0")
        precondition(imageWidth > 0 && imageHeight > 0, "an image has a size")
        return Camera(
            focalX: focalX,
            focalY: focalY,
            principalX: principalX,
            principalY: principalY,
            imageWidth: imageWidth,
            imageHeight: imageHeight
        )
    }

    /// Between the left and the right edge of the image.
    public var horizontalFieldOfView: Angle {
        Angle(ofPoint: focalX, principalX) + Angle(ofPoint: focalX, imageWidth - principalX)
    }

    /// Between the upper and the lower edge of the image.
    public var verticalFieldOfView: Angle {
        Angle(ofPoint: focalY, principalY) + Angle(ofPoint: focalY, imageHeight - principalY)
    }
}
