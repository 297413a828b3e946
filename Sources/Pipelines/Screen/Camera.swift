public import SensorModel

/// A pinhole camera without distortion.
///
/// The camera looks along the device's −z axis. The image has the axes of the screen that shows it. The image's width
/// and height are therefore exchanged between portrait and landscape.
///
/// ```swift
/// let camera = Camera.physical(focalLength: 4.28, sensorWidth: 3.45, sensorHeight: 4.592)
/// let width = camera.horizontalFieldOfView
/// ```
public struct Camera: Sendable, Hashable {
    // All lengths have the same unit, for example millimetres or pixels; only their ratios matter.
    let focalX: Double
    let focalY: Double
    /// The principal point, from the image's upper left corner.
    let principalX: Double
    let principalY: Double
    let imageWidth: Double
    let imageHeight: Double

    /// Returns a camera with a lens and a sensor. The three lengths have the same unit and must be greater than 0.
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

    /// Returns a camera with square pixels and these angles between opposite edges of the image, both in (0, 180°).
    public static func fieldOfView(horizontal: Angle, vertical: Angle) -> Camera {
        precondition(horizontal.radians < .pi && vertical.radians < .pi, "a field of view must be below 180°")
        // B = 2f tan(θ/2)
        return physical(
            focalLength: 1,
            sensorWidth: 2 * Angle(radians: horizontal.radians / 2).tangent,
            sensorHeight: 2 * Angle(radians: vertical.radians / 2).tangent
        )
    }

    /// Returns a camera with a calibration in pixels of its image.
    ///
    /// - Parameters:
    ///   - focalX: the focal length in pixel widths; greater than 0.
    ///   - focalY: the focal length in pixel heights; greater than 0.
    ///   - principalX: the distance of the principal point from the left edge in pixels.
    ///   - principalY: the distance of the principal point from the upper edge in pixels.
    ///   - imageWidth: the width of the image in pixels; greater than 0.
    ///   - imageHeight: the height of the image in pixels; greater than 0.
    public static func intrinsics(
        focalX: Double,
        focalY: Double,
        principalX: Double,
        principalY: Double,
        imageWidth: Double,
        imageHeight: Double
    ) -> Camera {
        precondition(focalX > 0 && focalY > 0, "the focal lengths must be greater than 0")
        precondition(imageWidth > 0 && imageHeight > 0, "the image's width and height must be greater than 0")
        return Camera(
            focalX: focalX,
            focalY: focalY,
            principalX: principalX,
            principalY: principalY,
            imageWidth: imageWidth,
            imageHeight: imageHeight
        )
    }

    /// The angle between the left and the right edge of the image.
    public var horizontalFieldOfView: Angle {
        Angle(ofPoint: focalX, principalX) + Angle(ofPoint: focalX, imageWidth - principalX)
    }

    /// The angle between the upper and the lower edge of the image.
    public var verticalFieldOfView: Angle {
        Angle(ofPoint: focalY, principalY) + Angle(ofPoint: focalY, imageHeight - principalY)
    }
}
