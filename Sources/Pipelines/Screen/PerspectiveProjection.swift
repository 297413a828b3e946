public import SensorModel

/// The tangent law of a pinhole camera, whose image fills the screen.
///
/// The projection of iBetelgeuse (Stevense & van der Tak 2010, sections 4.5.4 and 4.5.5), of iLocator
/// (Bertram 2012, the AR algorithm) and of ARKit's scenes. The image keeps its proportions and its middle and
/// is made as large as it must be to cover the screen; what then reaches beyond it is cut off. For a camera and a
/// screen that are longest in the same direction, and a screen that is no squarer than the image, this is iBetelgeuse's
/// rule: the smallest square around the image onto the smallest square around the screen.
public struct PerspectiveProjection: ScreenProjection {
    public let camera: Camera
    public let screen: Screen
    /// Places nearer to the screen's plane are not shown.
    public let nearPlane: Metres

    // The camera in pixels of the screen.
    private let focalX: Double
    private let focalY: Double
    private let principal: ScreenPoint
    private let rotationSine: Double
    private let rotationCosine: Double
    private let halfAngle: Angle

    /// - Parameters:
    ///   - camera: horizontal along the screen's x.
    ///   - screen: that is drawn on.
    ///   - nearPlane: at least 0, at which everything in front is shown.
    public init(camera: Camera, screen: Screen, nearPlane: Metres = 0) {
        precondition(nearPlane >= 0, "a near plane is in front")
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

    /// The pixel at which the camera's axis meets the screen.
    public var principalPoint: ScreenPoint { principal }

    /// How many pixels the tangent of one is worth, horizontally and vertically.
    public var focalLength: (x: Double, y: Double) { (focalX, focalY) }

    public func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement {
        guard enu != .zero else { return .ownPosition }
        let device = orientation.conjugate.rotate(enu)
        let depth = -device.z
        guard depth != 0 else { return ScreenPlacement(point: nil, isBehind: true, isVisible: false) }
        let right = device.x * rotationCosine - device.y * rotationSine
        let up = device.x * rotationSine + device.y * rotationCosine
        // x = c_x + f_x X/Z, y = c_y − f_y Y/Z
        let point = ScreenPoint(x: principal.x + focalX * right / depth, y: principal.y - focalY * up / depth)
        let isVisible = depth > 0 && depth >= nearPlane && screen.contains(point)
        return ScreenPlacement(point: point, isBehind: depth < 0, isVisible: isVisible)
    }

    public func viewCone(orientation: UnitQuaternion) -> ViewCone {
        ViewCone(axis: orientation.rotate(Vector3(0, 0, -1)), halfAngle: halfAngle)
    }
}
