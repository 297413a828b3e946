/// The position of a place on the screen, and whether it is visible.
public struct ScreenPlacement: Sendable, Hashable {
    /// The pixel, which may be outside the screen. Nil if the projection is not defined: for the device's own position,
    /// and for a perspective in the plane of the screen.
    public let point: ScreenPoint?
    /// Whether the place is on the user's side of the screen's plane, or in that plane.
    ///
    /// A perspective projects such a place through the lens, mirrored at the middle.
    public let isOnUserSide: Bool
    /// Whether the system shows the place.
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
