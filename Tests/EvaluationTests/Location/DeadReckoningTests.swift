import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// Steps, dead reckoning, and waypoints as a reference. Fixtures/make_steps.py wrote the steps.
struct DeadReckoningTests {
    private struct Fixture: Decodable {
        struct Step: Decodable {
            let time: Double
            let weinberg, kim, scarlett, constant: Double

            func length(_ model: StepDetector.LengthModel) -> Double {
                switch model {
                case .weinberg: weinberg
                case .kim: kim
                case .scarlett: scarlett
                case .constant: constant
                }
            }
        }

        let force: [[Double]]
        let steps: [Step]

        init() throws {
            self = try Package.decode("Tests/EvaluationTests/Fixtures/steps.json")
        }

        /// The walk with a device that always has the same orientation.
        func recording(attitude: UnitQuaternion) -> Recording {
            var recording = Recording(name: "walk")
            let times = force.map { $0[0] }
            recording.accelerometer = SensorStream(
                times: times,
                values: force.map { Vector3($0[1], $0[2], $0[3]) }
            )
            recording.attitude = SensorStream(times: times, values: times.map { _ in attitude })
            return recording
        }
    }

    /// Sums in another order differ by a few units of the last place.
    private static let sameLength = 1e-9

    /// A device that lies flat, with its top edge towards a heading clockwise from north.
    private static func flat(_ degrees: Double) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: -degrees), axis: Vector3(0, 0, 1))
    }

    @Test(arguments: StepDetector.LengthModel.allCases)
    func `Steps and their lengths equal numpy's`(model: StepDetector.LengthModel) throws {
        let fixture = try Fixture()
        var parameters = StepDetector.Parameters()
        parameters.length = model
        var detector = StepDetector(parameters)
        var found: [(time: Double, length: Double)] = []
        for row in fixture.force {
            let length = detector.update(Vector3(row[1], row[2], row[3]), at: row[0])
            if let length { found.append((row[0], length)) }
        }
        #expect(found.count == fixture.steps.count && detector.count == found.count && detector.skipped == 0)
        for (found, expected) in zip(found, fixture.steps) {
            #expect(found.time == expected.time)
            #expect(abs(found.length - expected.length(model)) < Self.sameLength)
        }
    }

    @Test func `Samples that are not finite or not later are skipped and counted`() {
        var detector = StepDetector(StepDetector.Parameters())
        for (value, time) in [(9.8, 0.0), (.nan, 0.1), (9.8, 0.0), (9.8, 0.2)] {
            let length = detector.update(Vector3(0, 0, value), at: time)
            #expect(length == nil)
        }
        #expect(detector.skipped == 2)
    }

    private static func waypoints(_ rows: [(time: Double, x: Double, y: Double)]) -> SensorStream<Waypoint> {
        SensorStream(times: rows.map(\.time), values: rows.map { Waypoint(x: $0.x, y: $0.y) })
    }

    private static let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))

    @Test(arguments: [
        ("", flat(0), 0.0), ("", flat(120), 120), (",headingOffset=-30", flat(120), 90),
        // Upright, the screen to the south: the view is to the north.
        ("", upright, 0), ("", flat(70) * upright, 70),
    ])
    func `A walker moves by each step in the direction of the device`(
        options: String,
        attitude: UnitQuaternion,
        heading: Double
    ) throws {
        let fixture = try Fixture()
        var recording = fixture.recording(attitude: attitude)
        let end = try #require(fixture.force.last?[0])
        let length = 0.66 * Double(fixture.steps.count)
        let course = Angle(degrees: heading).radians
        let target = (end, 100 + length * sin(course), 50 + length * cos(course))
        recording.waypoints = Self.waypoints([(1, 100, 50), target])
        let spec = "pdr:heading=deviceAttitude,length=constant\(options)"
        let run = try recording.outcome(ofLocation: spec).run
        let error = try #require(run.metrics[.locationErrorMax])
        #expect(error < 1e-6)
        // The first waypoint is the start, and therefore not evaluated.
        #expect(run.metrics[.locationCount] == 1)
        #expect(run.metrics[.firstLocation] == 1 - fixture.force[0][0])
        #expect(try #require(run.metrics[.locationDrift]) < 1e-6)
        #expect(run.metrics[.locationLag] == nil)
        #expect(run.metrics.note(for: .locationLag) == "the motion between waypoints is unknown")
        #expect(run.remarks.contains { $0.contains("2 waypoints of a floor plan") })
    }

    @Test func `The error after 60 s is that of the first waypoint from 60 to 70 s`() throws {
        var recording = try Fixture().recording(attitude: Self.flat(0))
        recording.waypoints = Self.waypoints([(-20, 0, 0), (41, 3, 4), (44, 0, 0)])
        let run = try recording.outcome(ofLocation: "pdr:heading=deviceAttitude,length=constant,lengthFactor=1e-9").run
        #expect(abs(try #require(run.metrics[.locationErrorAfter60]) - 5) < 1e-6)
    }

    @Test func `Waypoints in the skipped time are not evaluated`() throws {
        var recording = try Fixture().recording(attitude: Self.flat(0))
        recording.waypoints = Self.waypoints([(1, 0, 0), (3, 0, 0), (30, 0, 0), (40, 0, 0)])
        let outcome = try recording.outcome(ofLocation: "pdr:heading=deviceAttitude") { $0.skip = 10 }
        #expect(outcome.run.metrics[.locationCount] == 2)
    }

    @Test func `Fixes are not compared with waypoints of a floor plan`() throws {
        var recording = try Fixture().recording(attitude: Self.flat(0))
        recording.waypoints = Self.waypoints([(1, 0, 0), (40, 3, 4)])
        let fix = LocationFix(latitude: Angle(degrees: 48), longitude: Angle(degrees: 10))
        recording.location = SensorStream(times: [1, 2], values: [fix, fix])
        let run = try recording.outcome(ofLocation: "fixes").run
        #expect(run.metrics[.locationErrorP50] == nil)
        #expect(run.metrics.note(for: .locationErrorP50)?.contains("floor plan") ?? false)
    }

    @Test func `Fixes correct the path of a walker, and the claim grows with the distance`() throws {
        let fixture = try Fixture()
        var recording = fixture.recording(attitude: Self.flat(90))
        let end = try #require(fixture.force.last?[0])
        let fix = { (longitude: Double) in
            LocationFix(
                latitude: Angle(degrees: 0),
                longitude: Angle(degrees: longitude),
                horizontalAccuracyMetres: PositionEstimate.radius68
            )
        }
        // A true distance of 100 m, of which the steps measure less than half.
        recording.location = SensorStream(times: [1, end + 1], values: [fix(0), fix(100 / 111_319.49)])
        let first = try #require(try recording.outcome(ofLocation: "pdr:heading=deviceAttitude").positions)
        // Nothing but the position is uncertain.
        let spec = "pdr:heading=deviceAttitude,anchor=kalman,offsetDeviation=0,lengthDeviation=0,accuracyFactor=1"
        let kalman = try #require(try recording.outcome(ofLocation: spec).positions)
        let path = try #require(first.estimates.last)
        let deviation = try #require(path.horizontalDeviation)
        #expect(abs(deviation - (1 + 0.36 * path.position.x).squareRoot()) < 1e-6)
        let gain = deviation * deviation / (deviation * deviation + 1)
        let expected = path.position.x + gain * (100 - path.position.x)
        #expect(abs(try #require(kalman.estimates.last).position.x - expected) < 1e-3)
    }

    @Test(arguments: [0.0, 50, -170])
    func `Fixes determine how a walker carries the device, and the scale of the steps`(offset: Double) throws {
        let fixture = try Fixture()
        let origin = try #require(GeodeticPosition(latitudeDegrees: 48, longitudeDegrees: 10, height: 0))
        let frame = LocalTangentFrame(at: origin)
        let spec = "pdr:heading=deviceAttitude,length=constant,anchor=kalman,accuracyFactor=1,headingOffset=10"
        let attitude = Self.flat(30)
        var pipeline = LocationPipeline(try LocationPipelineSpecification(parsing: spec), origin: origin)
        var generator = SeededGenerator(seed: 11)
        let course = Angle(degrees: 30 + offset)
        let scale = 1.1
        // Metres.
        let deviation = 1.5
        var (steps, second) = (0, 0)
        var last: PositionEstimate?
        for row in fixture.force {
            let (time, force) = (row[0], Vector3(row[1], row[2], row[3]))
            if steps < fixture.steps.count, fixture.steps[steps].time <= time { steps += 1 }
            let distance = scale * 0.66 * Double(steps)
            last = pipeline.process(SensorFrame(time: time, accelerometer: force, attitude: attitude)) ?? last
            guard Int(time) > second else { continue }
            second = Int(time)
            // A uniform error in ±√3 has the variance 1.
            let error = deviation * 3.0.squareRoot() * generator.vector(1)
            let place = Vector3(distance * course.sine + error.x, distance * course.cosine + error.y, 0)
            var fix = LocationFix(try #require(frame.position(ofLocal: place).geodetic()))
            fix.horizontalAccuracyMetres = deviation * PositionEstimate.radius68
            last = pipeline.process(fix, at: time) ?? last
        }
        let found = try #require(pipeline.calibration)
        #expect(found.offsetDeviation.degrees < 10)
        let difference = (found.offset - Angle(degrees: offset)).wrapped.degrees
        #expect(abs(difference) < 3 * found.offsetDeviation.degrees, "\(found)")
        #expect(found.scaleDeviation < 0.09 && abs(found.scale - scale) < 3 * found.scaleDeviation, "\(found)")
        let end = scale * 0.66 * Double(fixture.steps.count)
        let estimate = try #require(last)
        let error = estimate.position - Vector3(end * course.sine, end * course.cosine, 0)
        #expect(Vector3(error.x, error.y, 0).length < 3 * (try #require(estimate.horizontalDeviation)))
    }

    @Test func `The estimator of the heading is checked, and its sensors are required`() throws {
        let error = try #require(throws: InputError.self) {
            _ = try LocationPipelineSpecification(parsing: "pdr:heading=vqff")
        }
        #expect(error.description.contains("vqf"))
        let pipeline = try LocationPipelineSpecification(parsing: "pdr:heading=madgwick+lowPass")
        #expect(pipeline.requiredSensors.contains(.gyroscope) && pipeline.requiredSensors.contains(.accelerometer))
        #expect(pipeline.parameters["heading"] == .word("madgwick"))
    }
}
