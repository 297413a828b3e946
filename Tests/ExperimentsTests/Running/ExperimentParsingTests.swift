import Evaluation
import Experiments
import Pipelines
import Recordings
import SensorModel
import SensorSimulation
import Testing

struct ExperimentParsingTests {
    private static let good = """
        name: tuned
        recordings:
          - {path: "trials/*.csv", layout: broad, tags: [lab]}
          - {scenario: pan, noise: nexus5, seeds: [1, 2], duration: 5, tags: [made, slow]}
        pipelines:
          - triad
          - spec: mahony
            grid: {kp: {range: [0.02, 2], step: 0.02}, ki: {range: [0, 0.004], count: 41}}
          - spec: triad+lowPass
            grid: {alpha: {log-range: [0.01, 1], count: 5}}
          - spec: vqf
            grid: {tauAcc: {log-range: [0.5, 20]}, tauMag: [9, 12]}
            random: {count: 7, seed: 3}
        resample: [none, 50]
        metrics: [total_rmse_deg, lag_ms]
        tune: [lag_ms]
        groups: [slow]
        reports: [md, html]
        reference: truth
        heading-alignment: constant
        span: 3
        """

    private static func parse(_ text: String) throws(InputError) -> Experiment {
        try Experiment(parsing: Array(text.utf8), file: "e.yaml", formats: ["md", "html"]) { pattern in
            pattern.hasPrefix("trials/") ? ["trials/a.csv", "trials/b.csv"] : []
        }
    }

    @Test func `The keys of a definition are read`() throws {
        let experiment = try Self.parse(Self.good)
        #expect(experiment.name == "tuned")
        #expect(experiment.inputs.map(\.name) == ["trials/a.csv", "trials/b.csv", "pan, seed 1", "pan, seed 2"])
        #expect(experiment.inputs.map(\.tags) == [["lab"], ["lab"], ["made", "slow"], ["made", "slow"]])
        #expect(experiment.families.map(\.count) == [1, 4_100, 5, 8])
        #expect(experiment.preparations.map(\.sampling) == [.asRecorded, .decimated(50)])
        #expect(experiment.cellCount == 4 * 2 * 4_114)
        #expect(experiment.options.metrics == [.totalRMSE, .lag])
        #expect(experiment.options.reference == .truth)
        #expect(experiment.options.headingAlignment == .constant)
        #expect(experiment.options.span == 3)
        #expect(experiment.tuning == [.lag])
        #expect(experiment.groups == ["slow"])
        #expect(experiment.formats == ["md", "html"])
    }

    @Test(arguments: ["robot-arm", "robot-arm:variation=3"])
    func `Draws are the numbers of random rooms, and the seeds`(room: String) throws {
        let entry = "{scenario: \"\(room)\", name: arm, draws: 3, duration: 5}"
        let experiment = try Self.parse("recordings: [\(entry)]\npipelines: [triad]")
        #expect(experiment.inputs.map(\.name) == ["arm, draw 1", "arm, draw 2", "arm, draw 3"])
        let simulations = experiment.inputs.compactMap { input in
            if case .simulation(let simulation) = input.source { simulation } else { nil }
        }
        #expect(simulations.map(\.seed) == [1, 2, 3])
        #expect(simulations.map { $0.scenario.parameters["draw"] } == [.number(1), .number(2), .number(3)])
    }

    @Test(arguments: [
        ("{scenario: office, draws: 2, seeds: [1]}", "'seeds' and 'draws' exclude each other"),
        ("{scenario: office, draws: 0}", "draws '0' must be a whole number from 1 to 1,000"),
        ("{scenario: pan, draws: 2}", "pan has no parameter 'draw'"),
    ])
    func `Faulty draws are an error`(entry: String, words: String) throws {
        let error = #expect(throws: InputError.self) { try Self.parse("recordings: [\(entry)]\npipelines: [triad]") }
        #expect(try #require(error).description.contains(words), "\(error?.description ?? "")")
    }

    @Test func `Estimates follow the pipelines, each with one setting`() throws {
        let experiment = try Self.parse(
            """
            recordings: ["trials/*.csv"]
            estimates: ["mine=trials/mine,order=xyzw", {name: theirs, path: trials/theirs, world: ned, clock: -0.5}]
            """
        )
        #expect(experiment.estimates.map(\.name) == ["mine", "theirs"])
        #expect(experiment.estimates.map(\.conventions.order) == [.xyzw, nil])
        #expect(experiment.estimates[1].conventions.frame.axes == .northEastDown)
        #expect(experiment.estimates[1].conventions.clock == -0.5)
        #expect(experiment.cellCount == 4)
        #expect(experiment.stretch(from: 3, upTo: 8, before: 4).family == 1)
    }

    @Test(arguments: [
        ("[mine=nowhere]", "e.yaml:2:13: no such file or folder: 'nowhere'"),
        ("[triad=trials/a]", "the name 'triad' is repeated"),
        ("[{path: trials/a}]", "the estimate has no key 'name'"),
        ("[\"mine=trials/a,wrld=ned\"]", "did you mean 'world'?"),
        ("[]", "'estimates' is empty"),
    ])
    func `Faulty estimates are an error`(list: String, words: String) {
        let error = #expect(throws: InputError.self) {
            try Self.parse("recordings: [trials/x]\nestimates: \(list)\npipelines: [triad]")
        }
        #expect("\(error.map(\.description) ?? "")".contains(words), "\(error.map(\.description) ?? "")")
    }

    @Test func `Pipelines have names, and traits for readers`() throws {
        let experiment = try Self.parse(
            """
            recordings: [trials/x]
            pipelines:
              - {name: My filter, spec: madgwick, grid: {beta: [0.1, 0.2]}, source: a paper, licence: MIT, tuned-on: lab}
              - {spec: vqf, offline: true}
              - triad
            """
        )
        #expect(experiment.families.map(\.name) == ["My filter", "vqf", "triad"])
        let family = experiment.families[0]
        #expect(family.setting(of: try family.specification(at: 1)).pipeline == "My filter")
        #expect(family.setting(of: try family.specification(at: 1)).label == "madgwick:beta=0.2")
        let traits = try #require(experiment.traits["My filter"])
        #expect(traits.source == "a paper" && traits.licence == "MIT" && traits.tunedOn == "lab" && !traits.isOffline)
        #expect(experiment.traits["vqf"]?.isOffline == true)
    }

    @Test func `A name that two pipelines have is an error`() {
        let error = #expect(throws: InputError.self) {
            try Self.parse("recordings: [trials/x]\npipelines: [{name: a, spec: vqf}, {name: a, spec: triad}]")
        }
        #expect(error?.message == "the pipeline 'a' is repeated" && error?.line == 2)
    }

    @Test func `Options of an entry replace those of the experiment`() throws {
        let experiment = try Self.parse(
            """
            recordings:
              - {path: trials/x, heading-alignment: constant, fit-frames: true, align-clocks: false, skip: 7}
              - {scenario: pan}
            pipelines: [triad]
            align-clocks: true
            skip: 2
            """
        )
        #expect(experiment.options(of: 0).headingAlignment == .constant)
        #expect(experiment.options(of: 0).fitsFrames && !experiment.options(of: 0).alignsClocks)
        #expect(experiment.options(of: 0).skip == 7)
        #expect(experiment.options(of: 2) == experiment.options)
        #expect(experiment.options.skip == 2 && experiment.options.alignsClocks)
        #expect(experiment.conditions(preparation: 0).count == 2)
    }

    @Test func `Parts of a name and further tags go together`() throws {
        let experiment = try Self.parse(
            "recordings: [{path: trials/x, tags: {split: /, also: [lab]}}]\npipelines: [triad]"
        )
        #expect(experiment.inputs[0].tags == ["lab", "a.csv"])
    }

    @Test func `Missing keys have defaults`() throws {
        let experiment = try Self.parse("recordings: [trials/x]\npipelines: [triad]")
        #expect(experiment.name == "e")
        #expect(experiment.preparations == [RecordingPreparation()])
        #expect(experiment.tuning == [.totalRMSE])
        let metrics = try #require(experiment.options.metrics)
        #expect(metrics.isSuperset(of: [.totalRMSE, .stillRMS, .lag]))
        #expect(metrics.isDisjoint(with: MetricCatalogue.ofTime))
    }

    @Test func `'only' selects the recordings with a tag`() throws {
        let experiment = try Self.parse(Self.good + "\nonly: lab")
        #expect(experiment.inputs.map(\.name) == ["trials/a.csv", "trials/b.csv"])
    }

    /// The text in the definition, its replacement, and the two parts of the error.
    @Test(arguments: [
        ("name: tuned", "nmae: tuned", "e.yaml:1:1: unknown key 'nmae'", "did you mean 'name'?"),
        (
            "kp: {range", "kq: {range",
            "e.yaml:7:11: pipeline 'mahony', column 1: the pipeline has no parameter 'kq': use one of kp, ki, start, maximumGap, magnetometer, ka, km, reference, dip, magneticDetection, magneticThreshold, dipThreshold, fieldStrength, magneticWait, repeatTime, repeatGain, accelerationThreshold, accelerationWindow, gravity",
            "'kp'"
        ),
        (
            "spec: mahony", "spec: mahoney", "e.yaml:7:11: pipeline 'mahoney', column 1: unknown stage 'mahoney'",
            "did you mean 'mahony'?"
        ),
        (
            "step: 0.02}, ki", "step: 0}, ki",
            "e.yaml:8:41: 'step' is 0.0, but must be above 0 and give at most 1000000 values",
            "'step' is 0.0, but must be above 0 and give at most 1000000 values"
        ),
        (
            "step: 0.02}, ki", "step: 1e-12}, ki",
            "e.yaml:8:41: 'step' is 1e-12, but must be above 0 and give at most 1000000 values",
            "at most 1000000 values"
        ),
        (
            "step: 0.02}, ki", "}, ki", "e.yaml:8:16: the number of values in 'range' is unknown",
            "the number of values in 'range' is unknown"
        ),
        (
            "[0, 0.004], count", "[0.004, 0], count",
            "e.yaml:8:60: 'range' is [0.004, 0.0], but must be [smallest, largest]", "smallest"
        ),
        (
            "log-range: [0.01, 1]", "log-range: [0, 1]",
            "e.yaml:10:31: 'log-range' is [0.0, 1.0], but must be [smallest, largest], both above 0", "above 0"
        ),
        ("log-range: [0.01, 1]", "log-range: [0.01, 2]", "alpha=2", "e.yaml:9:11"),
        (
            "noise: nexus5", "noise: nexus6",
            "unknown noise 'nexus6'",
            "nexus5"
        ),
        (
            "layout: broad", "layout: board", "'board' is neither a built-in layout nor a .yaml file",
            "broad"
        ),
        ("trials/*.csv", "trails/*.csv", "e.yaml:3:12: no recording matches 'trails/*.csv'", "this YAML file"),
        (
            "tune: [lag_ms]", "tune: [still_rms_deg]",
            "the list 'metrics' does not contain the metric 'still_rms_deg'", "'metrics'"
        ),
        (
            "metrics: [total", "metrics: [totl",
            "unknown metric 'totl_rmse_deg'", "did you mean 'total_rmse_deg'?"
        ),
        ("groups: [slow]", "groups: [slew]", "unknown tag 'slew': use one of lab, made, slow", "did you mean 'slow'?"),
        (
            "reports: [md, html]", "reports: [md, htm]", "unknown report 'htm': use one of md, html",
            "did you mean 'html'?"
        ),
        (
            "resample: [none, 50]", "resample: [none, -1]", "resample '-1' must be a number from 0.001 to 100,000 Hz",
            "from 0.001 to 100,000 Hz"
        ),
        (
            "resample: [none, 50]", "resample: [50, 50]", "'resample' contains the same rate twice",
            "'resample' contains the same rate twice"
        ),
        (
            "span: 3", "span: 0.1", "e.yaml:21:7: span '0.1' must be a number from 0.5 to 60 s",
            "a number from 0.5 to 60 s"
        ),
        ("- triad\n", "- triad\n  - triad\n", "e.yaml:7:5: the pipeline 'triad' is repeated", "one grid"),
        ("[1, 2], duration", "[1, 1], duration", "two recordings have the name 'pan, seed 1'", "remove one"),
        (
            "reference: truth", "reference: thruth", "reference 'thruth' must be one of truth, device, gyroscope",
            "did you mean 'truth'?"
        ),
        (
            "{count: 7, seed: 3}", "{count: 0, seed: 3}", "count '0' must be a whole number from 1 to 100,000,000",
            "a whole number from 1"
        ),
    ])
    func `An error has a message and a remedy`(
        text: String,
        other: String,
        message: String,
        advice: String
    ) throws {
        try #require(Self.good.contains(text))
        let changed = Self.good.replacing(text, with: other)
        let error = #expect(throws: InputError.self) { try Self.parse(changed) }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains(message), "\(words)")
        #expect(words.contains(advice), "\(words)")
    }
}
