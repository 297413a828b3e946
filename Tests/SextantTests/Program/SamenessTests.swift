import Evaluation
import Foundation
import TestSupport
import Testing

/// The figures depend only on the recordings and the pipelines.
struct SamenessTests {
    private static let pipelines = EvaluateCommandTests.options(["triad", "mahony+derivativeSmoother"])
    private static let phones = ["ios-logger/2021-07-29T12-52-25", "imu/fusion-sensor_data.csv"]

    /// Copies of pan with other names, which are not in alphabetical order.
    private static func copies(in folder: TemporaryFolder) throws -> [String] {
        try ["walk", "again", "bench"].map { name in
            let copy = folder.url.appendingPathComponent(name)
            try FileManager.default.copyItem(at: URL(fileURLWithPath: InputFixture.pan), to: copy)
            let metadata = copy.appendingPathComponent("recording.yaml")
            let text = try String(contentsOf: metadata, encoding: .utf8)
            try folder.write(text.replacing("name: pan", with: "name: \(name)"), to: "\(name)/recording.yaml")
            return copy.path
        }
    }

    @Test func `The number of jobs does not change the results`() async throws {
        let folder = try TemporaryFolder()
        let arguments = try Self.copies(in: folder) + Self.pipelines
        let one = try await Evaluated(arguments + ["--jobs", "1"])
        let four = try await Evaluated(arguments + ["--jobs", "4"])
        #expect(one.results.runs.map(\.recording.name) == ["walk", "walk", "again", "again", "bench", "bench"])
        #expect(one.results.host.jobs == 1 && four.results.host.jobs == 4)
        #expect(try one.lasting == four.lasting)
        #expect(try one.lasting.contains("\"total_rmse_deg\""))
        #expect(try one.text(of: "report.csv").count > 1_000)
    }

    @Test(.enabled(if: phones.allSatisfy(SharedDatasets.has)))
    func `The number of jobs does not change the results of real recordings`() async throws {
        let arguments = Self.phones.map(SharedDatasets.path) + ["--pipeline", "triad", "--quiet"]
        let one = try await Evaluated(arguments + ["--jobs", "1"])
        let four = try await Evaluated(arguments + ["--jobs", "4"])
        #expect(try one.lasting == four.lasting)
    }

    @Test func `The order of recordings does not change any run`() async throws {
        let folder = try TemporaryFolder()
        let paths = try Self.copies(in: folder)
        let forwards = try await Evaluated(paths + ["--pipeline", "madgwick"])
        let backwards = try await Evaluated(paths.reversed() + ["--pipeline", "madgwick"])
        #expect(forwards.results.runs.map(\.steady) == backwards.results.runs.reversed().map(\.steady))
    }

    @Test func `Other pipelines do not change a run`() async throws {
        let alone = try await Evaluated([InputFixture.pan, "--pipeline", "mahony"])
        let pipelines = EvaluateCommandTests.options(["triad", "mahony", "gyroscope"])
        let among = try await Evaluated([InputFixture.pan] + pipelines)
        #expect(alone.results.runs[0].steady == among.results.runs[1].steady)
    }

    @Test(arguments: [["LC_ALL": "de_DE.UTF-8"], ["LC_NUMERIC": "de_DE.UTF-8"], ["LANG": "tr_TR.UTF-8"]])
    func `The locale does not change the results`(variables: [String: String]) async throws {
        // Computing times are not in the report, because they differ from run to run.
        let metrics = "total_rmse_deg,increment_rms_deg,lag_ms"
        let arguments = [InputFixture.pan, "--pipeline", "triad+lowPass:alpha=0.25", "--metrics", metrics]
        let plain = try await Evaluated(arguments)
        let foreign = try await Evaluated(arguments, environment: variables)
        #expect(try plain.lasting == foreign.lasting)
        #expect(try plain.text(of: "report.csv") == foreign.text(of: "report.csv"))
    }

    @Test func `A pipeline in a YAML file equals its SPEC`() async throws {
        let folder = try TemporaryFolder()
        let text = """
            - lowPass: {alpha: 0.2, sensor: accelerometer}
            - triad
            - derivativeSmoother: {baseCorrection: 0.05}
            """
        let path = try folder.write(text, to: "smooth.yaml")
        let specification = "lowPass:alpha=0.2,sensor=accelerometer+triad+derivativeSmoother:baseCorrection=0.05"
        let runs = try await Evaluated([InputFixture.pan] + EvaluateCommandTests.options([path, specification])).results
            .runs
        #expect(runs.map(\.pipeline.name) == [path, specification])
        #expect(runs[0].pipeline.parameters == runs[1].pipeline.parameters)
        #expect(runs[0].steady.metrics == runs[1].steady.metrics)
    }
}

extension EvaluationRun {
    /// The run without computing times.
    fileprivate var steady: EvaluationRun {
        var run = self
        for metric in MetricCatalogue.metrics where metric.name.hasPrefix("compute_") {
            run.metrics.setUnmeasured(metric, because: "not compared")
        }
        return run
    }
}
