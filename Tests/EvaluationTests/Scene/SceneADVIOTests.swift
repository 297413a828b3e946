import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// ARKit poses and Core Location fixes of an iPhone on two walks of ADVIO, with the authors' reference.
@Suite(.enabled(if: SharedDatasets.has("advio"), "the dataset advio is missing"))
struct SceneADVIOTests {
    /// The recordings, read once for all tests.
    private static let recordings = ["advio-20", "advio-22"].map { name in
        (name, Result { try RecordingReader().read(path: SharedDatasets.path("advio/\(name)")) })
    }

    private static func recording(_ name: String) throws -> Recording {
        try #require(recordings.first { $0.0 == name }).1.get()
    }

    /// The expected yaw is numpy's result for the same files: the sum of the yaws that fit the poses to the reference
    /// and the reference to the fixes, with weights of 1/accuracy²: −11.08° − 109.47° and 40.40° − 86.26°
    /// counter-clockwise.
    @Test(arguments: [("advio-20", 120.55), ("advio-22", 45.86)])
    func `The initial yaw of the world is determined within the stated uncertainty of the fixes`(
        name: String,
        yaw: Double
    ) throws {
        let scene = try SceneEvaluation(try Self.recording(name), path: name)
        let reference = try #require(scene.reference)
        #expect(reference.source == .truth)
        #expect(abs(reference.heading.degrees - yaw) < Self.numpyTolerance, "\(reference.heading.degrees)")
        #expect(scene.corrections.count >= 3)
        for round in scene.corrections {
            let (error, uncertainty) = (try #require(round.error), try #require(round.uncertainty))
            #expect(abs(error.radians) < uncertainty.radians, "\(error.degrees) ± \(uncertainty.degrees)")
        }
        #expect(scene.convergence.steadyAfter != nil)
    }

    /// Degrees: numpy compares poses and reference at the times of the fixes.
    private static let numpyTolerance = 0.5
    /// Degrees: rounding.
    private static let rounding = 1e-9
    /// Degrees: the convergence of the meridians over the walk.
    private static let convergence = 0.01

    @Test(arguments: ["advio-20", "advio-22"])
    func `A yaw that is added to the scene is determined`(name: String) throws {
        let recording = try Self.recording(name)
        let first = try SceneEvaluation(recording, path: name)
        let heading = try #require(first.heading)
        for degrees in stride(from: -170.0, through: 170, by: 20) {
            var options = SceneEvaluationOptions()
            options.addedTurn = Angle(degrees: degrees)
            let scene = try SceneEvaluation(recording, path: name, options: options)
            let found = try #require(scene.heading)
            let difference = (found - heading).wrapped.degrees
            #expect(abs(difference) < Self.convergence, "\(degrees): \(difference)")
            let before = try #require(scene.errorBefore)
            let expected = (Angle(degrees: degrees) + (try #require(first.errorBefore))).wrapped
            #expect(abs((before - expected).wrapped.degrees) < Self.rounding)
        }
    }

    @Test(arguments: ["advio-20", "advio-22"])
    func `With fixes of 65 m only, the heading is not determined`(name: String) throws {
        let recording = try Self.recording(name)
        var options = SceneEvaluationOptions()
        options.bestAccuracy = 65
        for worst in [50, 100.0] {
            options.locator.aligner.worstAccuracy = worst
            let scene = try SceneEvaluation(recording, path: name, options: options)
            #expect(scene.heading == nil && scene.reasonWithoutHeading != nil)
            #expect(scene.fixes - scene.estimates > 290)
        }
    }

    /// The walks are at most 150 m and 280 m wide.
    @Test(arguments: ["advio-20", "advio-22"])
    func `If all fixes had an accuracy of 65 m, the whole walk would not determine the heading`(name: String) throws {
        var recording = try Self.recording(name)
        var location = try #require(recording.location)
        for index in location.values.indices { location.values[index].horizontalAccuracyMetres = 65 }
        recording.location = location
        var options = SceneEvaluationOptions()
        options.locator.aligner.worstAccuracy = 100
        let scene = try SceneEvaluation(recording, path: name, options: options)
        #expect(scene.heading == nil)
        #expect(scene.rounds.last?.verdict == .tooUncertain)
    }

    @Test(arguments: ["advio-20", "advio-22"])
    func `Retaining estimates reduces the error compared with the description's buffer`(name: String) throws {
        let recording = try Self.recording(name)
        var options = SceneEvaluationOptions()
        options.locator.aligner.keepsEstimates = true
        let kept = try #require(try SceneEvaluation(recording, path: name, options: options).error)
        let emptied = try #require(try SceneEvaluation(recording, path: name).error)
        #expect(abs(kept.radians) < abs(emptied.radians))
        // Degrees.
        #expect(abs(kept.degrees) < 1)
    }
}
