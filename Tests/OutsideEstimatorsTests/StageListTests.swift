import Foundation
import OutsideEstimators
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// Pipelines that a YAML file lists by their stages.
struct StageListTests {
    /// Returns the pipeline of a file, as an experiment or a table in the same folder reads it.
    private static func pipeline(_ name: String, in folder: TemporaryFolder) throws -> PipelineSpecification {
        let outside = OutsideEstimators(folder: folder.url.path)
        return try PipelineSpecification(parsing: name, lookup: outside.lookup)
    }

    @Test func `A list has the stages of the same SPEC`() throws {
        let folder = try TemporaryFolder()
        try folder.write("- triad\n- oneEuro: {minCutoff: 1, beta: 0.3}\n- lowPass:\n", to: "gate/app.yaml")
        let listed = try Self.pipeline("gate/app.yaml", in: folder)
        let written = try PipelineSpecification(parsing: "triad+oneEuro:beta=0.3,minCutoff=1+lowPass")
        #expect(listed.text == "gate/app.yaml")
        #expect(listed.parameters == written.parameters)
        #expect(listed.stages.map(\.name) == written.stages.map(\.name))
        #expect(listed.stages.map(\.parameters) == written.stages.map(\.parameters))
    }

    @Test func `A program or library in a list is relative to the folder of the list`() throws {
        let folder = try TemporaryFolder()
        try folder.write("- mine.yaml\n- lowPass\n", to: "gate/app.yaml")
        try folder.write("command: [mine]\n", to: "gate/mine.yaml")
        #expect(try Self.pipeline("gate/app.yaml", in: folder).stages.map(\.name) == ["gate/mine.yaml", "lowPass"])
        try folder.write("- plugin:./libmine.so\n", to: "gate/library.yaml")
        let error = #expect(throws: InputError.self) { try Self.pipeline("gate/library.yaml", in: folder) }
        #expect(error?.description.contains("gate/./libmine.so") == true, "\(error?.description ?? "")")
    }

    @Test func `A file is read once, so that all pipelines of an experiment agree`() throws {
        let folder = try TemporaryFolder()
        let outside = OutsideEstimators(folder: folder.url.path)
        try folder.write("- triad\n", to: "app.yaml")
        let first = try PipelineSpecification(parsing: "app.yaml", lookup: outside.lookup)
        try folder.write("- vqf\n", to: "app.yaml")
        #expect(try PipelineSpecification(parsing: "app.yaml", lookup: outside.lookup).stages == first.stages)
    }

    @Test(arguments: [
        ("triad: {}\n", 1, 1, "the value is not a list of stages"),
        ("[]\n", 1, 1, "the list of stages is empty"),
        ("- triad\n- {oneEuro: {}, lowPass: {}}\n", 2, 3, "a stage must be a name, or a name with parameters"),
        ("- triad\n- lowPass: {alpha: [1]}\n", 2, 20, "alpha is a list, but must be a text"),
        ("- triad\n- lowPas\n", 2, 3, "unknown stage 'lowPas'"),
        ("- triad\n- [lowPass]\n", 2, 3, "a stage is a list, but must be a text"),
    ])
    func `A mistake in a list is an error with its position`(
        text: String,
        line: Int,
        column: Int,
        message: String
    ) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "app.yaml")
        let error = #expect(throws: InputError.self) {
            try PipelineSpecification(parsing: path, lookup: OutsideEstimators(folder: "").lookup)
        }
        #expect(
            error?.description.hasPrefix("\(path):\(line):\(column): \(message)") == true,
            "\(error?.description ?? "")"
        )
    }
}
