public import SensorModel

/// AREA's law: as many pixels for a degree everywhere, on a square view that is larger than the screen and is turned
/// against the device's roll.
///
/// Geiger 2012, sections 6.1 and 6.3.2 to 6.3.3, and AREA 2013, section IV-C. The three cases of figure 6.5, in which
/// the view lies across north or not, are one here: differences of headings go the short way round.
public struct LinearDegreesProjection: ScreenProjection {
    public let screen: Screen
    public let pixelsPerDegree: Double
    /// The sides of the square view about the screen's middle, in pixels.
    public let viewSize: Double
    /// The angle that the square view shows, horizontally and vertically.
    public let degreesInView: Angle

    private let halfDegrees: Double

    /// - Parameters:
    ///   - screen: that is drawn on.
    ///   - pixelsPerDegree: greater than 0.
    ///   - viewSize: in pixels, greater than 0; AREA takes a little more than the screen's diagonal.
    ///   - degreesInView: greater than 0; nil for what the pixels show, formula 6.1.
    public init(screen: Screen, pixelsPerDegree: Double, viewSize: Double, degreesInView: Angle? = nil) {
        precondition(pixelsPerDegree > 0 && viewSize > 0, "a view has a size")
        self.screen = screen
        self.pixelsPerDegree = pixelsPerDegree
        self.viewSize = viewSize
        let degrees = degreesInView?.degrees ?? viewSize / pixelsPerDegree
        precondition(degrees > 0, "a view shows something")
        self.degreesInView = degreesInView ?? Angle(degrees: degrees)
        halfDegrees = degrees / 2
    }

    public func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement {
        guard enu != .zero else { return .ownPosition }
        let view = ViewAngles(orientation: orientation)
        let depth = enu.dot(orientation.rotate(Vector3(0, 0, -1)))
        return placement(
            ofBearing: Heading(degrees: enu.bearing.degrees),
            elevation: enu.elevation,
            in: view,
            isBehind: depth <= 0
        )
    }

    private func placement(
        ofBearing bearing: Heading,
        elevation: Angle,
        in view: ViewAngles,
        isBehind: Bool
    ) -> ScreenPlacement {
        // Listing 6.11: x = (bearing − left)·8.571, y = (top − elevation)·8.571, with left and top of listing 6.9.
        let fromLeft = view.heading.turn(to: bearing).degrees + halfDegrees
        let fromTop = view.elevation.degrees + halfDegrees - elevation.degrees
        let isInView = Self.isWithin(fromLeft, 2 * halfDegrees) && Self.isWithin(fromTop, 2 * halfDegrees)
        let across = fromLeft * pixelsPerDegree - viewSize / 2
        let down = fromTop * pixelsPerDegree - viewSize / 2
        let turn = view.roll - screen.rotation
        let middle = screen.middle
        let point = ScreenPoint(
            x: middle.x + across * turn.cosine - down * turn.sine,
            y: middle.y + across * turn.sine + down * turn.cosine
        )
        return ScreenPlacement(point: point, isBehind: isBehind, isVisible: isInView && screen.contains(point))
    }

    private static func isWithin(_ value: Double, _ limit: Double) -> Bool { value >= 0 && value <= limit }

    public func viewCone(orientation: UnitQuaternion) -> ViewCone {
        // Two directions are no further apart than their headings and elevations are as coordinates of a plane.
        let half = (screen.width * screen.width + screen.height * screen.height).squareRoot() / 2
        let shift = (halfDegrees * pixelsPerDegree - viewSize / 2).magnitude * 2
        let angle = Angle(degrees: (half + shift) / pixelsPerDegree)
        return ViewCone(axis: orientation.rotate(Vector3(0, 0, -1)), halfAngle: min(angle, Angle(degrees: 180)))
    }
}
