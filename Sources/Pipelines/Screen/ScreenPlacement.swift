/// Where a system puts a place on its screen, and whether it shows it.
public struct ScreenPlacement: Sendable, Hashable {
    /// May lie outside the screen; nil where the law of projection has no answer: for the device's own position, and for
    /// a perspective in the plane of the screen.
    public let point: ScreenPoint?
    /// Whether the place is on the user's side of the screen's plane, or in that plane.
    ///
    /// A perspective puts such a place where the line through the lens leaves the image, mirrored at its middle.
    public let isBehind: Bool
    /// Whether the system shows it.
    public let isVisible: Bool

    public init(point: ScreenPoint?, isBehind: Bool, isVisible: Bool) {
        self.point = point
        self.isBehind = isBehind
        self.isVisible = isVisible
    }

    /// The device's own position, which is in no direction.
    public static let ownPosition = ScreenPlacement(point: nil, isBehind: false, isVisible: false)
}
