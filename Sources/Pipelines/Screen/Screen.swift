public import SensorModel

/// The rectangle in which a system draws, and its rotation on the device.
///
/// Pixels are counted from the upper left corner as the user reads it: x right, y down.
public struct Screen: Sendable, Hashable {
    /// The width in pixels; greater than 0.
    public var width: Double
    /// The height in pixels; greater than 0.
    public var height: Double
    /// The rotation of the picture on the device, clockwise as the user sees it. At 0 (portrait) the picture's up is
    /// the device's y axis. At 90° it is the device's x axis, as on a phone that is turned counter-clockwise to
    /// landscape. Other angles are supported; the rotation is about the screen's middle.
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

    /// Whether a point is on the screen, including its edges.
    public func contains(_ point: ScreenPoint) -> Bool {
        point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height
    }
}
