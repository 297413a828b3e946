import Foundation
import Geodesy
import Recordings
import SensorFilters
import SensorModel
import SextantCommands
import TestSupport
import Testing

/// The filter, formula, layout and metric of Examples/swift-package, through its command line.
struct ExampleEntryTests {
    /// The largest difference between lengths in metres that comes from the rounding of written numbers.
    private static let writtenLength = 1e-6

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// The numbers of a CSV without its header.
    private func numbers(_ text: String) -> [[Double?]] {
        text.split(separator: "\n").dropFirst().map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        }
    }

    /// The first run of a folder with results.
    private func run(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.url.appendingPathComponent("\(name)/results.json"))
        let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require((root["runs"] as? [[String: Any]])?.first)
    }

    @Test(arguments: [
        ("filters", "pairMean"), ("formulas", "cityBlock"), ("layouts", "step-log"),
    ])
    func `Entries are listed after those of the catalogue`(subject: String, name: String) async throws {
        let own = try await Command.run(["list", subject])
        let all = try await Command.example(["list", subject])
        #expect(all.output.hasPrefix(own.output))
        let added = all.output.dropFirst(own.output.count).split(separator: "\n")
        #expect(added.first.map(String.init) == name, "\(all.error)")
    }

    @Test(arguments: [
        (["filter", "-", "--columns", "x", "--filter", "pairMaen"], "pairMean"),
        (["evaluate", "--scenario", "pan", "--pipeline", "blend+pairMaen"], "pairMean"),
        (["evaluate", "--scenario", "pan", "--pipeline", "blen"], "blend"),
        (["evaluate", "--scenario", "pan", "--metrics", "within_2_percen"], "within_2_percent"),
        (["distances", "--random", "9", "--formula", "cityBlok"], "cityBlock"),
        (["inspect", ".", "--layout", "steplog"], "step-log"),
    ])
    func `A misspelt name of an entry is suggested`(arguments: [String], name: String) async throws {
        let outcome = try await Command.example(arguments)
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.contains("did you mean '\(name)'?"), "\(outcome.error)")
    }

    /// Means of neighbours, by hand; after a gap of more than a second, the filter starts again.
    @Test func `The filter acts on columns of a file`() async throws {
        let file = try folder.write("t,x\n0,1\n0.5,3\n1,7\n1.5,5\n3,9\n3.5,10\n", to: "in.csv")
        let outcome = try await Command.example(["filter", file, "--filter", "pairMean", "--columns", "x"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(numbers(outcome.output).map { $0[1] } == [1, 2, 5, 6, 9, 9.5])
    }

    /// A mean of two samples is the moving average with window 2.
    @Test func `The filter runs before and after an estimator, in a grid of an experiment`() async throws {
        let text = """
            recordings: [{scenario: pan}]
            pipelines:
              - {spec: pairMean+blend, grid: {maximumGap: [0.5, 2]}, default: false}
              - movingAverage:window=2+blend
              - blend+pairMean
              - blend+movingAverage:window=2
            metrics: [total_rmse_deg, within_2_percent]
            """
        let file = try folder.write(text, to: "experiment.yaml")
        let outcome = try await Command.example(["run", file, "--output", path("out"), "--quiet"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let data = try Data(contentsOf: folder.url.appendingPathComponent("out/results.json"))
        let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let runs = try #require(root["runs"] as? [[String: Any]])
        let errors = runs.map { ($0["accuracy"] as? [String: Any])?["total_rmse_deg"] as? Double }
        try #require(errors.count == 5 && !errors.contains(nil))
        for (one, other) in [(0, 2), (1, 2), (3, 4)] {
            #expect(abs((errors[one] ?? 0) - (errors[other] ?? 1)) < 1e-9)
        }
    }

    /// 6,371,000 m · π / 180 · (1 + 2 cos 60.5°), by Python.
    @Test func `The formula is measured for pairs, and along a route`() async throws {
        let pairs = "lat1,lon1,lat2,lon2\n0,0,0,1\n60,10,61,12\n0,179.5,0,-179.5\n"
        let file = try folder.write(pairs, to: "pairs.csv")
        let outcome = try await Command.example(["distances", file, "--formula", "cityBlock", "--output", "-"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("lat1,lon1,lat2,lon2,reference_m,cityBlock_m\n"), "\(outcome.output)")
        let degree = 111_194.926_644_558_74
        for (row, length) in zip(numbers(outcome.output), [degree, 220_704.929_932_073_72, degree]) {
            #expect(abs((row[5] ?? 0) - length) < Self.writtenLength)
        }
        let route = try folder.write(
            """
            <?xml version="1.0"?>
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><rte>
            <rtept lat="60" lon="10"/><rtept lat="61" lon="12"/></rte></gpx>
            """,
            to: "route.gpx"
        )
        let legs = try await Command.example(["route", route, "--formula", "cityBlock", "--output", "-"])
        #expect(legs.code == 0, "\(legs.error)")
        #expect(legs.output.split(separator: "\n").first?.hasSuffix("cityBlock_m") ?? false, "\(legs.output)")
        let length = numbers(legs.output).first?.last ?? nil
        #expect(abs((length ?? 0) - 220_704.929_932_073_72) < Self.writtenLength, "\(legs.output)")
    }

    /// 1 g is 9.80665 m/s², and 90°/s is π/2 rad/s.
    @Test(arguments: [[], ["--layout", "step-log"]])
    func `A log in the layout is detected, inspected and converted`(options: [String]) async throws {
        let rows = (0..<50).map { "\(10 * $0),0,0,1,90,0,0,20,0,-40" }
        let text = "ms,ax,ay,az,gx,gy,gz,mx,my,mz\n" + rows.joined(separator: "\n") + "\n"
        let log = try folder.write(text, to: "log.csv")
        let inspected = try await Command.example(["inspect", log] + options)
        #expect(inspected.code == 0, "\(inspected.error)")
        #expect(inspected.error.contains("--layout step-log") == options.isEmpty, "\(inspected.error)")
        let converted = try await Command.example(["convert", log, "--output", path("native")] + options)
        #expect(converted.code == 0, "\(converted.error)")
        func first(_ stream: String) throws -> [Double?] {
            let rows = numbers(try String(contentsOfFile: path("native/\(stream).csv"), encoding: .utf8))
            #expect(rows.count == 50)
            return Array(rows[1].dropFirst())
        }
        #expect(try first("accelerometer") == [0, 0, 9.80665])
        #expect(abs(try first("gyroscope")[0] ?? 0) - .pi / 2 < 1e-9)
        #expect(try first("magnetometer") == [20, 0, -40])
    }

    @Test func `An experiment can name the layout, and detects it`() async throws {
        let rows = (0..<200).map { "\(10 * $0),0,0,1,0,0,0,20,0,-40" }
        let text = "ms,ax,ay,az,gx,gy,gz,mx,my,mz\n" + rows.joined(separator: "\n") + "\n"
        for name in ["named", "detected"] { try folder.write(text, to: "\(name).csv") }
        let experiment = """
            recordings: [{path: named.csv, layout: step-log}, detected.csv]
            pipelines: [blend]
            reference: gyroscope
            """
        let file = try folder.write(experiment, to: "experiment.yaml")
        let outcome = try await Command.example(["run", file, "--output", path("out"), "--quiet"])
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    /// An estimate that is the reference turned about the vertical: by 1° at the first samples, by 3° afterwards.
    private func constructedEstimate(correct: Int) throws -> Int {
        let reference = try String(contentsOfFile: "\(InputFixture.pan)/reference.csv", encoding: .utf8)
        let rows = numbers(reference).map { $0.compactMap(\.self) }
        let lines = rows.enumerated().map { index, row in
            let half = (index < correct ? 1.0 : 3.0) / 2 * .pi / 180
            let (c, s) = (cos(half), sin(half))
            let turned = [
                c * row[1] - s * row[4], c * row[2] - s * row[3], c * row[3] + s * row[2], c * row[4] + s * row[1],
            ]
            return "\(row[0])," + turned.map { "\($0)" }.joined(separator: ",")
        }
        try folder.write("t,qw,qx,qy,qz\n" + lines.joined(separator: "\n") + "\n", to: "turned.csv")
        return rows.count
    }

    @Test func `The metric is the share of samples with a small error`() async throws {
        let count = try constructedEstimate(correct: 601)
        let outcome = try await Command.example([
            "evaluate", InputFixture.pan, "--estimate", "turned=\(path("turned.csv"))", "--output", path("out"),
            "--quiet",
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let accuracy = try #require(run("out")["accuracy"] as? [String: Any])
        #expect(accuracy["count"] as? Int == count)
        let share = accuracy["within_2_percent"] as? Double ?? 0
        #expect(abs(share - 100 * 601 / Double(count)) < 1e-9)
    }

    @Test func `A report table can have a column of the metric`() async throws {
        let count = try constructedEstimate(correct: 901)
        try FileManager.default.copyItem(atPath: InputFixture.pan, toPath: path("pan"))
        let definition = """
            title: Shares
            caption: Made by a test.
            evaluation:
              recordings: [pan]
              estimates: [{name: turned, path: turned.csv}]
              rows: [pipeline]
              columns: [{metric: within_2_percent, decimals: 3}]
            """
        try folder.write(definition, to: "Reports/shares/table.yaml")
        let outcome = try await Command.example(["tables", "--directory", path("Reports")])
        #expect(outcome.code == 0, "\(outcome.error)")
        let table = try String(contentsOfFile: path("Reports/shares/table.csv"), encoding: .utf8)
        let row = try #require(table.split(separator: "\n").last { $0.hasPrefix("turned,") }, "\(table)")
        let share = Double(row.dropFirst("turned,".count)) ?? 0
        #expect(abs(share - 100 * 901 / Double(count)) < 1e-3, "\(table)")
    }

    private static func filter(_ name: String) -> FilterEntry {
        FilterEntry(name: name, summary: "", source: "", scalar: { _ in DoubleFilter() })
    }

    private static func formula(_ name: String) -> FormulaEntry {
        FormulaEntry(
            name: name,
            summary: "",
            source: "",
            validity: "",
            accuracy: StatedAccuracy(relativeError: 1, absoluteError: 0),
            cost: "",
            givesBearing: false,
            formula: Haversine()
        )
    }

    private static func layout(_ name: String) -> LayoutEntry {
        LayoutEntry(
            yaml: """
                layout: \(name)
                recording: file
                detect: [{columns: [a, b, c]}]
                streams: {gyroscope: {columns: {x: a, y: b, z: c}, unit: rad/s, time: {rate: 100}}}
                """
        )
    }

    @Test func `Entries with the name of another entry end the program`() async {
        await #expect(processExitsWith: .failure) { _ = CommandExtension(filters: [Self.filter("lowPass")]) }
        await #expect(processExitsWith: .failure) { _ = CommandExtension(filters: [Self.filter("madgwick")]) }
        await #expect(processExitsWith: .failure) { _ = CommandExtension(filters: [Self.filter("resample")]) }
        await #expect(processExitsWith: .failure) { _ = CommandExtension(filters: [Self.filter("stabilised")]) }
        await #expect(processExitsWith: .failure) {
            _ = CommandExtension(filters: [Self.filter("mine"), Self.filter("mine")])
        }
        await #expect(processExitsWith: .failure) { _ = CommandExtension(formulas: [Self.formula("haversine")]) }
        await #expect(processExitsWith: .failure) { _ = CommandExtension(layouts: [Self.layout("broad")]) }
        await #expect(processExitsWith: .failure) { _ = LayoutEntry(yaml: "layout: mine") }
        await #expect(processExitsWith: .success) {
            _ = CommandExtension(
                filters: [Self.filter("mine")],
                formulas: [Self.formula("mine")],
                layouts: [Self.layout("mine")]
            )
        }
    }
}

/// A filter that returns every sample unchanged.
private struct DoubleFilter: Filter {
    let maximumGap: Seconds = 1
    var intake = Intake<Double>()

    mutating func start(with value: Double) -> Double { value }
    mutating func advance(to value: Double, over interval: Seconds) -> Double { value }
    mutating func reset() { intake = Intake() }
}
