public import Pipelines
public import Recordings
import SensorModel

extension TableDefinition {
    /// Reads a definition.
    ///
    /// - Parameters:
    ///   - text: the definition in YAML.
    ///   - file: the path of the definition, for errors.
    ///   - name: the name of the table's folder.
    ///   - directory: the name of the directory that contains it.
    ///   - estimators: the estimators that SPECs can name; those of the catalogue by default.
    /// - Throws: `InputError` with line and column for an unknown key, an invalid value, or an unknown pipeline,
    ///   scenario, noise or metric.
    public init(
        parsing text: [UInt8],
        file: String,
        name: String,
        directory: String = "Reports",
        estimators: EstimatorLookup = .catalogue
    ) throws(InputError) {
        let value = try YAMLValue(parsing: text, file: file)
        let root = try value.mapping("a table")
        let contents = ["evaluation", "seed-figures", "distances", "claims", "scene", "trackers", "leaderboard"]
        try root.allow(["title", "caption", "mirrors", "unchecked", "data"] + contents)
        let given = contents.filter { root[$0] != nil }
        guard given.count == 1, let kind = given.first else {
            throw value.error(
                found: given.isEmpty ? "no content for the table" : given.joined(separator: " and "),
                expected: "one of \(contents.joined(separator: ", "))",
                remedy: given.isEmpty ? "add it" : "remove one"
            )
        }
        self.name = name
        self.directory = directory
        title = try root.required("title").text("title")
        caption = try root.required("caption").texts("caption").map(Self.paragraph)
        mirrors = try root.text("mirrors").map(Self.paragraph)
        uncheckedBecause = try root.text("unchecked").map(Self.paragraph)
        data = try root["data"].map { value throws(InputError) in try DataOrigin(value) }
        let filling = try root.required(kind)
        switch kind {
        case "evaluation": content = .evaluation(try EvaluationTable(filling, estimators))
        case "scene": content = .scene(try SceneTable(filling))
        case "leaderboard": content = .leaderboard(try LeaderboardTable(filling))
        case "trackers": content = .trackers(try TrackerTable(filling))
        case "seed-figures": content = .seedFigures(try PublishedFigureSelection(filling))
        case "claims": content = .claims(try filling.claims())
        default: content = .distances(try DistanceTableDefinition(filling))
        }
        try checkData(root)
    }

    /// Checks that third-party data have an origin, and that an origin has data.
    private func checkData(_ root: YAMLMapping) throws(InputError) {
        let needsData = !dataPaths.isEmpty
        if needsData != (data != nil) {
            throw (root["data"] ?? root.value).error(
                found: needsData
                    ? "recordings under 'data' without their origin" : "an origin of data that are not used",
                expected: "'data' with name, from, licence and page, and recordings under 'data', or neither",
                remedy: needsData ? "add 'data'" : "remove it"
            )
        }
    }

    /// Joins lines, because YAML keeps the line end after a folded text.
    private static func paragraph(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension TableDefinition {
    /// The third-party files or folders that the table needs.
    public var dataPaths: [String] {
        let inputs: [TableInput]
        switch content {
        case .evaluation(let evaluation): inputs = evaluation.inputs
        case .scene(let scene): inputs = scene.inputs
        case .trackers(let trackers): inputs = trackers.inputs
        case .leaderboard(let leaderboard): return leaderboard.needs
        case .seedFigures, .distances, .claims: inputs = []
        }
        return inputs.compactMap { input in
            guard case .data(let path, _) = input.source else { return nil }
            return path
        }
    }
}

extension TableDefinition {
    /// The programs from outside that the table needs; nil if it needs none.
    public var programs: RequiredPrograms? {
        guard case .leaderboard(let leaderboard) = content else { return nil }
        return leaderboard.programs
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
