import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct SceneEvaluationTests {
    /// Degrees: the convergence of the meridians over some hundred metres.
    private static let convergence = 1e-2

    private static func walk(
        seed: UInt64 = 1,
        yaw: Double = 0,
        accuracy: Metres = 5,
        duration: Seconds = 400,
        hasSensors: Bool = false
    ) throws -> Recording {
        var noise = try NoiseCatalogue.noise(named: "none")
        noise.location?.horizontal = accuracy
        noise.pose?.yawError = Angle(degrees: yaw)
        noise.pose?.timing.rate = 10
        noise.referenceRate = 10
        if !hasSensors {
            (noise.accelerometer, noise.gyroscope, noise.magnetometer, noise.heading) = (nil, nil, nil, nil)
        }
        let scenario = try ScenarioCatalogue.scenario("walk", duration: duration)
        return Simulation(scenario, noise: noise, seed: seed).recording()
    }

    /// A path of 60 m with a turn to the left and another 40 m, with one fix and one pose per second.
    private static func corner(heading: Double, truth: (_ east: Double, _ north: Double) -> Vector3?) -> Recording {
        var recording = Recording(name: "corner")
        let turn = SceneTurn(clockwise: Angle(degrees: -heading))
        var (poses, fixes) = (SensorStream<Pose>(), SensorStream<LocationFix>())
        var positions: [Vector3] = []
        for second in 0...100 {
            let (time, way) = (Double(second), Double(second))
            let (east, north) = (-max(0, way - 60), min(60, way))
            poses.times.append(time)
            poses.values.append(Pose(position: turn.rotate(Vector3(east, 1.4, -north)), orientation: .identity))
            guard let start = GeographicPoint(latitudeDegrees: 60.18, longitudeDegrees: 24.82),
                let point = ScenePlane().point(from: start, offset: Vector3(east, 0, -north))
            else { continue }
            fixes.times.append(time)
            fixes.values.append(
                LocationFix(latitude: point.latitude, longitude: point.longitude, horizontalAccuracyMetres: 5)
            )
            if let position = truth(east, north) { positions.append(position) }
        }
        (recording.pose, recording.location) = (poses, fixes)
        if positions.count == poses.count {
            recording.reference = ReferenceStream(times: poses.times, positions: positions)
        }
        return recording
    }

    @Test(arguments: [-150.0, -20, 90])
    func `A reference with z up, y up or y down, at any yaw, determines the yaw from the fixes`(heading: Double) throws
    {
        let (sine, cosine) = (Angle(degrees: 35).sine, Angle(degrees: 35).cosine)
        let truths: [(Double, Double) -> Vector3?] = [
            { Vector3($0 * cosine - $1 * sine, $0 * sine + $1 * cosine, 7) },
            { Vector3($0 * cosine - $1 * sine, 7, -($0 * sine + $1 * cosine)) },
            { Vector3($0 * cosine - $1 * sine, 7, $0 * sine + $1 * cosine) },
        ]
        for truth in truths {
            let scene = try SceneEvaluation(Self.corner(heading: heading, truth: truth), path: "corner")
            let reference = try #require(scene.reference)
            #expect(reference.source == .truth)
            #expect(abs((reference.heading - Angle(degrees: heading)).wrapped.degrees) < Self.convergence)
            let error = try #require(scene.error)
            #expect(abs(error.degrees) < Self.convergence)
        }
    }

    @Test func `Without a reference, the scene is compared with all fixes`() throws {
        let scene = try SceneEvaluation(Self.corner(heading: 70) { _, _ in nil }, path: "corner")
        let reference = try #require(scene.reference)
        #expect(reference.source == .fixes)
        #expect(abs(reference.heading.degrees - 70) < Self.convergence)
    }

    /// The −Z axis of ARKit's world with `gravity` has the camera's first heading, plus the error of the session.
    @Test(arguments: [-170.0, -45, 0, 10, 135])
    func `In a simulation the reference heading is the known yaw of the world`(yaw: Double) throws {
        let recording = try Self.walk(yaw: yaw)
        let first = try #require(recording.reference?.orientations.first)
        let camera = first.rotate(Vector3(0, 0, -1))
        let expected = Angle(ofPoint: camera.y, camera.x) + Angle(degrees: yaw)
        let scene = try SceneEvaluation(recording, path: "walk")
        let reference = try #require(scene.reference)
        #expect(reference.source == .simulation)
        #expect(abs((reference.heading - expected).wrapped.degrees) < Self.convergence)
        let (error, uncertainty) = (try #require(scene.error), try #require(scene.uncertainty))
        #expect(abs(error.radians) < uncertainty.radians)
    }

    /// The uncertainty is an upper bound of a standard deviation, so the mean square of the normalised errors is below
    /// 1. The simulation states the standard deviation of its fixes as their accuracy, 1.51 times less than a phone.
    @Test func `Over seeds the errors are as small as their stated uncertainty`() throws {
        var (sum, count) = (0.0, 0)
        for seed in 1...10 {
            let scene = try SceneEvaluation(Self.walk(seed: UInt64(seed), yaw: 60), path: "walk")
            for round in scene.corrections {
                let error = try #require(round.error).radians / (try #require(round.uncertainty).radians)
                sum += error * error
                count += 1
            }
        }
        #expect(count >= 40)
        #expect(sum / Double(count) < 1, "\(sum / Double(count)), \(count)")
    }

    @Test func `Fixes of 65 m do not determine the heading, and the result states the reason`() throws {
        let recording = try Self.walk(yaw: 60, accuracy: 65)
        let strict = try SceneEvaluation(recording, path: "walk")
        #expect(strict.heading == nil && strict.error == nil && strict.uncertainty == nil)
        #expect(strict.reasonWithoutHeading == "fewer than two estimates are accurate enough and far enough apart")
        #expect(strict.rounds.allSatisfy { $0.round.poor == $0.round.buffered && $0.turn == .zero })
        var options = SceneEvaluationOptions()
        options.locator.aligner.worstAccuracy = 100
        options.locator.aligner.countLimit = 100
        options.locator.aligner.timeLimit = 100
        let first = try #require(try SceneEvaluation(recording, path: "walk", options: options).rounds.first)
        #expect(first.verdict == .tooUncertain)
    }

    @Test func `A recording without poses or fixes is rejected, and the error names them`() throws {
        var recording = try Self.walk()
        recording.location = nil
        let error = #expect(throws: InputError.self) { try SceneEvaluation(recording, path: "a/walk") }
        #expect(error?.description.hasPrefix("a/walk: the recording has no location fixes; ") == true)
        recording.pose = nil
        #expect(throws: InputError.self) { try SceneEvaluation(recording, path: "a/walk") }
    }

    @Test func `Corrections are steady if all later corrections are small`() throws {
        var options = SceneEvaluationOptions()
        options.addedTurn = Angle(degrees: 100)
        let scene = try SceneEvaluation(Self.corner(heading: 70) { _, _ in nil }, path: "corner", options: options)
        let convergence = scene.convergence
        #expect(convergence.corrections > 1 && convergence.steadyAfter == 1)
        #expect(try #require(convergence.scatter).degrees < Self.convergence)
        #expect(abs(try #require(scene.heading).degrees - 70) < Self.convergence)
    }

    @Test func `The summary is restored from JSON, with null and a reason for an unknown heading`() throws {
        let known = SceneSummary(try SceneEvaluation(Self.corner(heading: 70) { _, _ in nil }, path: "corner"))
        #expect(known.errors.count == known.corrections && known.reason == nil)
        let poor = SceneSummary(try SceneEvaluation(try Self.walk(accuracy: 65), path: "walk"))
        #expect(poor.heading == nil && poor.reason != nil && poor.errors.isEmpty)
        for summary in [known, poor] {
            let json = try JSONEncoder().encode(summary)
            #expect(try JSONDecoder().decode(SceneSummary.self, from: json) == summary)
        }
        let json = String(decoding: try JSONEncoder().encode(poor), as: UTF8.self)
        #expect(json.contains("\"heading_deg\":null"))
    }

    @Test func `Only a system that tracks a scene reports its axes, and only if the user follows the fixes`() throws {
        let recording = try Self.walk(yaw: 60, duration: 30, hasSensors: true)
        let subjects = try ["yandex", "area"].map { EvaluationSubject.system(try DescribedSystem(parsing: $0)) }
        let runs = try RecordingEvaluation.evaluate(recording, subjects: subjects).map(\.run)
        let scene = try #require(runs[0].scene)
        #expect(scene.rounds > 0 && scene.referenceSource == "simulation")
        #expect(runs[0].remarks.contains { $0.hasPrefix("scene axes: yaw error -") }, "\(runs[0].remarks)")
        #expect(runs[1].scene == nil)
        let json = try JSONEncoder().encode(runs[0])
        #expect(try JSONDecoder().decode(EvaluationRun.self, from: json).scene == scene)
        let ulm = GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478)
        let still = SystemScene(station: ulm)
        let outcomes = try RecordingEvaluation.evaluate(recording, subjects: subjects, scene: still)
        #expect(outcomes.allSatisfy { $0.run.scene == nil })
    }

    @Test func `With an exact reference, the yaw is as uncertain as the fixes`() throws {
        let recording = Self.corner(heading: 20) { Vector3($0, $1, 0) }
        let reference = try #require(try SceneEvaluation(recording, path: "corner").reference)
        #expect(reference.source == .truth)
        // Errors of σ = 5 m/1.51 turn the path by at most σ Σ|p|/Σ|p|², where p is relative to the path's mean point.
        let path = (0...100).map { (east: -max(0, Double($0) - 60), north: min(60, Double($0))) }
        let count = Double(path.count)
        let mean = (east: path.map(\.east).reduce(0, +) / count, north: path.map(\.north).reduce(0, +) / count)
        let distances = path.map { hypot($0.east - mean.east, $0.north - mean.north) }
        let bound = 5 / 1.51 * distances.reduce(0, +) / distances.map { $0 * $0 }.reduce(0, +)
        // Radians: the rounding of the fixes' degrees.
        #expect(abs(reference.uncertainty.radians - bound) < 1e-7)
    }
}
