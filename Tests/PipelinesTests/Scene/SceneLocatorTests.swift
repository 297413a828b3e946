import Geodesy
import Pipelines
import SensorModel
import Testing

struct SceneLocatorTests {
    /// Device → scene: upright, with the camera along the scene's −Z.
    private static let upright = UnitQuaternion.identity

    private static func fix(_ estimate: LocationEstimate, accuracy: Metres? = nil) -> LocationFix {
        LocationFix(
            latitude: estimate.point.latitude,
            longitude: estimate.point.longitude,
            horizontalAccuracyMetres: accuracy ?? estimate.accuracy
        )
    }

    @Test func `Poses and fixes determine position and orientation on the Earth`() throws {
        let turn = SceneTurn(clockwise: Angle(degrees: -120))
        var locator = SceneLocator()
        let estimates = SceneWalk(turn: turn).estimates(100)
        #expect(locator.point == nil && locator.orientation == nil)
        for estimate in estimates {
            let pose = Pose(position: estimate.scenePosition, orientation: Self.upright)
            _ = locator.process(pose, at: estimate.time - 0.01)
            _ = locator.process(Self.fix(estimate), at: estimate.time)
        }
        // Metres: the walk's fixes have no error except the rounding of degrees in radians.
        let offset = SceneWalk.plane.offset(from: estimates[99].point, to: try #require(locator.point))
        #expect(offset.length < 1e-6)
        // The camera's heading is the scene's north, which is 120° to the left of the Earth's.
        let axis = try #require(locator.orientation).rotate(Vector3(0, 0, -1))
        #expect((axis - Vector3(Angle(degrees: -120).sine, Angle(degrees: -120).cosine, 0)).length < 1e-4)
        // The vertical is unchanged.
        #expect(abs(try #require(locator.orientation).rotate(Vector3(0, 1, 0)).z - 1) < 1e-12)
    }

    @Test func `A fix without a recent pose or an accuracy is counted and not used`() throws {
        var locator = SceneLocator()
        let estimate = try #require(SceneWalk().estimates(1).first)
        _ = locator.process(Self.fix(estimate), at: 0)
        _ = locator.process(Pose(position: .zero, orientation: Self.upright), at: 1)
        _ = locator.process(Self.fix(estimate), at: 1.6)
        _ = locator.process(Self.fix(estimate, accuracy: -1), at: 1.2)
        #expect(locator.fixesWithoutPose == 2 && locator.unusableFixes == 1)
        #expect(locator.best.current == nil)
    }

    @Test func `The timer drops a best estimate during a walk`() throws {
        var locator = SceneLocator()
        let estimate = try #require(SceneWalk().estimates(1).first)
        _ = locator.process(Pose(position: estimate.scenePosition, orientation: Self.upright), at: 0)
        _ = locator.process(Self.fix(estimate), at: 0)
        _ = locator.process(Pose(position: Vector3(500, 0, 0), orientation: Self.upright), at: 0.5)
        #expect(locator.best.current != nil)
        _ = locator.process(Pose(position: Vector3(500, 0, 0), orientation: Self.upright), at: 1)
        #expect(locator.best.current == nil && locator.point == nil)
    }
}
