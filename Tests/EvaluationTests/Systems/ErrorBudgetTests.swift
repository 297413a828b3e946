import Evaluation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// The causes of errors of drawn places, switched on one at a time on a walk whose errors are exactly known.
struct ErrorBudgetTests {
    private static let withoutPositions =
        "the recording has no reference positions, which 'sextant evaluate --true-positions FILE' adds"

    /// Pixels: the display frames lie between the recorded samples, and the attitude is held until the next sample.
    private static let small = 0.5

    /// The errors that a recording contains.
    private struct Errors {
        var heading = 0.0
        var tilt = 0.0
        var east: Metres = 0
        var up: Metres = 0
    }

    /// A walk to the north at 1.3 m/s, with a slowly turning upright phone, exact except for the errors.
    private static func walk(_ errors: Errors) throws -> Recording {
        let origin = try #require(ScreenMetricTests.ulm)
        let frame = LocalTangentFrame(at: origin)
        var recording = Recording(name: "walk")
        recording.origin = origin
        recording.declination = Angle(degrees: 0)
        let times = (0...3_000).map { Double($0) / 100 }
        let truth = times.map { ScreenMetricTests.held(12 * $0) }
        recording.reference = ReferenceStream(
            times: times,
            orientations: truth,
            positions: times.map { Vector3(0, 1.3 * $0, 0) }
        )
        let turn = UnitQuaternion(angle: Angle(degrees: -errors.heading), axis: Vector3(0, 0, 1))
        recording.attitude = SensorStream(
            times: times,
            values: zip(times, truth).map { time, truth in
                // The tilt is about the horizontal axis to the right of the camera.
                let right = truth.rotate(Vector3(1, 0, 0))
                return turn * UnitQuaternion(angle: Angle(degrees: errors.tilt), axis: right) * truth
            }
        )
        let fixes = try times.enumerated().filter { $0.offset % 10 == 0 }.map { _, time in
            let local = Vector3(errors.east, 1.3 * time, errors.up)
            return (time, LocationFix(try #require(frame.position(ofLocal: local).geodetic())))
        }
        recording.location = SensorStream(times: fixes.map(\.0), values: fixes.map(\.1))
        return recording
    }

    private static func budget(_ errors: Errors, changes: [String: String] = [:]) throws -> ErrorBudget {
        try #require(
            try ErrorBudget.measure(try walk(errors), systems: [try ScreenMetricTests.system(changes)]).first
        )
    }

    private static func expectOnly(_ cause: ErrorBudget.Cause?, in budget: ErrorBudget) {
        #expect(budget.bands.count == 8)
        for band in budget.bands {
            for other in ErrorBudget.Cause.allCases where other != cause {
                // A walk of 0.13 m between fixes moves places at 50 m by 1 px, and those far away by less.
                let walked = other == .location ? 70 / max(band.distances.lowerBound, 40) : 0
                #expect(band.effects[other, default: .infinity] < Self.small + walked, "\(other) in \(band.distances)")
            }
        }
    }

    @Test func `Without errors, every cause has a small effect`() throws {
        Self.expectOnly(nil, in: try Self.budget(Errors()))
    }

    @Test func `A wrong heading moves places at all distances alike`() throws {
        let budget = try Self.budget(Errors(heading: 3))
        Self.expectOnly(.heading, in: budget)
        for band in budget.bands {
            let effect = try #require(band.effects[.heading])
            // f tan 3° at the centre, and more towards the edges.
            #expect(effect > 0.99 * ScreenMetricTests.focalLength * Angle(degrees: 3).tangent)
            #expect(abs(effect / band.measured - 1) < 0.05)
            #expect(abs(try #require(band.shares[.heading]) - 100) < 5)
        }
    }

    @Test func `A wrong tilt is only a tilt`() throws {
        let budget = try Self.budget(Errors(tilt: 2))
        Self.expectOnly(.tilt, in: budget)
        for band in budget.bands { #expect(abs(try #require(band.effects[.tilt]) / band.measured - 1) < 0.05) }
    }

    @Test func `A wrong position moves near places more`() throws {
        let budget = try Self.budget(Errors(east: 5))
        Self.expectOnly(.location, in: budget)
        let (near, far) = (try #require(budget.bands.first), try #require(budget.bands.last))
        #expect(try #require(near.effects[.location]) > 20)
        #expect(try #require(far.effects[.location]) < 0.3)
    }

    @Test func `A wrong altitude is only an altitude`() throws {
        let budget = try Self.budget(Errors(up: 4))
        Self.expectOnly(.altitude, in: budget)
        // 4 m at 500 m; the walk of 39 m changes the distance, and places lie off the centre of the screen.
        let band = try #require(budget.bands.first { $0.distances.contains(500) })
        let effect = try #require(band.effects[.altitude])
        #expect(abs(effect / (ScreenMetricTests.focalLength * 4 / 500) - 1) < 0.15)
    }

    @Test func `A slow display is a delay`() throws {
        let budget = try Self.budget(Errors(), changes: ["rate": "5Hz"])
        Self.expectOnly(.delay, in: budget)
        // The phone turns by 12 °/s; at 30 frames per 0.2 s a picture is 0 to 5/30 s old: RMS 0.101 s.
        let effect = try #require(budget.bands.last?.effects[.delay])
        #expect(abs(effect / (ScreenMetricTests.focalLength * Angle(degrees: 12 * 0.101).tangent) - 1) < 0.1)
    }

    @Test func `A wrong field of view is an error of drawing`() throws {
        let budget = try Self.budget(Errors(), changes: ["fieldOfView": "50"])
        Self.expectOnly(.drawing, in: budget)
        #expect(try #require(budget.bands.last?.effects[.drawing]) > 10)
    }

    @Test func `Effects add up to the measured error, and the crossover is where position and orientation are equal`()
        throws
    {
        let budget = try Self.budget(Errors(heading: 4, tilt: 1, east: 6, up: 2))
        for band in budget.bands {
            #expect(abs(band.sum / band.measured - 1) < 0.05, "\(band.distances)")
            #expect(abs(band.shares.values.reduce(0, +) - 100) < 5, "\(band.distances)")
        }
        // 6 m to the east are 6/√2 m across the line of sight in the mean over directions. Together with 2 m of
        // altitude, they are as large as √(4² + 1²)° at this distance.
        let across: Metres = (6 * 6 / 2 + 2 * 2).squareRoot()
        let expected = across / Angle(degrees: 17.0.squareRoot()).tangent
        let crossover = try #require(budget.crossover)
        #expect(abs(crossover / expected - 1) < 0.15)
    }

    @Test func `Without a true position, location and altitude have no effect and a reason`() throws {
        var recording = try Self.walk(Errors(heading: 3))
        recording.reference?.positions = nil
        let budget = try #require(
            try ErrorBudget.measure(recording, systems: [try ScreenMetricTests.system()]).first
        )
        #expect(budget.reasonWithoutLocation == Self.withoutPositions)
        #expect(budget.bands.allSatisfy { $0.effects[.location] == nil && $0.effects[.altitude] == nil })
        #expect(budget.crossover == nil)
    }

    @Test(arguments: [nil, "fixes+movingAverage:window=1"])
    func `A remark states that the fixes have no altitude`(location: String?) throws {
        var scene = SystemScene()
        scene.location = try location.map { try LocationPipelineSpecification(parsing: $0) }
        var recording = try Self.walk(Errors())
        func hasRemark() throws -> Bool {
            let system = try ScreenMetricTests.system()
            let budget = try ErrorBudget.measure(recording, systems: [system], scene: scene).first
            return try #require(budget).remarks.contains { $0.hasPrefix("the fixes have no altitude") }
        }
        #expect(try !hasRemark())
        for index in recording.location?.values.indices ?? 0..<0 {
            recording.location?.values[index].altitudeMetres = nil
        }
        #expect(try hasRemark())
    }

    @Test func `A location pipeline replaces the fixes`() throws {
        var scene = SystemScene()
        scene.location = try LocationPipelineSpecification(parsing: "fixes+delay:samples=20")
        let budget = try #require(
            try ErrorBudget.measure(
                try Self.walk(Errors()),
                systems: [try ScreenMetricTests.system()],
                scene: scene
            ).first
        )
        // Two seconds are 2.6 m, at right angles to half of the places.
        let near = try #require(budget.bands.first?.effects[.location])
        #expect(abs(near / (ScreenMetricTests.focalLength * 2.6 / 50 / 2.0.squareRoot()) - 1) < 0.25)
        #expect(budget.remarks.contains("the user's location is that of fixes+delay:samples=20"))
    }

    @Test func `An aligned heading leaves only its variation`() throws {
        var options = EvaluationOptions(headingAlignment: .constant)
        let system = try ScreenMetricTests.system()
        let recording = try Self.walk(Errors(heading: 40))
        let budget = try #require(try ErrorBudget.measure(recording, systems: [system], options: options).first)
        Self.expectOnly(nil, in: budget)
        // The estimates are 40° clockwise of the truth.
        #expect(budget.remarks.contains { $0.hasSuffix("the mean heading difference was removed (-40.0 deg)") })
        options.headingAlignment = .none
        let other = try #require(try ErrorBudget.measure(recording, systems: [system], options: options).first)
        #expect(try #require(other.bands.last?.effects[.heading]) > 100)
    }

    @Test(arguments: [false, true])
    func `Positions without an origin are fitted to the recorded fixes, not to those of a location pipeline`(
        isDelayed: Bool
    ) throws {
        var recording = try Self.walk(Errors())
        recording.origin = nil
        let turn = UnitQuaternion(angle: Angle(degrees: 70), axis: Vector3(0, 0, 1))
        for index in recording.location?.values.indices ?? 0..<0 {
            recording.location?.values[index].horizontalAccuracyMetres = 1
        }
        let positions = try #require(recording.reference?.positions)
        recording.reference?.positions = positions.map { turn.rotate($0) + Vector3(200, -30, 4) }
        var scene = SystemScene()
        if isDelayed { scene.location = try LocationPipelineSpecification(parsing: "fixes+delay:samples=20") }
        let system = try ScreenMetricTests.system()
        let budget = try #require(try ErrorBudget.measure(recording, systems: [system], scene: scene).first)
        #expect(budget.reasonWithoutLocation == nil)
        #expect(budget.remarks.contains { $0.contains("and moved to fit 301 fixes") })
        guard isDelayed else { return Self.expectOnly(nil, in: budget) }
        // Two seconds are 2.6 m, at right angles to half of the places.
        #expect(try #require(budget.bands.first?.effects[.location]) > 10)
    }
}
