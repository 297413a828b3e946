import Evaluation
import Foundation
import SensorModel
import TestSupport
import Testing

/// `sextant evaluate` over the bundled recording.
struct EvaluateCommandTests {
    static let pipelines = [
        "triad", "gyroscope", "triad+lowPass:alpha=0.2", "madgwick:beta=0.05+movingAverage:window=5",
    ]

    /// Evaluated once for all tests.
    private static let evaluation = Task {
        try await Evaluated([InputFixture.pan, "--estimates"] + options(pipelines))
    }

    static func options(_ pipelines: [String]) -> [String] { pipelines.flatMap { ["--pipeline", $0] } }

    @Test func `Runs are in the order of the pipelines`() async throws {
        let results = try await Self.evaluation.value.results
        #expect(results.schema == "sextant.results/1")
        #expect(results.runs.map(\.pipeline.name) == Self.pipelines)
        #expect(results.runs.allSatisfy { $0.recording.name == "pan" && $0.recording.sha256.count == 64 })
        #expect(results.runs.allSatisfy { $0.orientations > 2_900 })
    }

    @Test func `A low-pass of the compass reduces the jitter at rest and adds lag in turns`() async throws {
        let pipelines = ["", "lowPass:sensor=heading,alpha=0.1+", "lowPass:sensor=heading,timeConstant=100ms+"].map {
            $0 + "lowPass:sensor=accelerometer+compassHeading:direction=camera"
        }
        let still = try await Evaluated(["--scenario", "still"] + Self.options(pipelines)).results.runs
        let jitter = try still.map { try #require($0.metrics[.stillRMS]) }
        #expect(jitter[1] < jitter[0])
        let pan = try await Evaluated(["--scenario", "pan"] + Self.options([pipelines[0], pipelines[2]])).results.runs
        let lags = try pan.map { try #require($0.metrics[.lag]) }
        #expect(lags[1] > lags[0])
    }

    /// The page "Filter the compass" quotes these values.
    @Test(.enabled(if: SharedDatasets.has("ios-logger"), "the dataset ios-logger is missing"))
    func `A low-pass of smooth readings of a real phone only adds lag`() async throws {
        let filters = ["compass+", "compass+resample:rate=60Hz,sensor=heading,method=hold+"]
        let pipelines = [filters[0], filters[1] + "lowPass:sensor=heading,timeConstant=100ms+"].map {
            $0 + "lowPass:sensor=accelerometer+compassHeading"
        }
        let recording = SharedDatasets.path("ios-logger/2021-07-29T12-52-25")
        let runs = try await Evaluated([recording, "--quiet"] + Self.options(pipelines)).results.runs
        let increments = try runs.map { try #require($0.metrics[.incrementRMS]) }
        let lags = try runs.map { try #require($0.metrics[.lag]) }
        #expect(abs(increments[0] - 1.21) < 0.01 && abs(increments[1] - 1.26) < 0.01)
        #expect(abs(lags[0] - 39) < 1 && abs(lags[1] - 87) < 1)
    }

    @Test func `Parameters include the defaults`() async throws {
        let runs = try await Self.evaluation.value.results.runs
        #expect(runs[0].pipeline.parameters == [:])
        #expect(
            runs[2].pipeline.parameters == ["alpha": .number(0.2), "start": .word("sample"), "maximumGap": .number(1)]
        )
        let parameters = runs[3].pipeline.parameters
        #expect(parameters["beta"] == .number(0.05))
        #expect(parameters["window"] == .number(5))
        #expect(parameters["reference"] == .word("full"))
    }

    @Test func `results.json has every metric, and a reason for every unmeasured one`() async throws {
        let json = Data(try await Self.evaluation.value.text(of: "results.json").utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let runs = try #require(object["runs"] as? [[String: Any]])
        #expect(runs.count == Self.pipelines.count)
        for run in runs {
            let notes = try #require(run["notes"] as? [String: String])
            for metric in MetricCatalogue.metrics {
                let group = try #require(run[metric.group.rawValue] as? [String: Any])
                let value = try #require(group[metric.name], "\(metric.name) is missing")
                if value is NSNull { #expect(notes[metric.name]?.isEmpty == false) }
            }
        }
    }

    @Test func `Requested metrics have the same values as without --metrics, and others are unmeasured`() async throws {
        let asked: Set<Metric> = [.totalRMSE, .lag]
        let list = asked.map(\.name).joined(separator: ",")
        let few = try await Evaluated([InputFixture.pan, "--metrics", list] + Self.options(Self.pipelines)).results
        let all = try await Self.evaluation.value.results
        #expect(few.runs.count == all.runs.count)
        for (run, whole) in zip(few.runs, all.runs) {
            for metric in MetricCatalogue.metrics where metric.group.isOfOrientation {
                #expect(run.metrics[metric] == (asked.contains(metric) ? whole.metrics[metric] : nil), "\(metric.name)")
            }
            #expect(run.metrics[.totalRMSE] != nil && run.metrics[.incrementRMS] == nil)
        }
    }

    @Test func `Repeated lists of metrics add up`() async throws {
        let arguments = [InputFixture.pan, "--pipeline", "vqf", "--metrics", "total_rmse_deg", "--metrics", "lag_ms"]
        let run = try await Evaluated(arguments).results.runs[0]
        #expect(run.metrics[.totalRMSE] != nil && run.metrics[.lag] != nil && run.metrics[.headingRMSE] == nil)
    }

    @Test func `A location pipeline without a reference has the columns and the reason of locations`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "fixes"])
        #expect(outcome.output.contains("claim") && !outcome.output.contains("heading"), "\(outcome.output)")
    }

    @Test(arguments: [
        ("total_rms_deg", "did you mean 'total_rmse_deg'?"), ("", "see 'sextant list metrics'"),
        (
            "total_rmse_deg,pixel_rms_px",
            "Error: The value 'total_rmse_deg,pixel_rms_px' is invalid for '--metrics <LIST>': unknown metric 'pixel_rms_px'"
        ),
    ])
    func `An unknown metric and an empty list of metrics are usage errors`(list: String, words: String) async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--metrics", list])
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.contains(words))
    }

    @Test func `Every metric that the recording pan allows is measured`() async throws {
        for run in try await Self.evaluation.value.results.runs {
            for metric in MetricCatalogue.metrics where metric.group.isOfOrientation {
                // The recording has no events for step responses, no claims of its headings, and a debug build has no
                // times.
                if ["step_", "compute_", "heading_claimed_"].contains(where: metric.name.hasPrefix) { continue }
                #expect(run.metrics[metric] != nil, "\(metric.name) of \(run.pipeline.name)")
            }
        }
    }

    #if DEBUG
    @Test func `A debug build has no metrics of time`() async throws {
        for run in try await Self.evaluation.value.results.runs {
            for name in [Metric.computeP50, .computeP99, .computeMax, .computeMean] {
                #expect(run.metrics[name] == nil)
                let note = "computing times are not measured in debug builds; build with -c release"
                #expect(run.metrics.note(for: name) == note)
            }
        }
    }
    #endif

    @Test func `Exactly the reports and the estimates are written`() async throws {
        let names = [
            "gyroscope", "madgwick_beta=0.05+movingAverage_window=5", "triad", "triad+lowPass_alpha=0.2",
        ]
        let estimates = names.map { "estimates/pan/\($0).csv" }
        let files = try await Self.evaluation.value.files.keys.sorted()
        #expect(files == (estimates + ["report.csv", "report.md", "results.json"]).sorted())
    }

    @Test func `The estimates are one unit quaternion per counted orientation`() async throws {
        let evaluation = try await Self.evaluation.value
        for run in evaluation.results.runs {
            let name = run.pipeline.name.replacing(":", with: "_")
            let lines = try evaluation.text(of: "estimates/pan/\(name).csv").split(separator: "\n")
            #expect(lines.first == "t,qw,qx,qy,qz")
            #expect(lines.count - 1 == run.orientations)
            let rows = lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
            #expect(rows.allSatisfy { $0.count == 5 })
            let lengths = rows.map { $0.dropFirst().map { $0 * $0 }.reduce(0, +).squareRoot() }
            #expect(lengths.allSatisfy { abs($0 - 1) < Tolerance.unitLength })
            #expect(zip(rows, rows.dropFirst()).allSatisfy { $0[0] <= $1[0] })
        }
    }

    @Test func `The table on standard output names every pipeline in at most 80 columns`() async throws {
        let output = try await Self.evaluation.value.outcome.output
        for line in output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for name in Self.pipelines { #expect(output.filter { !$0.isWhitespace }.contains(name)) }
        #expect(!output.contains("\u{1B}"))
    }

    @Test func `Only the reports of --format and results.json are written`() async throws {
        let evaluation = try await Evaluated([InputFixture.pan, "--pipeline", "triad", "--format", "csv"])
        #expect(evaluation.files.keys.sorted() == ["report.csv", "results.json"])
    }

    @Test func `--quiet prints nothing`() async throws {
        let evaluation = try await Evaluated([InputFixture.pan, "--pipeline", "triad", "--quiet"])
        #expect(evaluation.outcome.output == "")
        #expect(evaluation.files.keys.sorted() == ["report.csv", "report.md", "results.json"])
    }

    @Test func `--verbose names the files on standard error`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(
            ["evaluate", InputFixture.pan, "--pipeline", "triad", "--verbose", "--output", path, "--format", "md"]
        )
        let lines = [
            "\(InputFixture.pan) is read with --layout native, because it has recording.yaml",
            "wrote \(path)/results.json", "wrote \(path)/report.md",
        ]
        #expect(outcome.error == lines.map { "sextant: \($0)\n" }.joined())
        #expect(outcome.code == 0)
    }

    @Test func `Recordings in the same layout share one message about it`() async throws {
        let rows = (0..<50).map { InputFixture.broadRow("\(Double($0) / 100)") }
        let inputs = try (0..<3).map { _ in try InputFixture(broad: InputFixture.broadText(rows)) }
        let outcome = try await Command.run(["evaluate", "--pipeline", "triad"] + inputs.map(\.path))
        let remarks = outcome.error.split(separator: "\n").filter { $0.contains("--layout broad") }
        #expect(remarks.count == 1, "\(outcome.error)")
        #expect(remarks.first?.hasPrefix("sextant: \(inputs[0].path) is read with") ?? false)
        #expect(remarks.first?.hasSuffix("; 2 more likewise") ?? false)
    }

    @Test func `Without --output nothing is written`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Command.shell(
            "cd '\(folder.url.path)' && sextant evaluate '\(InputFixture.pan)' --pipeline triad"
        )
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        #expect(outcome.output.hasPrefix("pan · 30.0 s"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    /// The guide to filters begins with jitter at rest, so its first command must measure it.
    @Test func `The metric that the guide to filters names first has a value for each pipeline`() async throws {
        let page = try String(
            contentsOf: Package.root.appendingPathComponent("Sources/Evaluation/Evaluation.docc/choose-a-filter.md"),
            encoding: .utf8
        )
        let complaint = try #require(page.split(separator: "\n").first { $0.hasPrefix("| labels") })
        #expect(complaint.split(separator: "|")[1].contains("`still`"))
        let scenarios = ["--scenario", "pan", "--scenario", "walk"]
        let pipelines = ["triad", "triad+movingAverage", "vqf"].flatMap { ["--pipeline", $0] }
        let outcome = try await Command.run(["evaluate", "--metrics", "still_rms_deg"] + scenarios + pipelines)
        let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("triad") || $0.hasPrefix("vqf") }
        #expect(rows.count >= 6)
        #expect(rows.allSatisfy { $0.contains(where: \.isNumber) && !$0.contains("–") }, "\(outcome.output)")
    }

    /// The camera of a phone that lies flat points down.
    @Test func `Systems whose labels cannot be measured have a column with the reason`() async throws {
        let rows = { (cells: String) in (0..<500).map { "\(Double($0) / 50),\(cells)\n" }.joined() }
        let folder = try TemporaryFolder([
            "accelerometer.csv": "t,x,y,z\n" + rows("0,0,9.81"), "gyroscope.csv": "t,x,y,z\n" + rows("0,0,0"),
            "magnetometer.csv": "t,x,y,z\n" + rows("0,20,-43"),
            "reference.csv": "t,qw,qx,qy,qz\n" + rows("1,0,0,0"),
            "location.csv": "t,latitude,longitude\n0,48,10\n1,48,10\n",
        ])
        let systems = ["--screen", "--pipeline", "area", "--pipeline", "vqf"]
        let outcome = try await Command.run(["evaluate", folder.url.path] + systems)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("RMSEpx") && outcome.output.contains("place: the camera never sees a place"))
    }
}
