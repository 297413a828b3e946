import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel
import Yams

/// A YAML file that declares a system by its stages. Whatever it does not say is as in the system that it is `like`, else
/// the stage's default.
struct SystemFile {
    private static let words = ["name", "summary", "source", "like"]

    private let path: String
    private let root: Node.Mapping

    init(path: String) throws {
        self.path = path
        guard let node = try PipelineArgument.root(ofFile: path, expected: Self.expected) else {
            throw InputError(file: path, found: "nothing", expected: Self.expected, remedy: Self.remedy)
        }
        guard let mapping = node.mapping else { throw Self.error(path, node, found: "no keys and values") }
        root = mapping
    }

    /// Whether a file has one of a system's keys, and so is no list of stages. What cannot be read has none.
    static func declaresSystem(_ path: String) -> Bool {
        let root = try? PipelineArgument.root(ofFile: path, expected: expected)
        let keys = root?.mapping?.keys.compactMap(\.scalar?.string) ?? []
        return keys.contains { known.contains($0) }
    }

    private static let known = words + SystemStage.allCases.map(\.rawValue)

    func system() throws -> DescribedSystem {
        try checkKeys()
        let base = try base()
        var pipeline = try base?.pipelineStages() ?? []
        // Those of the orientation are in the stages now.
        var constants = (base?.constants ?? []).filter { $0.stage != .orientation }
        if let node = root[SystemStage.orientation.rawValue] {
            pipeline = try PipelineArgument.stages(of: node, file: path)
            // Checked on its own first, so that an error names the file's own line.
            _ = try PipelineSpecification(text: path, stages: pipeline)
        }
        guard !pipeline.isEmpty else {
            throw InputError(
                file: path,
                line: 1,
                found: "no 'orientation'",
                expected: "an estimator with filters around it, or a system that this one is like",
                remedy: "add orientation: triad+lowPass, or like: area"
            )
        }
        for stage in SystemStage.allCases where stage != .orientation {
            let own = try self.constants(of: stage)
            let names = own.map(\.name)
            constants.removeAll { $0.stage == stage && names.contains($0.name) }
            constants += own
        }
        let declaration = SystemDeclaration(
            name: try text("name") ?? path,
            summary: try text("summary") ?? "A system of \(path).",
            source: try text("source") ?? path,
            pipeline: pipeline,
            constants: constants
        )
        return try DescribedSystem(declaration, text: path)
    }

    private func base() throws -> SystemDeclaration? {
        guard let name = try text("like") else { return nil }
        if let found = SystemCatalogue.declaration(named: name) { return found }
        let names = SystemCatalogue.declarations.map(\.name)
        throw Self.error(
            path,
            root["like"],
            found: "unknown system '\(name)'",
            expected: "one of \(names.joined(separator: ", "))",
            remedy: Self.hint(name, names) ?? "choose one of them"
        )
    }

    private func checkKeys() throws(InputError) {
        let known = Self.known
        for (key, _) in root where !known.contains(key.scalar?.string ?? "") {
            let name = key.scalar?.string ?? ""
            throw Self.error(
                path,
                key,
                found: "the unknown key '\(name)'",
                expected: "one of \(known.joined(separator: ", "))",
                remedy: Self.hint(name, known) ?? "remove it"
            )
        }
    }

    private func constants(of stage: SystemStage) throws(InputError) -> [SystemConstant] {
        guard let node = root[stage.rawValue] else { return [] }
        guard let mapping = node.mapping else {
            throw Self.error(path, node, found: "no keys and values for \(stage.rawValue)")
        }
        let names = stage.parameters.map(\.name)
        var constants: [SystemConstant] = []
        for (key, value) in mapping {
            let name = key.scalar?.string ?? ""
            guard let descriptor = stage.parameters.first(where: { $0.name == name }) else {
                throw Self.error(
                    path,
                    key,
                    found: "unknown parameter '\(name)' of '\(stage.rawValue)'",
                    expected: "one of \(names.joined(separator: ", "))",
                    remedy: Self.hint(name, names) ?? "see 'sextant list systems'"
                )
            }
            guard let text = value.scalar?.string else {
                throw Self.error(path, value, found: "a parameter that is no plain value")
            }
            do throws(ParameterError) {
                _ = try descriptor.parse(text)
            } catch {
                throw Self.error(path, value, found: error.found, expected: error.expected, remedy: error.remedy)
            }
            constants.append(SystemConstant(stage, name, text, "\(path):\(key.mark?.line ?? 1)"))
        }
        return constants
    }

    private func text(_ key: String) throws(InputError) -> String? {
        guard let node = root[key] else { return nil }
        guard let text = node.scalar?.string, !text.isEmpty else {
            throw Self.error(path, node, found: "no text for '\(key)'")
        }
        return text
    }

    private static let expected = "a system: orientation, camera and other stages with their parameters"
    private static let remedy = "see 'sextant list systems' for the stages"

    private static func hint(_ name: String, _ names: [String]) -> String? {
        NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
    }

    private static func error(
        _ path: String,
        _ node: Node?,
        found: String,
        expected: String = Self.expected,
        remedy: String = Self.remedy
    ) -> InputError {
        InputError(
            file: path,
            line: node?.mark?.line,
            column: node?.mark?.column,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }
}
