import Evaluation
package import Pipelines
public import Recordings
public import SensorModel

extension SceneTable: TableContent {
    /// The key of this kind of table in a definition.
    public static let kind = "scene"
    /// The program that regenerates the table.
    public static let program = "sextant"

    /// Reads the content of a table of the kind `scene`.
    ///
    /// - Parameters:
    ///   - value: value of the key `scene`.
    ///   - catalogue: names that the definition can use.
    /// - Throws: `InputError` with the line and column of the error.
    public init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("scene")
        try root.allow(["data", "scenarios", "methods", "rounds", "tolerance"])
        inputs = try TableInput.all(of: root, advice: "add 'data' or 'scenarios'", catalogue.layouts)
        methods = try root.required("methods").items("methods").map { item throws(InputError) in try Method(item) }
        rounds = try (try root.items("rounds") ?? []).map { item throws(InputError) in
            try item.wholeNumber(.sceneRound)
        }
        tolerance = try root.tolerance()
    }

    /// The paths of the recordings that are third-party data.
    public var dataPaths: [String] { inputs.dataPaths }

    /// Computes the table: aligns the scene of each recording with each method.
    public func make(_ definition: TableDefinition, in context: TableContext) throws -> GeneratedTable {
        var scenes: [[SceneEvaluation]] = []
        for input in inputs {
            let recording = try context.recording(input)
            scenes.append(try methods.map { try SceneEvaluation(recording, path: input.name, options: $0.options) })
            context.report(done: scenes.count, of: inputs.count, "recordings", table: definition.name)
        }
        return GeneratedTable(
            definition,
            table: table(of: scenes),
            inputs: GeneratedTable.inputs(inputs, scenes.map { $0.first?.sha256 ?? "" }),
            legend: legend
        )
    }
}

extension SceneTable.Method {
    /// Reads a method as options of `sextant scene`, such as `{name: kept, keep: true, pairs: "heaviest:20", count:
    /// 100, certainty: any}`.
    package init(_ value: YAMLValue, needsName: Bool = true) throws(InputError) {
        let root = try value.mapping("a method")
        try root.allow(["name", "count", "time", "keep", "pairs", "certainty", "turn"])
        name = needsName ? try root.required("name").text("name") : try root.text("name") ?? ""
        options = SceneEvaluationOptions()
        var parts: [String] = []
        if let item = root["count"] {
            options.locator.aligner.countLimit = try item.wholeNumber(.sceneCount)
            parts.append("--count \(options.locator.aligner.countLimit)")
        }
        if let item = root["time"] {
            options.locator.aligner.timeLimit = try item.number(Setting.sceneTime)
            parts.append("--time \(try item.text("time"))")
        }
        if try root.flag("keep") ?? false {
            options.locator.aligner.keepsEstimates = true
            parts.append("--keep")
        }
        if let item = root["pairs"] {
            let text = try item.text("pairs")
            guard let pairs = ScenePairChoice(parsing: text, seed: 1) else {
                throw item.error(
                    message: "'pairs' is '\(text)', but must be all, disjoint, random:PERCENT or heaviest:PERCENT"
                )
            }
            options.locator.aligner.pairs = pairs
            parts.append("--pairs \(text)")
        }
        if let item = root["certainty"] {
            let text = try item.text("certainty")
            options.locator.aligner.maximumUncertainty =
                text == "any" ? nil : Angle(degrees: try item.number(Setting.certainty))
            parts.append("--certainty \(text)")
        }
        if let item = root["turn"] {
            options.addedTurn = Angle(degrees: try item.number("turn"))
            parts.append("--turn \(try item.text("turn"))")
        }
        arguments = parts.joined(separator: " ")
    }
}

extension ScenePairChoice {
    /// Parses `all`, `disjoint`, `random:PERCENT` or `heaviest:PERCENT`. Returns `nil` for any other text.
    ///
    /// - Parameters:
    ///   - text: text to parse.
    ///   - seed: seed with which random pairs are drawn.
    package init?(parsing text: String, seed: UInt64) {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("all", 1): self = .all
        case ("disjoint", 1): self = .disjoint
        case ("random", 2), ("heaviest", 2):
            guard let percent = Double(words[1]), Setting.percentage.accepts(percent) else { return nil }
            self = words[0] == "random" ? .random(share: percent / 100, seed: seed) : .heaviest(share: percent / 100)
        default: return nil
        }
    }
}
