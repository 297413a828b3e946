import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import Testing

/// The metrics of screens and locations compared with results by hand.
struct ScreenMetricTests {
    /// Pixels: rounding of a screen's size, and the difference of sphere and ellipsoid at 1 km.
    static let tolerance = 1e-6

    /// Metres and pixels: the difference of two tangent planes 10 m apart, and the projection off the centre.
    private static let planeTolerance = 1e-3

    /// The focal length in pixels of a view of 60° over 480 pixels.
    static let focalLength = 240 / tan(30 * Double.pi / 180)

    /// A system that shows the recorded attitude with the exact projection, 30 times per second.
    static func system(_ changes: [String: String] = [:]) throws -> DescribedSystem {
        try DescribedSystem(
            SystemDeclaration(
                name: "exact",
                summary: "What is recorded, exactly.",
                source: "here",
                orientation: "deviceAttitude",
                constants: [
                    SystemConstant(.camera, "horizontalView", "42.10344887", "320 of the same pixels"),
                    SystemConstant(.camera, "verticalView", "60", "240 = f tan 30°"),
                ]
            ),
            changes: changes
        )
    }

    static let ulm = GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478)

    /// Places at the same height, 1 km away in these directions.
    static func places(_ bearings: [Double]) throws -> PlaceSet {
        let ulm = try #require(ulm)
        let frame = LocalTangentFrame(at: ulm)
        return PlaceSet(
            try bearings.map { bearing in
                let direction = held(bearing).rotate(Vector3(0, 0, -1))
                let position = try #require(frame.position(ofLocal: direction * 1_000).geodetic())
                return PointOfInterest(name: "\(bearing)", point: position.point, altitude: position.height)
            }
        )
    }

    /// The orientation of an upright device whose camera is level and points in this direction.
    static func held(_ heading: Double) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: -heading), axis: Vector3(0, 0, 1))
            * UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
    }

    static func metrics(
        _ recording: Recording,
        _ bearings: [Double],
        changes: [String: String] = [:],
        among given: PlaceSet? = nil,
        moving: [MovingPlace] = [],
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> EvaluationRun {
        let station = try #require(ulm)
        let scene = SystemScene(
            places: try given ?? places(bearings),
            station: recording.location == nil ? station : nil,
            moving: moving
        )
        return try recording.outcome(of: .system(system(changes)), scene: scene, options: options).run
    }

    /// A recording whose attitude has this heading error, in degrees to the right.
    static func recording(
        duration: Seconds = 4,
        truth: @escaping (Seconds) -> Double = { _ in 0 },
        error: @escaping (Seconds) -> Double
    ) -> Recording {
        Synthetic.attitude(
            duration: duration,
            truth: { held(truth($0)) },
            error: { time, _ in held(truth(time) + error(time)) }
        )
    }

    @Test func `A heading error of δ draws a place ahead with an error of f tan δ`() throws {
        let metrics = try Self.metrics(Self.recording { _ in 3 }, [0]).metrics
        let expected = Self.focalLength * tan(3 * Double.pi / 180)
        for name in [Metric.pixelRMSE, .pixelMedian, .pixelP95] {
            #expect(abs(try #require(metrics[name]) - expected) <= Self.tolerance)
        }
        #expect(metrics[.incrementRMSPixels].map { $0 <= Self.tolerance } ?? false)
        #expect(metrics[.stillRMSPixels].map { $0 <= Self.tolerance } ?? false)
        #expect(metrics[.pixelJumps] == 0)
        #expect(metrics[.visibleJaccard] == 1)
    }

    @Test func `Places at the edges count as wrongly shown and wrongly hidden`() throws {
        // The screen ends at 21.05°. Turned to the right by 3°, it loses -20° and gains 23°; 0° and 10° remain.
        let metrics = try Self.metrics(Self.recording { _ in 3 }, [-20, 0, 10, 23]).metrics
        #expect(abs(try #require(metrics[.wronglyShown]) - 100.0 / 3) <= Self.tolerance)
        #expect(abs(try #require(metrics[.wronglyHidden]) - 100.0 / 3) <= Self.tolerance)
        #expect(metrics[.visibleJaccard] == 0.5)
    }

    @Test func `The error of a place that is drawn off the screen is at most the diagonal`() throws {
        let metrics = try Self.metrics(Self.recording { _ in 170 }, [0, 10]).metrics
        let diagonal = (320.0 * 320 + 480 * 480).squareRoot()
        #expect(abs(try #require(metrics[.pixelRMSE]) - diagonal) <= Self.tolerance)
        #expect(metrics[.wronglyHidden] == 100)
        #expect(metrics[.wronglyShown] == nil)
        #expect(metrics.note(for: .wronglyShown) == "the system never shows a place")
        #expect(metrics[.visibleJaccard] == 0)
    }

    /// Pixels: places off the centre move more per degree.
    private static let motionTolerance = 0.15

    @Test func `Only motion that the device does not cause counts`() throws {
        // 30 samples per second with 0.2° of rotation each; every third sample has an error of 1°.
        let recording = Synthetic.attitude(
            duration: 2,
            rate: 30,
            truth: { Self.held(6 * $0) },
            error: { time, _ in Self.held(6 * time + (Int((time * 30).rounded()) % 3 == 0 ? 1 : 0)) }
        )
        let run = try Self.metrics(recording, [6])
        let pixels = Self.focalLength * Double.pi / 180
        let increment = try #require(run.metrics[.incrementRMSPixels])
        // Two of three steps have an error of one degree.
        #expect(abs(increment - pixels * (2.0 / 3).squareRoot()) < Self.motionTolerance)
        #expect(run.metrics[.pixelJumps] == 0)
        let jumpy = try Self.metrics(recording, [6], changes: ["verticalView": "30deg", "horizontalView": "20.3deg"])
        // f is 896 pixels and a degree is 15.6: two of three of the 60 steps at which the place is in view.
        #expect(jumpy.metrics[.pixelJumps] == 40)
    }

    @Test func `A picture that is drawn five times per second jumps at each drawing`() throws {
        // 30°/s are 6° between pictures, 43.5 pixels.
        let recording = Self.recording(truth: { 30 * $0 }, error: { _ in 0 })
        let fluent = try Self.metrics(recording, [60]).metrics
        let held = try Self.metrics(recording, [60], changes: ["rate": "5Hz"]).metrics
        #expect(fluent[.pixelJumps] == 0)
        #expect(try #require(held[.pixelJumps]) >= 5)
        #expect(try #require(held[.pixelRMSE]) > 10)
        // Attitudes have an interval of 10 ms, in which the device turns by 0.3°, 2.2 pixels.
        #expect(try #require(fluent[.pixelRMSE]) < 2.2)
    }

    @Test func `An attitude that alternates by ±0.5° at rest moves the centre by f tan 0.5° RMS`() throws {
        let recording = Self.recording { Int(($0 * 100).rounded()) % 2 == 0 ? 0.5 : -0.5 }
        let still = try #require(
            try Self.metrics(recording, [0], changes: ["rate": "100Hz"], options: Self.fast).metrics[
                .stillRMSPixels
            ]
        )
        #expect(abs(still - Self.focalLength * tan(0.5 * Double.pi / 180)) < Self.planeTolerance)
    }

    private static let fast = EvaluationOptions(displayRate: 100)

    @Test func `Places that enter and leave the view are created and removed, the others are moved`() throws {
        // The heading changes by 30° every second: 0° is visible in one half of the time, 30° in the other, 15° always.
        let recording = Self.recording(duration: 10, truth: { Int($0) % 2 == 0 ? 0 : 30 }, error: { _ in 0 })
        let metrics = try Self.metrics(recording, [0, 15, 30]).metrics
        // 301 drawings with two places each; 10 changes of one place for another; the first drawing creates two.
        #expect(metrics[.drawnFrames] == 301)
        #expect(metrics[.redrawCreated] == Double(12) / 301)
        #expect(metrics[.redrawGone] == Double(10) / 301)
        #expect(metrics[.redrawMoved] == Double(590) / 301)
    }

    @Test func `A fix 10 m to the east has an error of 10 m, and draws a place ahead to the left`() throws {
        var recording = Self.recording { _ in 0 }
        let ulm = try #require(Self.ulm)
        let east = try #require(LocalTangentFrame(at: ulm).position(ofLocal: Vector3(10, 0, 0)).geodetic())
        recording.location = SensorStream(times: [0, 1], values: [LocationFix(east), LocationFix(east)])
        recording.origin = ulm
        let count = try #require(recording.reference?.times.count)
        recording.reference?.positions = Array(repeating: .zero, count: count)
        let metrics = try Self.metrics(recording, [0]).metrics
        #expect(abs(try #require(metrics[.locationErrorP50]) - 10) < Self.planeTolerance)
        #expect(abs(try #require(metrics[.locationErrorP95]) - 10) < Self.planeTolerance)
        // f · 10 m/1000 m.
        #expect(abs(try #require(metrics[.pixelRMSE]) - Self.focalLength / 100) < Self.planeTolerance)
    }

    @Test func `An unknown metric is null with a reason`() throws {
        var recording = Self.recording { _ in 0 }
        let fixed = try Self.metrics(recording, [0]).metrics
        #expect(fixed[.locationErrorP50] == nil)
        #expect(fixed.note(for: .locationErrorP50) == "the user's position is specified, not determined by the system")
        recording.reference = nil
        recording.gyroscope = SensorStream(times: recording.attitude?.times ?? [], values: (0...400).map { _ in .zero })
        let relative = try Self.metrics(recording, [0]).metrics
        #expect(relative[.pixelRMSE] == nil)
        #expect(relative.note(for: .pixelRMSE)?.contains("not north and up") ?? false)
        #expect(relative[.incrementRMSPixels].map { $0 <= Self.tolerance } ?? false)
        recording.attitude = nil
        let blind = try Self.metrics(recording, [0]).metrics
        for name in MetricCatalogue.ofSystems {
            #expect(blind[name] == nil)
            #expect(blind.note(for: name) == "the recording has no attitude")
        }
    }

    @Test func `A pipeline has no metrics of a screen`() throws {
        let metrics = try Self.recording { _ in 0 }.run().metrics
        #expect(MetricCatalogue.ofSystems.allSatisfy { metrics[$0] == nil && metrics.note(for: $0) != nil })
    }
}
