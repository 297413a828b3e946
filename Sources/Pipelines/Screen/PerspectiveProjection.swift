public import SensorModel

/// The projection of a pinhole camera whose image fills the screen.
///
/// This projection is used by iBetelgeuse (Stevense & van der Tak 2010, sections 4.5.4 and 4.5.5), iLocator (Bertram
/// 2012, the AR algorithm) and ARKit's scenes. The image is centred and scaled, without distortion, until it covers the
/// screen; parts outside the screen are cropped.
///
/// iBetelgeuse maps the smallest square around the image to the smallest square around the screen. The result is the
/// same under two conditions. Image and screen must be longer in the same direction. The screen's ratio of longer to
/// shorter side must be at least the image's ratio.
///
/// ```swift
/// let projection = PerspectiveProjection(camera: camera, screen: screen)
/// let placement = projection.placement(ofDirection: enu, orientation: orientation)
/// ```
public struct PerspectiveProjection: ScreenProjection {
    /// The camera. Its horizontal axis is the screen's x axis.
    public let camera: Camera
    /// The screen in pixels, and its rotation on the device.
    public let screen: Screen
    /// The minimum distance of a visible place from the camera along the camera's axis, in metres.
    public let nearPlane: Metres

    // The camera's focal lengths and principal point, in pixels of the screen.
    private let focalX: Double
    private let focalY: Double
    private let principal: ScreenPoint
    private let rotationSine: Double
    private let rotationCosine: Double
    private let halfAngle: Angle

    /// Creates a projection.
    ///
    /// - Parameters:
    ///   - camera: the camera whose horizontal axis is the screen's x axis.
    ///   - screen: the screen in pixels, and its rotation on the device.
    ///   - nearPlane: the minimum distance of a visible place along the camera's axis, in metres; at least 0.
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

    /// The pixel that shows the direction of the camera's axis.
    public var principalPoint: ScreenPoint { principal }

    /// The horizontal and vertical focal lengths in pixels of the screen.
    public var focalLength: (x: Double, y: Double) { (focalX, focalY) }

    /// Returns the pixel at which a place in the given direction is drawn. O(1).
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

    /// Returns a cone that contains every direction that is visible while the device has the given orientation.
    public func viewCone(orientation: UnitQuaternion) -> ViewCone {
        ViewCone(axis: orientation.rotate(Vector3(0, 0, -1)), halfAngle: halfAngle)
    }
}

/// The rectangle in which a system draws, and its rotation on the device.
///
/// Pixels are counted from the picture's upper left corner: x right, y down.
public struct Screen: Sendable, Hashable {
    /// The width in pixels; greater than 0.
    public var width: Double
    /// The height in pixels; greater than 0.
    public var height: Double
    /// The rotation of the picture on the device about the screen's middle, clockwise as the user sees it. At 0
    /// (portrait) the picture's top is in the direction of the device's y axis. At 90° the top is in the direction of
    /// the x axis, as on a phone that was turned counter-clockwise to landscape. Any angle is supported.
    public var rotation: Angle

    /// Creates a screen from its size in pixels and its rotation on the device.
    public init(width: Double, height: Double, rotation: Angle = .zero) {
        precondition(width > 0 && height > 0, "width and height must be greater than 0")
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// The middle of the screen.
    public var middle: ScreenPoint { ScreenPoint(x: width / 2, y: height / 2) }

    /// Returns `true` if a point is on the screen or its edges.
    public func contains(_ point: ScreenPoint) -> Bool {
        point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height
    }
}

/// The position of a place on the screen, and whether it is visible.
public struct ScreenPlacement: Sendable, Hashable {
    /// The pixel, which may be outside the screen; `nil` if the projection is undefined. The projection is undefined
    /// for the device's own position. A perspective projection is also undefined for a place in the screen's plane.
    public let point: ScreenPoint?
    /// A Boolean value that indicates whether the place is in the screen's plane or on the user's side of the
    /// plane. Such a place is not in front of the camera.
    ///
    /// For a place on the user's side, a perspective projection computes the pixel of the opposite direction.
    public let isOnUserSide: Bool
    /// A Boolean value that indicates whether the system shows the place.
    public let isVisible: Bool

    /// Creates a placement from its parts.
    public init(point: ScreenPoint?, isOnUserSide: Bool, isVisible: Bool) {
        self.point = point
        self.isOnUserSide = isOnUserSide
        self.isVisible = isVisible
    }

    /// The placement of the device's own position, which has no direction and therefore no pixel.
    public static let ownPosition = ScreenPlacement(point: nil, isOnUserSide: false, isVisible: false)
}

/// A point in pixels from the screen's upper left corner: x right, y down.
///
/// The point may be outside the screen.
public struct ScreenPoint: Sendable, Hashable {
    /// The distance from the left edge in pixels.
    public var x: Double
    /// The distance from the upper edge in pixels.
    public var y: Double

    /// Creates a point from its distances to the left and the upper edge in pixels.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
