import Evaluation
import Foundation
import Pipelines
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Single wrong samples: their names in warnings, and recordings without any.
struct OutlierCheckTests {
    private static let pan = Package.root.appendingPathComponent("Datasets/pan")

    /// A copy of `pan` with one cell replaced.
    ///
    /// - Parameters:
    ///   - line: the line of the file, counted from 1.
    ///   - column: the column, counted from 0.
    private static func pan(_ file: String, line: Int, column: Int, _ cell: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["accelerometer", "gyroscope", "magnetometer", "reference"].map({ $0 + ".csv" }) + [
            "recording.yaml"
        ] {
            var text = try String(contentsOf: pan.appendingPathComponent(name), encoding: .utf8)
            if name == file {
                var lines = text.components(separatedBy: "\n")
                var cells = lines[line - 1].components(separatedBy: ",")
                cells[column] = cell
                lines[line - 1] = cells.joined(separator: ",")
                text = lines.joined(separator: "\n")
            }
            try folder.write(text, to: name)
        }
        return folder
    }

    private static func mismatches(_ folder: TemporaryFolder) throws -> [RecordingMismatch] {
        let recording = try RecordingReader().read(path: folder.url.path)
        return RecordingChecks.results(for: recording).compactMap(\.mismatch)
    }

    @Test(arguments: ["6.8", "-999", "1e308", "99999"])
    func `One lost decimal of a reference quaternion is named with file and line`(cell: String) throws {
        let found = try Self.mismatches(try Self.pan("reference.csv", line: 901, column: 1, cell))
        #expect(found.map(\.place) == ["reference.csv:901"])
        #expect(found.first?.found.hasPrefix("a quaternion of length ") == true)
    }

    @Test func `A reference quaternion with one reversed sign is named with file and line`() throws {
        let line = try String(contentsOf: Self.pan.appendingPathComponent("reference.csv"), encoding: .utf8)
            .components(separatedBy: "\n")[900]
        let cell = "-" + line.components(separatedBy: ",")[1]
        let found = try Self.mismatches(try Self.pan("reference.csv", line: 901, column: 1, cell))
        #expect(found.map(\.place) == ["reference.csv:901"])
        #expect(found.first?.found.contains("an orientation of the reference") == true)
    }

    @Test(arguments: ["9.97e36", "1e20", "1e155", "-9999", "65535"])
    func `One gyroscope cell beyond any sensor is named with file and line`(cell: String) throws {
        let found = try Self.mismatches(try Self.pan("gyroscope.csv", line: 1501, column: 2, cell))
        #expect(found.map(\.place) == ["gyroscope.csv:1501"])
        #expect(found.first?.found.contains("in y of the gyroscope") == true)
    }

    @Test(arguments: ["1e155", "1e308", "-1e155"])
    func `One accelerometer cell of 1e155 gives no advice about its sign`(cell: String) throws {
        let folder = try Self.pan("accelerometer.csv", line: 1501, column: 3, cell)
        let found = try Self.mismatches(folder)
        #expect(found.map(\.place) == ["accelerometer.csv:1501"])
        #expect(!found.contains { $0.description.contains("sign: -1") })
    }

    @Test func `A sample within the range is named when its neighbours contradict it`() throws {
        let found = try Self.mismatches(try Self.pan("accelerometer.csv", line: 2_001, column: 2, "0"))
        #expect(found.map(\.place) == ["accelerometer.csv:2001"])
        #expect(found.first?.expected.contains("as the samples before and after predict") == true)
    }

    /// VQF recognises no rest at a sample that deviates by 0.5 m/s² or 2°/s, which changes its learnt bias.
    @Test(arguments: [("accelerometer.csv", 245, 3, "0.068647"), ("gyroscope.csv", 52, 2, "-0.064577")])
    func `A sample is named when it differs from its neighbours by less than motion`(
        file: String,
        line: Int,
        column: Int,
        cell: String
    ) throws {
        let found = try Self.mismatches(try Self.pan(file, line: line, column: column, cell))
        #expect(found.map(\.place) == ["\(file):\(line)"])
    }

    @Test(arguments: [2, 3, 4, 3_000, 3_001, 3_002])
    func `A wrong cell at either end of a file is named with its line`(line: Int) throws {
        let found = try Self.mismatches(try Self.pan("accelerometer.csv", line: line, column: 2, "-9.8"))
        #expect(found.map(\.place) == ["accelerometer.csv:\(line)"])
    }

    @Test func `A file of quaternions that are not scaled has one warning`() throws {
        let folder = try Self.pan("reference.csv", line: 2, column: 1, "1")
        let text = try String(contentsOf: Self.pan.appendingPathComponent("reference.csv"), encoding: .utf8)
        let rows = text.split(separator: "\n").dropFirst().map { row in
            let cells = row.split(separator: ",").compactMap { Double($0) }
            return "\(cells[0])," + cells.dropFirst().map { "\($0 * 2)" }.joined(separator: ",")
        }
        try folder.write("t,qw,qx,qy,qz\n" + rows.joined(separator: "\n") + "\n", to: "reference.csv")
        let found = try Self.mismatches(folder)
        #expect(found.map(\.place) == ["reference.csv:2"])
        #expect(found.first?.found == "a quaternion of length 2, one of \(rows.count) in the file")
    }

    @Test func `Rates in the wrong unit are not single samples`() throws {
        var recording = try RecordingReader().read(path: Self.pan.path)
        let stream = try #require(recording.gyroscope)
        recording.gyroscope = SensorStream(times: stream.times, values: stream.values.map { $0 * 5_730 })
        let found = RecordingChecks.results(for: recording).compactMap(\.mismatch)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { !$0.remedy.contains("--exclude-outliers") })
    }

    /// The figures of `vqf` without the sample are those of the recording without its row.
    @Test func `The warning states the figure without the sample, and excluding the sample yields it`() async throws {
        let folder = try Self.pan("gyroscope.csv", line: 1_501, column: 2, "1e20")
        let path = folder.url.path
        var batch = BatchEvaluation(subjects: [.pipeline(try PipelineSpecification(parsing: "vqf"))])
        let kept = await batch.evaluate([path]) { path throws(InputError) in try RecordingReader().read(path: path) }
        #expect(kept.warnings.map(\.mismatch.place) == ["gyroscope.csv:1501"])
        let own = try #require(kept.outcomes.first?.run.metrics[.totalRMSE])
        batch.options.excludesOutliers = true
        let rest = await batch.evaluate([path]) { path throws(InputError) in try RecordingReader().read(path: path) }
        #expect(rest.warnings == kept.warnings)
        let without = try #require(rest.outcomes.first?.run.metrics[.totalRMSE])
        #expect(own > 10 && without < 4)
        #expect(rest.outcomes.first?.run.skipped["gyroscope.csv: outlying samples"] == 1)
        let remark = kept.outcomes.first?.run.remarks.first { $0.contains("without the outlier") }
        let prefix = String(DecimalText.fixed(without, decimals: 2).prefix(4))
        #expect(remark?.contains("total_rmse_deg is \(prefix)") == true, "\(remark ?? "")")
        batch.isStrict = true
        let strict = await batch.evaluate([path]) { path throws(InputError) in try RecordingReader().read(path: path) }
        #expect(strict.failures.map(\.error.source) == ["\(path)/gyroscope.csv:1501"])
    }

    /// The noises and scenarios of the catalogue, with a seed that no other test uses.
    @Test(arguments: NoiseCatalogue.builtIn.map(\.name))
    func `No sample of a simulated recording is an outlier`(noise: String) throws {
        let model = try NoiseCatalogue.noise(named: noise)
        for entry in ScenarioCatalogue.entries {
            let scenario = try ScenarioCatalogue.scenario(entry.name, duration: nil)
            let recording = Simulation(scenario, noise: model, seed: 11).recording()
            let check = RecordingChecks.results(for: recording).filter { $0.check == "single samples" }
            #expect(check.compactMap(\.mismatch) == [], "\(entry.name) \(noise)")
        }
    }

    /// 32 g = 313.8 m/s².
    @Test(arguments: [("310", "as the samples before and after predict"), ("320", "the range of sensors (32 g)")])
    func `The range of accelerometers ends at 32 g`(cell: String, words: String) throws {
        let found = try Self.mismatches(try Self.pan("accelerometer.csv", line: 1501, column: 1, cell))
        #expect(found.first?.place == "accelerometer.csv:1501")
        #expect(found.first?.expected.contains(words) == true)
    }

    /// The outliers of a specific force that grows by 6 m/s² in each of 40 samples, with one sample too large by 20.
    private static func outliersOfRamp(wrong: Int?) -> [Int] {
        let values = (0..<40).map { (sample: Int) -> Vector3 in
            let ramp = 6 * Double(sample)
            let noise = 0.01 * Double(sample % 2)
            return Vector3(ramp + noise + (sample == wrong ? 20 : 0), 0, 0)
        }
        var recording = Recording(name: "ramp")
        recording.accelerometer = SensorStream(times: values.indices.map { Double($0) / 100 }, values: values)
        return RecordingChecks.results(for: recording).filter { $0.check == "single samples" }
            .compactMap(\.mismatch).flatMap(\.samples).map(\.index)
    }

    @Test(arguments: [1, 38])
    func `The second sample from either end of a straight line is an outlier only if it is wrong`(sample: Int) {
        #expect(Self.outliersOfRamp(wrong: nil).isEmpty)
        #expect(Self.outliersOfRamp(wrong: sample) == [sample])
    }
}
