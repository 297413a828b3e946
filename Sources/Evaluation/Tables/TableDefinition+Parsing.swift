public import Recordings
import SensorModel

extension TableDefinition {
    /// Reads a definition.
    ///
    /// - Parameters:
    ///   - text: YAML.
    ///   - file: where it stands, for messages.
    ///   - name: the name of its folder.
    /// - Throws: `InputError` with line and column for an unknown key, a value that does not fit, a pipeline, scenario,
    ///   noise or metric that there is none of.
    public init(parsing text: [UInt8], file: String, name: String) throws(InputError) {
        let value = try YAMLValue(parsing: text, file: file)
        let root = try value.mapping("a table")
        let contents = ["evaluation", "seed-figures", "distances", "claims", "scene"]
        try root.allow(["title", "caption", "mirrors", "unchecked", "data"] + contents)
        let given = contents.filter { root[$0] != nil }
        guard given.count == 1, let kind = given.first else {
            throw value.error(
                found: given.isEmpty ? "nothing that fills the table" : given.joined(separator: " and "),
                expected: "one of \(contents.joined(separator: ", "))",
                remedy: given.isEmpty ? "add it" : "take one out"
            )
        }
        self.name = name
        title = try root.required("title").text("title")
        caption = try root.required("caption").texts("caption").map(Self.paragraph)
        mirrors = try root.text("mirrors").map(Self.paragraph)
        uncheckedBecause = try root.text("unchecked").map(Self.paragraph)
        data = try root["data"].map { value throws(InputError) in try DataOrigin(value) }
        let filling = try root.required(kind)
        switch kind {
        case "evaluation": content = .evaluation(try EvaluationTable(filling))
        case "scene": content = .scene(try SceneTable(filling))
        case "seed-figures": content = .seedFigures(try SeedFigureSelection(filling))
        case "claims": content = .claims(try filling.claims())
        default: content = .distances(try DistanceTableDefinition(filling))
        }
        try checkData(root)
    }

    /// Data of others come with their origin, and an origin with data.
    private func checkData(_ root: YAMLMapping) throws(InputError) {
        let needsData = !dataPaths.isEmpty
        if needsData != (data != nil) {
            throw (root["data"] ?? root.value).error(
                found: needsData
                    ? "other people's recordings without their origin" : "an origin of data that are not used",
                expected: "'data' with name, from, licence and page, and recordings under 'data', or neither",
                remedy: needsData ? "add 'data'" : "take it out"
            )
        }
    }

    /// YAML keeps line ends at the end of a folded text.
    private static func paragraph(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension TableDefinition {
    /// What the reader needs of other people's data: files or folders.
    public var dataPaths: [String] {
        let inputs: [TableInput] =
            switch content {
            case .evaluation(let evaluation): evaluation.inputs
            case .scene(let scene): scene.inputs
            case .seedFigures, .distances, .claims: []
            }
        return inputs.compactMap { input in
            guard case .data(let path, _) = input.source else { return nil }
            return path
        }
    }
}

extension DataOrigin {
    fileprivate init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("data")
        try root.allow(["name", "from", "licence", "page"])
        name = try root.required("name").text("name")
        from = try root.required("from").text("from")
        licence = try root.required("licence").text("licence")
        page = try root.required("page").text("page")
    }
}

extension TableTolerance {
    /// `0.001`, or `1%` of the number.
    init(_ value: YAMLValue, _ key: String) throws(InputError) {
        let text = try value.text(key)
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard let number = Double(digits), Setting.tolerance.accepts(number) else {
            throw value.error(
                found: "\(key) '\(text)'",
                expected: "\(Setting.tolerance.expectation), in the column's unit or as a percentage",
                remedy: "write it as in 0.001 or 0.1%"
            )
        }
        self = text.hasSuffix("%") ? .relative(number / 100) : .absolute(number)
    }
}
