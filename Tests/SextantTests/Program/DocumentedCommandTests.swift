import Foundation
import TestSupport
import Testing

/// The commands in README.md and in the articles run.
struct DocumentedCommandTests {
    /// Each page, and the number of its blocks that are not run.
    static let pages: [(path: String, leftOut: Int)] = [
        ("README.md", 1),
        ("Reports/Study/README.md", 0),
        ("Sources/Evaluation/Evaluation.docc/accuracy.md", 0),
        ("Sources/Evaluation/Evaluation.docc/choose-a-filter.md", 0),
        ("Sources/Evaluation/Evaluation.docc/command-line.md", 1),
        ("Sources/Evaluation/Evaluation.docc/schemas.md", 0),
        ("Sources/Positions/Positions.docc/distances.md", 0),
        ("Sources/Evaluation/Evaluation.docc/estimates.md", 0),
        ("Sources/Evaluation/Evaluation.docc/magnetic-rooms.md", 1),
        ("Sources/Evaluation/Evaluation.docc/magnetometer.md", 0),
        ("Sources/Evaluation/Evaluation.docc/measure-your-own-estimator.md", 1),
        ("Sources/Evaluation/Evaluation.docc/reading-results.md", 0),
        ("Sources/Positions/Positions.docc/trajectory-errors.md", 0),
        ("Sources/Evaluation/Evaluation.docc/score-your-recording.md", 0),
        ("Sources/Evaluation/Evaluation.docc/reproduce-a-table.md", 1),
        ("Sources/Evaluation/Evaluation.docc/gate-your-ci.md", 0),
        ("Sources/Evaluation/Evaluation.docc/compare.md", 0),
        ("Sources/Evaluation/Evaluation.docc/experiments.md", 1),
        ("Sources/Evaluation/Evaluation.docc/html-report.md", 0),
        ("Sources/Evaluation/Evaluation.docc/papers-and-viewers.md", 1),
        ("Sources/Evaluation/Evaluation.docc/replay.md", 0),
        ("Sources/Positions/Positions.docc/routes.md", 0),
        ("Sources/Evaluation/Evaluation.docc/scene.md", 0),
        ("Sources/Evaluation/Evaluation.docc/screen.md", 0),
        ("Sources/Evaluation/Evaluation.docc/location.md", 0),
        ("Sources/Evaluation/Evaluation.docc/error-budget.md", 0),
        ("Sources/Evaluation/Evaluation.docc/responses.md", 0),
        ("Sources/Pipelines/Pipelines.docc/described-systems.md", 0),
        ("Sources/Pipelines/Pipelines.docc/filter-the-compass.md", 0),
        ("Sources/Pipelines/Pipelines.docc/ibetelgeuse-filters.md", 1),
        ("Sources/Pipelines/Pipelines.docc/sensor-stages.md", 0),
        ("Sources/Positions/Positions.docc/place-database.md", 0),
        ("Sources/Recordings/Recordings.docc/places.md", 0),
        ("Sources/SensorSimulation/SensorSimulation.docc/SensorSimulation.md", 0),
        ("Sources/SensorFilters/SensorFilters.docc/add-a-filter.md", 1),
    ]

    @Test(arguments: pages)
    func `Every block of commands succeeds`(page: (path: String, leftOut: Int)) async throws {
        let text = try String(contentsOf: Package.root.appendingPathComponent(page.path), encoding: .utf8)
        let blocks = DocumentedBlock.all(in: text)
        #expect(!blocks.isEmpty)
        let folder = try Self.workplace()
        var leftOut = 0
        for block in blocks {
            if case .leaveOut = block.use {
                leftOut += 1
                continue
            }
            let outcome = try await Command.shell("set -e; cd '\(folder.url.path)'\n\(block.script)")
            #expect(
                (outcome.code == 0) == (block.use == .run),
                "\(page.path):\(block.line): exit code \(outcome.code.map(String.init) ?? "none")\n\(outcome.error)"
            )
        }
        #expect(leftOut == page.leftOut)
    }

    @Test func `Every page with commands in the sources is tested`() throws {
        let sources = Package.root.appendingPathComponent("Sources")
        let known = Set(Self.pages.map(\.path))
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let pages = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }
        #expect(!pages.isEmpty)
        for file in pages + [Package.root.appendingPathComponent("README.md")] {
            let path = String(file.path.dropFirst(Package.root.path.count + 1))
            let text = try String(contentsOf: file, encoding: .utf8)
            if !known.contains(path) {
                #expect(DocumentedBlock.all(in: text).isEmpty, "\(path) has a block fenced as shell")
            }
            let command = #/```(?:sh|bash|console)?\n *(?:\.build/release/sextant|sextant|make) .*/#
            let unmarked = text.firstMatch(of: command)
            #expect(unmarked == nil, "\(path): '\(unmarked?.0 ?? "")' is not fenced as shell")
        }
    }

    /// A folder like that of a reader: the package's recordings and tables, the built command, and the files that pages
    /// use as examples.
    private static func workplace() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
        for name in ["Datasets", "Examples"] {
            try files.createSymbolicLink(
                at: url(name),
                withDestinationURL: Package.root.appendingPathComponent(name)
            )
        }
        try files.copyItem(at: Package.root.appendingPathComponent("Reports"), to: url("Reports"))
        let pocket = Package.root.appendingPathComponent("Datasets/simulated-pocket")
        try files.copyItem(at: pocket, to: url("car-park"))
        try files.copyItem(at: pocket.appendingPathComponent("accelerometer.csv"), to: url("accelerometer.csv"))
        let stub = try folder.write("#!/bin/sh\nexec sextant \"$@\"\n", to: ".build/release/sextant")
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub)
        let delta = #"{"additions": [{"id": 1, "changed": 1, "name": "Rathaus", "latitude": 48.8, "longitude": 9.1}]}"#
        for day in ["monday", "tuesday"] { try folder.write(delta + "\n", to: "\(day).json") }
        let places = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/places")
        try files.copyItem(at: places.appendingPathComponent("places.kml"), to: url("castles.kml"))
        try files.copyItem(at: places.appendingPathComponent("places.geojson"), to: url("stations.geojson"))
        try files.copyItem(at: places.appendingPathComponent("dimension.gddf"), to: url("dimension.gddf"))
        try files.copyItem(at: places.appendingPathComponent("route.json"), to: url("route.json"))
        // A path that climbs and turns, so that an alignment is determined.
        let poses = (0..<60).map { index -> String in
            let (step, height) = (Double(index) / 10, Double(index * index) / 1_000)
            let (sine, cosine) = (sin(step / 2), cos(step / 2))
            return "\(step) \(cos(step) * 3) \(sin(step) * 3) \(height) 0 0 \(sine) \(cosine)\n"
        }
        let walks = ["truth", "slam", "vio"].flatMap { tracker in (1...3).map { "\(tracker)/walk\($0).txt" } }
        for name in ["groundtruth.txt", "estimate.txt", "other.txt"] + walks {
            try folder.write(poses.joined(), to: name)
        }
        return folder
    }
}
