import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// The walk is exact, so each pair alone determines the heading 90°, and the track passes through all fixes.
struct SceneTraceTests {
    /// Degrees: the convergence of the meridians over a hundred metres, and rounded metres per degree.
    private static let degrees = 1e-2
    /// Metres: the same over a hundred metres.
    private static let metres = 0.02

    private static func evaluate(
        _ recording: Recording,
        _ change: (inout SceneEvaluationOptions) -> Void = { _ in }
    ) throws -> (scene: SceneEvaluation, trace: SceneTrace) {
        var options = SceneEvaluationOptions()
        options.keepsTrace = true
        change(&options)
        let scene = try SceneEvaluation(recording, path: "corner", options: options)
        return (scene, try #require(scene.trace))
    }

    @Test(arguments: [0.0, 100, -170])
    func `Each pair alone gives the heading of the recorded scene`(turn: Double) throws {
        let (_, trace) = try Self.evaluate(SceneCorner().recording()) { $0.addedTurn = Angle(degrees: turn) }
        #expect(!trace.pairs.isEmpty)
        for pair in trace.pairs {
            #expect(abs(pair.heading.degrees - 90) < Self.degrees)
            // The weight is the distance over the sum of two accuracies of 5 m.
            #expect(abs(pair.weight * 10 - pair.distance) < Self.metres)
        }
        #expect(trace.pairs.map(\.time) == trace.pairs.map(\.time).sorted())
    }

    @Test func `The track is rotated and moved onto the fixes`() throws {
        let (_, trace) = try Self.evaluate(SceneCorner().recording())
        #expect(trace.rotation == .method)
        #expect(trace.track.map(\.count) == [101])
        #expect(trace.fixes.count == 101)
        for (index, fix) in trace.fixes.enumerated() {
            let (place, tracked) = (try #require(fix.place), try #require(fix.tracked))
            let (east, north) = (-max(0, Double(index) - 60), min(60, Double(index)))
            for point in [place, tracked, trace.track[0][index]] {
                #expect(abs(point.x - east) < Self.metres && abs(point.y - north) < Self.metres, "\(index)")
            }
            #expect(fix.accuracy == 5)
        }
        #expect(trace.truth.isEmpty)
    }

    /// Each correction discards its estimates, so no pair is in two corrections.
    @Test func `Applied pairs and used fixes are those of the corrections`() throws {
        let (scene, trace) = try Self.evaluate(SceneCorner().recording())
        #expect(scene.corrections.count > 1)
        #expect(trace.pairs.count { $0.isApplied } == scene.corrections.reduce(0) { $0 + $1.round.pairs })
        #expect(trace.fixes.count { $0.use == .correction } == scene.corrections.reduce(0) { $0 + $1.round.used })
        let close = SceneTrace.Fix.Use.leftOut("within 5 m of a more accurate estimate")
        #expect(trace.fixes.contains { $0.use == close })
    }

    @Test func `A pair of several rounds is kept once`() throws {
        let (scene, trace) = try Self.evaluate(SceneCorner().recording()) {
            $0.locator.aligner.keepsEstimates = true
        }
        let last = try #require(scene.corrections.last)
        let all = scene.rounds.reduce(0) { $0 + $1.round.pairs }
        #expect(trace.pairs.count >= last.round.pairs && trace.pairs.count < all)
    }

    @Test func `Fixes that were not used have a reason`() throws {
        var recording = SceneCorner().recording()
        var poor = SceneCorner()
        poor.accuracy = 65
        var location = try #require(recording.location)
        location.values[100] = poor.fix((-40, 60))
        location.values[50].horizontalAccuracyMetres = nil
        // The fix before the first pose.
        location.times.insert(-5, at: 0)
        location.values.insert(SceneCorner().fix((0, 0)), at: 0)
        recording.location = location
        let (scene, trace) = try Self.evaluate(recording)
        #expect(trace.fixes[0].use == .leftOut("no pose within 0.5 s before it"))
        #expect(trace.fixes[51].use == .leftOut("no position, or no accuracy above 0"))
        #expect(trace.fixes[101].use == .leftOut("accuracy radius above 50 m"))
        #expect(trace.fixes[0].tracked == nil && trace.fixes[51].tracked == nil && trace.fixes[51].accuracy == nil)
        #expect(scene.estimates == 100)
        let (_, filtered) = try Self.evaluate(SceneCorner().recording()) { $0.bestAccuracy = 20 }
        #expect(filtered.fixes.allSatisfy { $0.use == .leftOut("accuracy radius below --best-accuracy") })
        #expect(filtered.rotation == .reference && filtered.pairs.isEmpty)
    }

    @Test func `A gap of the poses divides the track`() throws {
        var recording = SceneCorner().recording()
        var poses = try #require(recording.pose)
        poses.times.removeSubrange(30..<40)
        poses.values.removeSubrange(30..<40)
        recording.pose = poses
        let (_, trace) = try Self.evaluate(recording)
        #expect(trace.track.map(\.count) == [30, 61])
    }

    @Test func `Without being asked for, no trace is kept`() throws {
        #expect(try SceneEvaluation(SceneCorner().recording(), path: "corner").trace == nil)
    }
}
