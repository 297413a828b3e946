import Evaluation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import SensorSimulation
import Testing

/// `evaluate --pipeline NAME` computes the orientations that the replay of the system's screen draws.
struct PresetReplayTests {
    private struct Moment: Equatable {
        let time: Seconds
        let orientation: UnitQuaternion
    }

    private static let presets = SystemCatalogue.declarations.map(\.name).filter { $0 != "yandex" }

    /// A simulated recording whose attitude stream is the true orientation.
    private static func recording(_ scenario: String, noise: String) throws -> Recording {
        let scenario = try ScenarioCatalogue.scenario(scenario)
        var recording = Simulation(scenario, noise: try NoiseCatalogue.noise(named: noise), seed: 3).recording()
        let reference = try #require(recording.reference)
        recording.attitude = SensorStream(times: reference.times, values: reference.orientations)
        recording.location = nil
        return recording
    }

    private static func position() throws -> GeodeticPosition {
        try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478))
    }

    private static func evaluated(_ name: String, _ recording: Recording) throws -> [Moment] {
        let estimates = try recording.outcome(of: .pipeline(PipelineSpecification(parsing: name))).estimates
        return zip(estimates.times, estimates.orientations).map { Moment(time: $0, orientation: $1) }
    }

    /// The orientations of the replay with the display loop at each sample.
    private static func replayed(_ name: String, _ recording: Recording) throws -> [Moment] {
        var replay = SystemReplay(
            try DescribedSystem(parsing: "\(name):loop=sample"),
            places: PlaceSet([]),
            rates: recording.sensorRates,
            declination: recording.declination
        )
        replay.place(at: try position())
        var moments: [Moment] = []
        for frame in FrameMerge(recording) {
            replay.process(frame) { moments.append(Moment(time: $0.time, orientation: $0.viewpoint.orientation)) }
        }
        return moments
    }

    @Test(arguments: presets, [("pan", "iphone4s"), ("step-yaw", "iphone3gs")])
    func `A preset has exactly the orientations of the system's replay`(
        name: String,
        simulated: (scenario: String, noise: String)
    ) throws {
        var recording = try Self.recording(simulated.scenario, noise: simulated.noise)
        for isCompassRecorded in [true, false] {
            if !isCompassRecorded { recording.heading = nil }
            let evaluated = try Self.evaluated(name, recording)
            let replayed = try Self.replayed(name, recording)
            #expect(evaluated.count > 100)
            #expect(evaluated == replayed)
        }
    }

    @Test(arguments: presets)
    func `At its own display rate a system shows the latest of these orientations`(name: String) throws {
        let recording = try Self.recording("pan", noise: "iphone4s")
        let evaluated = try Self.evaluated(name, recording)
        var replay = SystemReplay(
            try DescribedSystem(parsing: name),
            places: PlaceSet([]),
            rates: recording.sensorRates,
            declination: recording.declination
        )
        replay.place(at: try Self.position())
        var shown: [Moment] = []
        for frame in FrameMerge(recording) {
            replay.process(frame) { shown.append(Moment(time: $0.time, orientation: $0.viewpoint.orientation)) }
        }
        #expect(shown.count > 50)
        var index = 0
        for moment in shown {
            while index + 1 < evaluated.count, evaluated[index + 1].time <= moment.time { index += 1 }
            #expect(moment.orientation == evaluated[index].orientation, "\(moment.time)")
        }
    }

    @Test func `Remarks name the resampled sensors and the origin of a derived compass`() throws {
        var recording = try Self.recording("pan", noise: "iphone4s")
        recording.heading = nil
        let pipelines = try ["resample:rate=33Hz,method=hold+triad:driver=any", "area"].map {
            try PipelineSpecification(parsing: $0)
        }
        let runs = try RecordingEvaluation.evaluate(recording, pipelines: pipelines).map(\.run)
        #expect(runs[0].pipeline.parameters["rate"] == .number(33))
        for remark in [
            "accelerometer: resampled to 33 Hz, method 'hold'", "magnetometer: resampled to 33 Hz, method 'hold'",
            "one orientation per accelerometer or magnetometer sample",
        ] { #expect(runs[0].remarks.contains(remark), "\(runs[0].remarks)") }
        #expect(
            runs[1].remarks.contains(
                "no compass in the recording: headings are derived from magnetic field and gravity, and rounded"
            )
        )
        #expect(runs[1].metrics[.totalRMSE] != nil)
    }

    @Test func `Yandex is not a pipeline, and its evaluation equals its replay`() throws {
        let error = try #require(throws: InputError.self) { try PipelineSpecification(parsing: "yandex") }
        #expect(error.message == "the system 'yandex' needs poses and location fixes, so it cannot run as a pipeline")
        #expect(error.advice == "replay the system with 'sextant systems --system yandex'")
        #expect(PresetCatalogue.preset(named: "yandex") == nil)

        let scenario = try ScenarioCatalogue.scenario("walk")
        var recording = Simulation(scenario, noise: try NoiseCatalogue.noise(named: "none"), seed: 1).recording()
        let exact = try #require(recording.location)
        recording.location = SensorStream(
            times: exact.times,
            values: exact.values.map { fix in
                var fix = fix
                fix.horizontalAccuracyMetres = 5
                return fix
            }
        )
        let system = try DescribedSystem(parsing: "yandex:rate=30Hz")
        let estimates = try recording.outcome(of: .system(system)).estimates
        var replay = SystemReplay(
            system,
            places: PlaceSet([]),
            rates: recording.sensorRates,
            declination: recording.declination
        )
        var pictures: [Seconds: UnitQuaternion] = [:]
        func keep(_ picture: SystemFrame) { pictures[picture.time] = picture.viewpoint.orientation }
        let poses = try #require(recording.pose)
        let fixes = try #require(recording.location)
        var (pose, fix) = (0, 0)
        for frame in FrameMerge(recording) {
            while true {
                let next = (
                    pose: pose < poses.count ? poses.times[pose] : .infinity,
                    fix: fix < fixes.count ? fixes.times[fix] : .infinity
                )
                guard min(next.pose, next.fix) <= frame.time else { break }
                if next.pose <= next.fix {
                    replay.process(poses.values[pose], at: next.pose, draw: keep)
                    pose += 1
                } else {
                    replay.process(fixes.values[fix], at: next.fix, draw: keep)
                    fix += 1
                }
            }
            replay.process(frame, draw: keep)
        }
        var compared = 0
        for (time, orientation) in zip(estimates.times, estimates.orientations) {
            guard let drawn = pictures[time] else { continue }
            compared += 1
            #expect(drawn == orientation, "\(time)")
        }
        #expect(compared > 100, "\(estimates.count) shown, \(pictures.count) drawn")
    }
}
