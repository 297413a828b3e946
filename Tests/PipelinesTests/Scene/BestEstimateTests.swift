import Geodesy
import Pipelines
import SensorModel
import Testing

struct BestEstimateTests {
    private static func estimate(_ time: Seconds, north: Metres, accuracy: Metres) throws -> LocationEstimate {
        let origin = try #require(SceneWalk.origin())
        let point = try #require(SceneWalk.plane.point(from: origin, offset: Vector3(0, 0, -north)))
        return LocationEstimate(time: time, point: point, accuracy: accuracy, scenePosition: Vector3(0, 0, -north))
    }

    private static func best(_ estimates: [LocationEstimate]) -> LocationEstimate? {
        var best = BestEstimate()
        for estimate in estimates { best.add(estimate, turn: .none) }
        return best.current
    }

    @Test func `The best estimate has the smallest accuracy value, and is the newest of equals`() throws {
        let estimates = [
            try Self.estimate(0, north: 0, accuracy: 5), try Self.estimate(1, north: 1, accuracy: 5),
            try Self.estimate(2, north: 2, accuracy: 10),
        ]
        #expect(Self.best(estimates)?.time == 1)
    }

    @Test func `An estimate more than 100 m away is ignored`() throws {
        let good = try Self.estimate(0, north: 0, accuracy: 3)
        #expect(Self.best([good, try Self.estimate(1, north: 99, accuracy: 30)])?.time == 0)
        #expect(Self.best([good, try Self.estimate(1, north: 101, accuracy: 30)])?.time == 1)
    }

    @Test func `The position is the best fix plus the offset in the scene`() throws {
        var best = BestEstimate()
        best.add(try Self.estimate(0, north: 0, accuracy: 3), turn: .none)
        // In a scene with a yaw error of 90°, 20 m along its north lead east.
        let place = best.position(at: Vector3(0, 0, -20), turn: SceneTurn(clockwise: Angle(degrees: 90)))
        let offset = SceneWalk.plane.offset(from: try #require(SceneWalk.origin()), to: try #require(place))
        #expect((offset - Vector3(20, 0, 0)).length < 1e-6)
    }

    @Test func `The timer drops a best estimate that is out of reach`() throws {
        var best = BestEstimate()
        best.add(try Self.estimate(0, north: 0, accuracy: 3), turn: .none)
        best.review(at: Vector3(0, 0, -99), turn: .none)
        #expect(best.current != nil)
        best.review(at: Vector3(0, 0, -101), turn: .none)
        #expect(best.current == nil && best.position(at: .zero, turn: .none) == nil)
        best.add(try Self.estimate(9, north: 102, accuracy: 30), turn: .none)
        #expect(best.current?.time == 9)
    }

    @Test func `The oldest estimate is discarded`() throws {
        var best = BestEstimate(.init(capacity: 2))
        for (time, accuracy) in [(0.0, 3.0), (1, 10), (2, 20)] {
            best.add(try Self.estimate(time, north: time, accuracy: accuracy), turn: .none)
        }
        #expect(best.current?.time == 1)
    }

    @Test func `A fix without accuracy is rejected`() {
        let (latitude, longitude) = (Angle(degrees: 60), Angle(degrees: 24))
        for accuracy in [nil, -1, 0, .nan, .infinity] as [Double?] {
            let fix = LocationFix(latitude: latitude, longitude: longitude, horizontalAccuracyMetres: accuracy)
            #expect(LocationEstimate(fix, at: 0, scenePosition: .zero) == nil)
        }
        let fix = LocationFix(latitude: Angle(degrees: 91), longitude: longitude, horizontalAccuracyMetres: 5)
        #expect(LocationEstimate(fix, at: 0, scenePosition: .zero) == nil)
    }
}
