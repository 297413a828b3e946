public import SensorModel

/// AREA's projection: a constant number of pixels per degree. The square view is larger than the screen, and is rotated
/// to compensate the device's roll.
///
/// The sources are Geiger 2012, sections 6.1 and 6.3.2 to 6.3.3, and AREA 2013, section IV-C. In figure 6.5, Geiger
/// distinguishes three cases, because a view may contain north. This type does not need the distinction, because
/// heading differences follow the shorter arc.
///
/// ```swift
/// let projection = LinearDegreesProjection(screen: screen, pixelsPerDegree: 480 / 56, viewSize: 580)
/// let placement = projection.placement(ofDirection: enu, orientation: orientation)
/// ```
public struct LinearDegreesProjection: ScreenProjection {
    /// The screen in pixels, and its rotation on the device.
    public let screen: Screen
    /// The number of pixels per degree of heading or elevation.
    public let pixelsPerDegree: Double
    /// The length of the square view's sides in pixels. The view has the same middle as the screen.
    public let viewSize: Double
    /// The horizontal and vertical angle that the square view shows.
    public let degreesInView: Angle

    private let halfDegrees: Double

    /// Creates a projection.
    ///
    /// - Parameters:
    ///   - screen: the screen in pixels, and its rotation on the device.
    ///   - pixelsPerDegree: the number of pixels per degree; greater than 0.
    ///   - viewSize: the length of the square view's sides in pixels; greater than 0. AREA uses slightly more than the
    ///     screen's diagonal.
    ///   - degreesInView: the angle that the square view shows; greater than 0. The default is
    ///     `viewSize / pixelsPerDegree` (formula 6.1).
    public init(screen: Screen, pixelsPerDegree: Double, viewSize: Double, degreesInView: Angle? = nil) {
        precondition(pixelsPerDegree > 0 && viewSize > 0, "pixelsPerDegree and viewSize must be greater than 0")
        self.screen = screen
        self.pixelsPerDegree = pixelsPerDegree
        self.viewSize = viewSize
        let degrees = degreesInView?.degrees ?? viewSize / pixelsPerDegree
        precondition(degrees > 0, "degreesInView must be greater than 0")
        self.degreesInView = degreesInView ?? Angle(degrees: degrees)
        halfDegrees = degrees / 2
    }

    /// Returns the pixel at which a place in the given direction is drawn. O(1).
    public func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement {
        guard enu != .zero else { return .ownPosition }
        let view = ViewAngles(orientation: orientation)
        let depth = enu.dot(orientation.rotate(Vector3(0, 0, -1)))
        // Listing 6.11: x = (bearing − left)·8.571, y = (top − elevation)·8.571, with left and top from listing 6.9.
        let fromLeft = view.heading.turn(to: Heading(degrees: enu.bearing.degrees)).degrees + halfDegrees
        let fromTop = view.elevation.degrees + halfDegrees - enu.elevation.degrees
        let isInView = Self.isWithin(fromLeft, 2 * halfDegrees) && Self.isWithin(fromTop, 2 * halfDegrees)
        let across = fromLeft * pixelsPerDegree - viewSize / 2
        let down = fromTop * pixelsPerDegree - viewSize / 2
        let turn = view.roll - screen.rotation
        let middle = screen.middle
        let point = ScreenPoint(
            x: middle.x + across * turn.cosine - down * turn.sine,
            y: middle.y + across * turn.sine + down * turn.cosine
        )
        return ScreenPlacement(point: point, isOnUserSide: depth <= 0, isVisible: isInView && screen.contains(point))
    }

    private static func isWithin(_ value: Double, _ limit: Double) -> Bool { value >= 0 && value <= limit }

    /// Returns a cone that contains every direction that is visible while the device has the given orientation.
    public func viewCone(orientation: UnitQuaternion) -> ViewCone {
        // An angle between two directions is at most the root sum of squares of their differences in heading and
        // elevation.
        let half = (screen.width * screen.width + screen.height * screen.height).squareRoot() / 2
        let shift = (halfDegrees * pixelsPerDegree - viewSize / 2).magnitude * 2
        let angle = Angle(degrees: (half + shift) / pixelsPerDegree)
        return ViewCone(axis: orientation.rotate(Vector3(0, 0, -1)), halfAngle: min(angle, Angle(degrees: 180)))
    }
}

/// A projection of directions to the pixels of a screen.
///
/// A projection has no mutable state and can be used from any thread.
public protocol ScreenProjection: Sendable {
    /// The screen in pixels, and its rotation on the device.
    var screen: Screen { get }

    /// Returns the pixel at which a place is drawn.
    ///
    /// - Parameters:
    ///   - enu: the vector from the device to the place in Earth axes (East, North, Up) and metres. Its length matters
    ///     only for projections with a near plane. The zero vector, the device's own position, has no pixel and is not
    ///     visible.
    ///   - orientation: the orientation of the device, device → Earth.
    func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement

    /// Returns a cone that contains every direction that is visible while the device has the given orientation (device
    /// → Earth).
    func viewCone(orientation: UnitQuaternion) -> ViewCone
}

/// A cone of directions, given by its axis and the angle between the axis and the edge.
public struct ViewCone: Sendable, Hashable {
    /// The axis of the cone in Earth axes (East, North, Up), of length 1.
    public let axis: Vector3
    /// The angle between the axis and the edge. A cone of 180° contains all directions.
    public let halfAngle: Angle

    /// Creates a cone from its axis, of length 1, and the angle between the axis and the edge.
    public init(axis: Vector3, halfAngle: Angle) {
        self.axis = axis
        self.halfAngle = halfAngle
    }
}
