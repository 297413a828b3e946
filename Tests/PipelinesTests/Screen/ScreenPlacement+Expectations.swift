import Pipelines
import Testing

extension ScreenPlacement {
    /// Pixels. A few roundings of numbers of a screen's size.
    private static let tolerance = 1e-9

    /// Expects the point and the other properties of a placement.
    func expect(
        _ x: Double,
        _ y: Double,
        visible: Bool = true,
        onUserSide: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let point = try #require(point, sourceLocation: sourceLocation)
        #expect(abs(point.x - x) <= Self.tolerance, "x \(point.x), \(x)", sourceLocation: sourceLocation)
        #expect(abs(point.y - y) <= Self.tolerance, "y \(point.y), \(y)", sourceLocation: sourceLocation)
        #expect(isVisible == visible, "visible", sourceLocation: sourceLocation)
        #expect(isOnUserSide == onUserSide, "onUserSide", sourceLocation: sourceLocation)
    }
}
