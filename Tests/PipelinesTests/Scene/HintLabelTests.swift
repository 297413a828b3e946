import Pipelines
import SensorModel
import Testing

struct HintLabelTests {
    /// Pixels.
    private static let tolerance = 1e-9
    private static let screen = Screen(width: 300, height: 600)
    /// The device upright, its camera to the north.
    private static let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))

    private static func label(_ enu: Vector3, inset: Double = 0) -> ScreenPoint? {
        // A focal length of 300 pixels: 2 atan(150/300) by 2 atan(300/300).
        let camera = Camera.physical(focalLength: 300, sensorWidth: 300, sensorHeight: 600)
        let projection = PerspectiveProjection(camera: camera, screen: screen)
        let placement = projection.placement(ofDirection: enu, orientation: upright)
        return HintLabel.point(for: placement, on: screen, inset: inset)
    }

    private static func isAt(_ point: ScreenPoint?, _ x: Double, _ y: Double) -> Bool {
        guard let point else { return false }
        return abs(point.x - x) < tolerance && abs(point.y - y) < tolerance
    }

    @Test func `Visible places and the own position have no label`() {
        #expect(Self.label(Vector3(0.49, 1, 0)) == nil)
        #expect(Self.label(.zero) == nil)
    }

    @Test func `The label of a place directly at the back is in the middle of the bottom`() {
        #expect(Self.isAt(Self.label(Vector3(0, -10, 0)), 150, 600))
    }

    @Test func `The label of a place at the back is at the bottom, on the side of the shorter turn`() {
        // 20° from the back: 300 tan 20° to the right, lowered by 600, limited to 300: half as far to the right.
        let angle = Angle(degrees: 160)
        let right = 150 + 300 * Angle(degrees: 20).tangent / 2
        #expect(Self.isAt(Self.label(Vector3(angle.sine, angle.cosine, 0)), right, 600))
        #expect(Self.isAt(Self.label(Vector3(-angle.sine, angle.cosine, 0)), 300 - right, 600))
    }

    /// The segment from (150, 300) to (150 + 300 · 2, 300 − 300 · 1) meets x = 300 at a quarter: y = 300 − 75.
    @Test func `In front the label is where the segment to the projection crosses the border`() {
        #expect(Self.isAt(Self.label(Vector3(2, 1, 1)), 300, 225))
        #expect(Self.isAt(Self.label(Vector3(0, 1, 4)), 150, 0))
        #expect(Self.isAt(Self.label(Vector3(0, 1, 4), inset: 20), 150, 20))
    }

    @Test func `The label moves continuously in a full turn`() throws {
        var before = try #require(Self.label(Vector3(1, 1e-7, 0)))
        for step in 1...1800 {
            let angle = Angle(degrees: 90 + Double(step) / 10)
            let now = try #require(Self.label(Vector3(angle.sine, angle.cosine, 0)))
            let jump = max(abs(now.x - before.x), abs(now.y - before.y))
            // Pixels for 0.1°: for a place directly at the back it moves 300/2 · tan 0.1° = 0.26, at most four times
            // that.
            #expect(jump < 1.1, "\(angle.degrees): \(jump)")
            before = now
        }
        #expect(Self.isAt(before, 0, 300))
    }

    @Test func `The label of a place without projection is at the bottom`() {
        let placement = ScreenPlacement(point: nil, isOnUserSide: true, isVisible: false)
        #expect(Self.isAt(HintLabel.point(for: placement, on: Self.screen), 150, 600))
    }
}
