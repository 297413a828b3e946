import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import SensorSimulation
import Testing

/// Screens of plain pipelines, compared with results by hand and with the metrics of an evaluation.
struct ScreenReplayTests {
    /// Pixels: rounding, and the difference of sphere and ellipsoid at 1 km.
    private static let tolerance = 1e-6

    /// A place 1 km to the north, at the device's height.
    private static func scene() throws -> SystemScene {
        let ulm = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478))
        let position = try #require(LocalTangentFrame(at: ulm).position(ofLocal: Vector3(0, 1_000, 0)).geodetic())
        let place = PointOfInterest(identifier: "1", name: "north", point: position.point, altitude: position.height)
        return SystemScene(places: PlaceSet([place]), station: ulm)
    }

    /// The device faces north; its attitude has an error of 3° from the tenth second on.
    private static let recording = Synthetic.attitude(
        duration: 20,
        truth: { _ in ScreenMetricTests.held(0) },
        error: { time, _ in ScreenMetricTests.held(time < 10 ? 0 : 3) }
    )

    private static func system(camera: String = "iphone3gs") throws -> DescribedSystem {
        let pipeline = try PipelineSpecification(parsing: "deviceAttitude")
        return try DescribedSystem(pipeline, on: try CameraCatalogue.entry(parsing: camera))
    }

    /// The iPhone 3GS of iBetelgeuse: f = 3.85 mm, and 3.58 mm of sensor fill the 480 pixels of the screen, so that a
    /// degree of heading moves the label by f · tan. The sensor's 2.69 mm are wider than the screen.
    private static let focalLengths: [(camera: String, pixels: Double)] = [
        ("iphone3gs", 3.85 * 480 / 3.58), ("50x60@300x400", 200 / tan(30 * Double.pi / 180)),
    ]

    @Test func `A removed heading difference no longer moves labels, in replays, paths and evaluations`() throws {
        let late = Synthetic.attitude(
            duration: 20,
            truth: { _ in ScreenMetricTests.held(0) },
            error: { _, _ in ScreenMetricTests.held(3) }
        )
        let (system, scene) = (try Self.system(), try Self.scene())
        for (alignment, angle) in [(HeadingAlignment.none, 3.0), (.constant, 0), (.first, 0)] {
            let options = EvaluationOptions(headingAlignment: alignment)
            let expected = Self.focalLengths[0].pixels * tan(angle * Double.pi / 180)
            let replay = try ScreenReplay.replay(late, systems: [system], scene: scene, span: 1...19, options: options)
            #expect(abs((try #require(replay.screens[0].pixelRMSE)) - expected) < Self.tolerance)
            let paths = try SystemPaths.replay(late, systems: [system], scene: scene, options: options)
            let moments = try #require(paths.paths.first).moments
            #expect(!moments.isEmpty)
            for moment in moments {
                guard let drawn = moment.drawn, let seen = moment.seen else { continue }
                #expect(abs(seen.x - drawn.x - expected) < Self.tolerance)
            }
            let run = try late.outcome(of: .system(system), scene: scene, options: options).run
            #expect(abs((try #require(run.metrics[.pixelRMSE])) - expected) < Self.tolerance)
            #expect(abs((try #require(run.metrics[.totalRMSE])) - angle) < Self.tolerance)
            let hasRemark = run.remarks.contains { $0.hasSuffix("heading difference was removed (-3.0 deg)") }
            #expect(hasRemark == (alignment != .none))
            #expect(replay.remarks.contains { $0.hasSuffix("(-3.0 deg)") } == hasRemark)
        }
    }

    @Test(arguments: focalLengths)
    func `A heading error of three degrees moves a label by f tan 3°`(camera: String, focalLength: Double) throws {
        let replay = try ScreenReplay.replay(
            Self.recording,
            systems: [try Self.system(camera: camera)],
            scene: try Self.scene(),
            span: 10.5...19
        )
        let screen = replay.screens[0]
        #expect(abs(screen.projection.focalLength.x - focalLength) < Self.tolerance)
        let expected = focalLength * tan(3 * Double.pi / 180)
        #expect(abs((try #require(screen.pixelRMSE)) - expected) < Self.tolerance)
        #expect(abs((try #require(screen.orientationRMSE)) - 3) < Self.tolerance)
        for frame in screen.frames {
            let (drawn, seen) = (try #require(frame.drawn.first), try #require(frame.seen.first))
            // The system believes to face 3° to the right of the place, which it draws on the left.
            #expect(abs(seen.x - drawn.x - expected) < Self.tolerance)
            #expect(abs(seen.y - drawn.y) < Self.tolerance)
        }
        #expect(replay.times.count == Int(8.5 * 30) + 1)
    }

    @Test func `The errors of a whole recording are those that an evaluation reports`() async throws {
        let systems =
            try ["area", "ibetelgeuse"].map { try DescribedSystem(parsing: $0) }
            + ["vqf", "triad+oneEuro"].map { name in
                try DescribedSystem(try PipelineSpecification(parsing: name), on: CameraCatalogue.standard)
            }
        let scenario = try ScenarioCatalogue.scenario("walk")
        let noise = try NoiseCatalogue.noise(named: "iphone4s")
        let recording = Simulation(scenario, noise: noise, seed: 2).recording()
        let replay = try ScreenReplay.replay(recording, systems: systems, span: 0...1_000)
        let batch = BatchEvaluation(subjects: systems.map { .system($0) }, scene: SystemScene())
        let outcome = await batch.evaluate(["walk"]) { (_) throws(InputError) in recording }
        #expect(outcome.outcomes.count == systems.count)
        for (screen, run) in zip(replay.screens, outcome.outcomes.map(\.run)) {
            let expected = try #require(run.metrics[.pixelRMSE])
            #expect(abs((try #require(screen.pixelRMSE)) - expected) < 1e-9 * expected, "\(screen.name)")
        }
    }

    @Test func `The replay contains the heading accuracy that the estimator or the device claims`() throws {
        var recording = Self.recording
        let times = try #require(recording.attitude).times
        let claims: [Angle] = times.map { Angle(degrees: $0 < 10 ? 2 : 5) }
        recording.attitudeAccuracy = SensorStream(times: times, values: claims)
        let replay = try ScreenReplay.replay(
            recording,
            systems: [try Self.system()],
            scene: try Self.scene(),
            span: 0...20
        )
        for (time, claim) in zip(replay.times, replay.screens[0].headingDeviations) {
            #expect(abs((try #require(claim)).degrees - (time < 10 ? 2 : 5)) < Self.tolerance)
        }
        let walk = Simulation(
            try ScenarioCatalogue.scenario("walk"),
            noise: try NoiseCatalogue.noise(named: "iphone4s"),
            seed: 2
        ).recording()
        let systems = try ["selfCalibrating", "vqf"].map {
            try DescribedSystem(try PipelineSpecification(parsing: $0), on: CameraCatalogue.standard)
        }
        let screens = try ScreenReplay.replay(walk, systems: systems, span: 0...20).screens
        #expect(screens[0].headingDeviations.count { ($0?.degrees ?? 0) > 0 } > 500)
        #expect(screens[1].headingDeviations.allSatisfy { $0 == nil })
    }

    @Test func `The worst moments are apart, and the worst is the first`() throws {
        let replay = try ScreenReplay.replay(
            Self.recording,
            systems: [try Self.system()],
            scene: try Self.scene(),
            span: 0...20
        )
        let worst = replay.worstMoments(count: 3)
        #expect(worst.map(\.time) == worst.map(\.time).sorted() && (worst.first?.time ?? 0) >= 10)
        #expect(zip(worst, worst.dropFirst()).allSatisfy { $1.time - $0.time >= 2 && $1.error <= $0.error })
    }

    @Test func `A pipeline without its sensor has the reason in place of a picture`() throws {
        let triad = try DescribedSystem(try PipelineSpecification(parsing: "triad"), on: CameraCatalogue.standard)
        let replay = try ScreenReplay.replay(
            Self.recording,
            systems: [try Self.system(), triad],
            scene: try Self.scene(),
            span: 0...20
        )
        #expect(replay.screens[1].reason == "the recording has no accelerometer and no magnetometer")
        #expect(replay.screens[1].pixelRMSE == nil)
        let reason = "triad: the recording has no accelerometer and no magnetometer"
        #expect(throws: SystemPathsError.nothingDrawn(reason)) {
            try ScreenReplay.replay(Self.recording, systems: [triad], scene: try Self.scene(), span: 0...20)
        }
        #expect(throws: SystemPathsError.self) {
            try ScreenReplay.replay(Self.recording, systems: [triad], scene: try Self.scene(), span: 30...40)
        }
    }

    @Test func `A system runs on another phone with its own law`() throws {
        let area = try DescribedSystem(parsing: "area")
        let other = try area.on(try CameraCatalogue.entry(parsing: "iphone8"))
        #expect(other.screen.width == 375 && other.screen.height == 667)
        #expect(other.projection is LinearDegreesProjection)
        #expect(area.screen.width == 320)
    }

    @Test func `A system whose SPEC sets the camera does not run on another phone`() throws {
        let area = try DescribedSystem(parsing: "area:focalLength=4mm,screen.width=640,alpha=0.2")
        let error = #expect(throws: InputError.self) {
            try area.on(try CameraCatalogue.entry(parsing: "iphone8"))
        }
        #expect(
            error?.message
                == "the SPEC sets focalLength, width, but --camera iphone8 also sets the camera and the screen"
        )
        #expect(try DescribedSystem(parsing: "area:alpha=0.2").on(CameraCatalogue.standard).screen.width == 320)
    }

    @Test func `An offline estimator on a screen is an error`() throws {
        let offline = try PipelineSpecification(parsing: "vqfOffline")
        let error = #expect(throws: InputError.self) {
            try DescribedSystem(offline, on: CameraCatalogue.standard)
        }
        #expect(error?.description.contains("offline") ?? false)
    }

    /// A system adds the compass of its operating system. A plain pipeline has the same stages as without a screen.
    @Test func `A pipeline on a screen has no other stages`() throws {
        let pipeline = try PipelineSpecification(parsing: "compassHeading:direction=camera")
        let system = try DescribedSystem(pipeline, on: CameraCatalogue.standard)
        #expect(system.orientation.stages.map(\.name) == pipeline.stages.map(\.name))
    }

    @Test func `The error of an unknown camera suggests a name, and a malformed camera is rejected`() {
        let error = #expect(throws: InputError.self) { try CameraCatalogue.entry(parsing: "iphone4x") }
        #expect(error?.description.contains("did you mean 'iphone4") ?? false)
        for bad in ["1000x20@10x10", "50x60@0x10"] {
            #expect(throws: InputError.self) { try Self.system(camera: bad) }
        }
    }
}
