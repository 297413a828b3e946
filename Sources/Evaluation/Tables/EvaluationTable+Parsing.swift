import Pipelines
import Recordings
import SensorModel

extension EvaluationTable {
    init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("evaluation")
        try root.allow([
            "recordings", "data", "scenarios", "pipelines", "systems", "reference", "headingAlignment", "skip",
            "rows", "across", "columns", "ranking",
        ])
        inputs = []
        for item in try root.items("recordings") ?? [] { inputs.append(try TableInput(recording: item, isOurs: true)) }
        for item in try root.items("data") ?? [] { inputs.append(try TableInput(recording: item, isOurs: false)) }
        for item in try root.items("scenarios") ?? [] { inputs += try TableInput.simulated(item) }
        guard !inputs.isEmpty else {
            throw value.error(
                found: "nothing to evaluate",
                expected: "recordings, data or scenarios",
                remedy: "add one of them"
            )
        }
        subjects = []
        for item in try root.items("pipelines") ?? [] { subjects += try TableSubject.read(item, .pipeline) }
        for item in try root.items("systems") ?? [] { subjects += try TableSubject.read(item, .system) }
        guard !subjects.isEmpty else {
            throw value.error(found: "nothing to run", expected: "pipelines or systems", remedy: "add one of them")
        }
        options = EvaluationOptions(
            headingAlignment: try root["headingAlignment"].map { item throws(InputError) in
                try item.word("headingAlignment")
            } ?? .none
        )
        options.reference = try root["reference"].map { item throws(InputError) in try item.word("reference") }
        if let skip = root["skip"] { options.skip = try skip.number(.skip) }
        rows = try root.required("rows").items("rows").map { item throws(InputError) in try item.word("rows") }
        across = try root["across"].map { item throws(InputError) in try item.word("across") }
        let keys = rows + [across].compactMap(\.self)
        let groups = inputs.map(\.group)
        columns = try root.required("columns").items("columns").map { item throws(InputError) in
            let column = try MetricColumn(item, keys: keys.count)
            guard let group = column.group, !groups.contains(group) else { return column }
            throw item.error(
                found: "the group '\(group)' of a column",
                expected: "a group of the table's recordings",
                remedy: YAMLValue.hint(group, groups) ?? "correct it"
            )
        }
        ranking = try root["ranking"].map { item throws(InputError) in
            try TableRanking(item, rows: rows, isAcross: across != nil, variants: inputs.map(\.variant))
        }
    }
}

extension TableInput {
    /// Reads a path, or a path with what the table calls it.
    init(recording value: YAMLValue, isOurs: Bool) throws(InputError) {
        let root = value.isMapping ? try value.mapping("a recording") : nil
        try root?.allow(["path", "layout", "name", "group"])
        let path = try (try root?.required("path") ?? value).text("path")
        let layout = try root?["layout"].map { item throws(InputError) in try item.layout() }
        name = try root?.text("name") ?? String(path.split(separator: "/").last ?? path[...])
        group = try root?.text("group") ?? name
        source = isOurs ? .recording(path: path, layout) : .data(path: path, layout)
    }

    /// Reads a scenario, or one with noise, seeds and length: an input per seed.
    static func simulated(_ value: YAMLValue) throws(InputError) -> [TableInput] {
        let simulations = try value.simulations(beside: ["group", "variant"])
        let group = try (value.isMapping ? value.mapping("a scenario").text("group") : nil) ?? simulations.scenario
        let variant = try (value.isMapping ? value.mapping("a scenario").text("variant") : nil) ?? ""
        return simulations.bySeed.map { seed, simulation in
            TableInput(
                name: simulations.name(seed),
                group: group,
                variant: variant,
                source: .simulation(simulation)
            )
        }
    }
}

extension TableSubject {
    enum Kind: String {
        case pipeline
        case system
    }

    /// What stands in a SPEC for the value that the table goes through.
    private static let placeholder = "{value}"

    /// Reads a SPEC, or one with a name and values to go through: a subject per value.
    fileprivate static func read(_ value: YAMLValue, _ kind: Kind) throws(InputError) -> [TableSubject] {
        guard value.isMapping else {
            let text = try value.text("a \(kind.rawValue)")
            return [TableSubject(name: text, value: nil, subject: try subject(text, kind, at: value))]
        }
        let root = try value.mapping("a \(kind.rawValue)")
        try root.allow(["spec", "name", "values"])
        let spec = try root.required("spec")
        let text = try spec.text("spec")
        let name = try root.text("name") ?? text
        guard let values = root["values"] else {
            return [TableSubject(name: name, value: nil, subject: try subject(text, kind, at: spec))]
        }
        let parts = text.split(separator: placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw spec.error(
                found: "the SPEC '\(text)' beside values",
                expected: "a SPEC with \(placeholder) in one place",
                remedy: "write \(placeholder) where the values go"
            )
        }
        return try values.items("values").map { item throws(InputError) in
            let filled = String(parts[0]) + (try item.text("a value")) + String(parts[1])
            return TableSubject(
                name: name,
                value: try item.number("a value"),
                subject: try subject(filled, kind, at: item)
            )
        }
    }

    static func subject(
        _ text: String,
        _ kind: Kind,
        at value: YAMLValue
    ) throws(InputError) -> EvaluationSubject {
        do {
            switch kind {
            case .pipeline: return .pipeline(try PipelineSpecification(parsing: text))
            case .system: return .system(try DescribedSystem(parsing: text))
            }
        } catch {
            throw value.error(
                found: "the \(kind.rawValue) '\(text)', column \(error.column): \(error.found)",
                expected: error.expected,
                remedy: error.remedy
            )
        }
    }
}

extension MetricColumn {
    /// - Parameter keys: how many keys a published figure has.
    fileprivate init(_ value: YAMLValue, keys: Int) throws(InputError) {
        let root = try value.mapping("a column")
        try root.allow(["metric", "published", "key", "title", "group", "decimals", "digits", "tolerance"])
        if let published = root["published"] {
            content = .published(try Self.figures(published, keys: keys))
            key = try root.text("key") ?? "published"
        } else {
            let name: MetricName = try root.required("metric").word("metric")
            content = .metric(name)
            key = try root.text("key") ?? name.rawValue
        }
        title = try root.text("title") ?? key
        group = try root.text("group")
        if let digits = root["digits"] {
            form = .digits(try digits.wholeNumber(.digits))
        } else {
            form = .decimals(
                try root["decimals"].map { item throws(InputError) in
                    try item.wholeNumber(.decimals)
                } ?? 2
            )
        }
        tolerance =
            try root["tolerance"].map { item throws(InputError) in
                try TableTolerance(item, "tolerance")
            } ?? .absolute(0)
    }

    /// A list of rows: the keys, then the figure.
    private static func figures(_ value: YAMLValue, keys: Int) throws(InputError) -> [[String]: Double] {
        var figures: [[String]: Double] = [:]
        for row in try value.items("published") {
            let cells = try row.items("a published figure")
            guard cells.count == keys + 1, let last = cells.last else {
                throw row.error(
                    found: "\(cells.count) values",
                    expected: "\(keys) that name the row and column, and the figure",
                    remedy: "correct it"
                )
            }
            let names = try cells.dropLast().map { cell throws(InputError) in try cell.text("a name") }
            figures[names] = try last.number("a figure")
        }
        return figures
    }
}
