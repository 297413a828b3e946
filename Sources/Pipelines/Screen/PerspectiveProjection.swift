public import SensorModel

/// The projection of a pinhole camera whose image fills the screen.
///
/// It is that of iBetelgeuse (Stevense & van der Tak 2010, sections 4.5.4 and 4.5.5), of iLocator (Bertram 2012, the AR
/// algorithm) and of ARKit's scenes. The image is centred and scaled, without distortion, until it covers the screen;
/// the rest is cropped. iBetelgeuse's rule maps the smallest square around the image to the smallest square around the
/// screen. The result is equal if both are longest in the same direction and the screen is not more square than the
/// image.
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
    ///   - nearPlane: at least 0; 0 shows everything in front.
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

    /// The pixel of a direction. O(1).
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

    /// A cone that contains every visible direction.
    public func viewCone(orientation: UnitQuaternion) -> ViewCone {
        ViewCone(axis: orientation.rotate(Vector3(0, 0, -1)), halfAngle: halfAngle)
    }
}
