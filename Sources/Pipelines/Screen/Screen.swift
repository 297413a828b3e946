public import SensorModel

/// The rectangle in which a system draws, and how it lies on the device.
///
/// Points on it are counted in pixels from its upper left corner as its user reads it: x right, y down.
public struct Screen: Sendable, Hashable {
    /// Pixels from left to right; greater than 0.
    public var width: Double
    /// Pixels from top to bottom; greater than 0.
    public var height: Double
    /// How far the picture is turned on the device, clockwise as its user sees it: 0 in portrait, where the picture's up
    /// is the device's y axis, and 90° where it is the device's x axis, as on a phone that is turned counter-clockwise
    /// into landscape. Any angle between is allowed; the turn is about the screen's middle.
    public var rotation: Angle

    public init(width: Double, height: Double, rotation: Angle = .zero) {
        precondition(width > 0 && height > 0, "a screen has a size")
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    public var middle: ScreenPoint { ScreenPoint(x: width / 2, y: height / 2) }

    /// Whether a point lies on the screen; its edges belong to it.
    public func contains(_ point: ScreenPoint) -> Bool {
        point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height
    }
}
