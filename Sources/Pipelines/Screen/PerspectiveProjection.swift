public import SensorModel

/// The projection of a pinhole camera whose image fills the screen.
///
/// iBetelgeuse (Stevense & van der Tak 2010, sections 4.5.4 and 4.5.5), iLocator (Bertram 2012, the AR algorithm) and
/// ARKit's scenes use it. The image is centred and scaled, without distortion, until it covers the screen; the rest is
/// cropped. iBetelgeuse's rule maps the smallest square around the image to the smallest square around the screen. The
/// result is the same if the longer sides of both have the same direction and the screen's aspect ratio is at least
/// that of the image.
///
/// ```swift
/// let projection = PerspectiveProjection(camera: camera, screen: screen)
/// let placement = projection.placement(ofDirection: enu, orientation: orientation)
/// ```
public struct PerspectiveProjection: ScreenProjection {
    /// The camera.
    public let camera: Camera
    /// The screen.
    public let screen: Screen
    /// The distance from the screen's plane in metres below which places are not shown.
    public let nearPlane: Metres

    // The camera in pixels of the screen.
    private let focalX: Double
    private let focalY: Double
    private let principal: ScreenPoint
    private let rotationSine: Double
    private let rotationCosine: Double
    private let halfAngle: Angle

    /// Creates a projection.
    ///
    /// - Parameters:
    ///   - camera: camera with its horizontal axis along the screen's x.
    ///   - screen: screen.
    ///   - nearPlane: distance in metres below which places are not shown; at least 0.
    public init(camera: Camera, screen: Screen, nearPlane: Metres = 0) {
        precondition(nearPlane >= 0, "the near plane must not be negative")
        self.camera = camera
        self.screen = screen
        self.nearPlane = nearPlane
        let scale = max(screen.width / camera.imageWidth, screen.height / camera.imageHeight)
        let middle = screen.middle
        focalX = camera.focalX * scale
        focalY = camera.focalY * scale
        principal = ScreenPoint(
            x: middle.x + (camera.principalX - camera.imageWidth / 2) * scale,
            y: middle.y + (camera.principalY - camera.imageHeight / 2) * scale
        )
        rotationSine = screen.rotation.sine
        rotationCosine = screen.rotation.cosine
        let across = max(principal.x.magnitude, (screen.width - principal.x).magnitude) / focalX
        let along = max(principal.y.magnitude, (screen.height - principal.y).magnitude) / focalY
        halfAngle = Angle(ofPoint: 1, (across * across + along * along).squareRoot())
    }

    /// The pixel of the camera's axis.
    public var principalPoint: ScreenPoint { principal }

    /// The focal length in pixels, horizontally and vertically.
    public var focalLength: (x: Double, y: Double) { (focalX, focalY) }

    /// Returns the pixel of a direction. O(1).
    public func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement {
        guard enu != .zero else { return .ownPosition }
        let device = orientation.conjugate.rotate(enu)
        let depth = -device.z
        guard depth != 0 else { return ScreenPlacement(point: nil, isOnUserSide: true, isVisible: false) }
        let right = device.x * rotationCosine - device.y * rotationSine
        let up = device.x * rotationSine + device.y * rotationCosine
        // x = c_x + f_x X/Z, y = c_y − f_y Y/Z
        let point = ScreenPoint(x: principal.x + focalX * right / depth, y: principal.y - focalY * up / depth)
        let isVisible = depth > 0 && depth >= nearPlane && screen.contains(point)
        return ScreenPlacement(point: point, isOnUserSide: depth < 0, isVisible: isVisible)
    }

    /// Returns a cone that contains every visible direction.
    public func viewCone(orientation: UnitQuaternion) -> ViewCone {
        ViewCone(axis: orientation.rotate(Vector3(0, 0, -1)), halfAngle: halfAngle)
    }
}

/// The rectangle in which a system draws, and its rotation on the device.
///
/// Pixels are counted from the upper left corner of the picture: x right, y down.
public struct Screen: Sendable, Hashable {
    /// The width in pixels; greater than 0.
    public var width: Double
    /// The height in pixels; greater than 0.
    public var height: Double
    /// The rotation of the picture on the device, clockwise as the user sees it. At 0 (portrait) the top of the picture
    /// is in the direction of the device's y axis. At 90° it is in that of the x axis, as on a phone that is turned
    /// counter-clockwise to landscape. Any angle is supported; the rotation is about the screen's middle.
    public var rotation: Angle

    /// Creates a screen.
    public init(width: Double, height: Double, rotation: Angle = .zero) {
        precondition(width > 0 && height > 0, "width and height must be greater than 0")
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// The middle of the screen.
    public var middle: ScreenPoint { ScreenPoint(x: width / 2, y: height / 2) }

    /// Returns a Boolean value that indicates whether a point is on the screen, including its edges.
    public func contains(_ point: ScreenPoint) -> Bool {
        point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height
    }
}

/// The position of a place on the screen, and whether it is visible.
public struct ScreenPlacement: Sendable, Hashable {
    /// The pixel, which may be outside the screen. `nil` if the projection is not defined: for the device's own
    /// position, and for a perspective in the plane of the screen.
    public let point: ScreenPoint?
    /// A Boolean value that indicates whether the place is on the user's side of the screen's plane, or in that plane.
    ///
    /// A perspective projects such a place through the lens, mirrored at the middle.
    public let isOnUserSide: Bool
    /// A Boolean value that indicates whether the system shows the place.
    public let isVisible: Bool

    /// Creates a placement from its parts.
    public init(point: ScreenPoint?, isOnUserSide: Bool, isVisible: Bool) {
        self.point = point
        self.isOnUserSide = isOnUserSide
        self.isVisible = isVisible
    }

    /// The device's own position, which has no direction.
    public static let ownPosition = ScreenPlacement(point: nil, isOnUserSide: false, isVisible: false)
}

/// A point of a screen in pixels from its upper left corner: x right, y down.
///
/// It may be outside the screen.
public struct ScreenPoint: Sendable, Hashable {
    /// The distance from the left edge in pixels.
    public var x: Double
    /// The distance from the upper edge in pixels.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
