/// A place on a screen, in pixels from its upper left corner: x right, y down.
///
/// It may lie outside the screen.
public struct ScreenPoint: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
