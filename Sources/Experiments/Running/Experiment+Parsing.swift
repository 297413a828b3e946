import Evaluation
import Pipelines
import Recordings
public import SensorModel

extension Experiment {
    /// Reads the definition of an experiment, and checks all of it.
    ///
    /// - Parameters:
    ///   - text: definition in YAML.
    ///   - file: path of the definition, for messages.
    ///   - known: names of the available report formats.
    ///   - catalogue: stages, metrics, formulas and layouts that the definition can name.
    ///   - readsFiles: whether pipelines and calibrations are read. Pass `false` for a stored definition, whose
    ///     programs and files may no longer exist.
    ///   - paths: closure that returns the files and folders that match a path or pattern; empty if nothing matches.
    /// - Throws: `InputError` for invalid content, with line, column and the nearest valid name.
    public init(
        parsing text: [UInt8],
        file: String,
        formats known: [String],
        catalogue: DefinitionCatalogue = .builtIn,
        readsFiles: Bool = true,
        paths: (String) -> [String]
    ) throws(InputError) {
        let value = try YAMLValue(parsing: text, file: file)
        let root = try value.mapping("an experiment")
        try root.allow(
            [
                "name", "recordings", "only", "pipelines", "estimates", "calibrations", "resample", "metrics", "tune",
                "groups", "reports", "reference", "span", "leaderboard",
            ] + RecordingOptions.keys
        )
        let all = try ExperimentInput.all(
            try root.required("recordings"),
            catalogue.layouts,
            readsCalibrations: readsFiles,
            paths
        )
        let only = try root["only"]?.texts("only") ?? []
        let chosen = only.isEmpty ? all : all.filter { !Set($0.tags).isDisjoint(with: only) }
        let tags = Set(all.flatMap(\.tags)).sorted()
        for key in ["only", "groups"] where readsFiles {
            for item in try root[key]?.itemsOrSelf(key) ?? [] {
                try item.check(try item.text(key), "tag", isOneOf: tags)
            }
        }
        let estimates = try root["estimates"].map { value throws(InputError) in
            try Self.estimates(value, of: chosen, paths)
        }
        let pipelines = try estimates == nil ? root.required("pipelines") : root["pipelines"]
        let entries = try pipelines?.items("pipelines") ?? []
        if entries.isEmpty, let pipelines {
            throw pipelines.error(message: "the list 'pipelines' is empty", advice: "add a SPEC, such as vqf")
        }
        var families: [PipelineFamily] = []
        for entry in entries where readsFiles {
            let family = try PipelineFamily(entry, lookup: catalogue.stages)
            try entry.check(family, isNoneOf: families)
            families.append(family)
        }
        var searches: [Int: SearchRequest] = [:]
        // The pipelines of a stored definition are not read. However, the default metrics depend on the kind of
        // pipeline.
        let first = try entries.first.flatMap { entry throws(InputError) in
            try entry.isMapping ? entry.mapping("a pipeline").text("spec") : entry.text("spec")
        }
        let options = try Self.options(
            root,
            catalogue.addedMetrics,
            ofLocation: first.map { LocationPipelineSpecification.isLocation($0, lookup: catalogue.stages) } ?? false
        )
        for (index, (entry, family)) in zip(entries, families).enumerated() {
            if entry.isMapping, let search = try entry.mapping("a pipeline")["search"] {
                searches[index] = try SearchRequest(search, options)
                _ = try search.located { () throws(InputError) in try family.searchSpace() }
            }
        }
        try root["estimates"]?.checkNames(of: estimates ?? [], besides: families.map(\.name))
        let formats = try root["reports"]?.items("reports") ?? []
        for item in formats { try item.check(try item.text("a report"), "report", isOneOf: known) }
        self.init(
            name: try root.text("name") ?? Self.stem(of: file),
            inputs: chosen,
            preparations: try RecordingPreparation.all(in: root),
            families: families,
            estimates: estimates ?? [],
            options: options,
            tuning: try Self.tuning(root, options),
            groups: try root["groups"]?.texts("groups") ?? [],
            formats: formats.isEmpty
                ? ["md"] : try formats.map { item throws(InputError) in try item.text("a report") },
            searches: searches
        )
        for entry in entries where entry.isMapping {
            let root = try entry.mapping("a pipeline")
            var name = try root.text("name")
            if name == nil { name = try root.text("spec") }
            if let name { traits[name] = try PipelineTraits(root) }
        }
        leaderboard = try root["leaderboard"].map { item throws(InputError) in
            try LeaderboardRules(
                item,
                tags: readsFiles ? tags : nil,
                pipelines: readsFiles ? families.map(\.name) : nil,
                among: options
            )
        }
    }

    private static func stem(of file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
            ? String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)) : name
    }

    private static func estimates(
        _ value: YAMLValue,
        of inputs: [ExperimentInput],
        _ paths: (String) -> [String]
    ) throws(InputError) -> [EstimateSource] {
        let items = try value.items("estimates")
        guard !items.isEmpty else {
            throw value.error(message: "'estimates' is empty", advice: "add an estimate, or remove the key")
        }
        return try items.map { item throws(InputError) in
            var found: String?
            let source = try EstimateSource(item) { path in
                found = paths(path).first
                return found ?? path
            }
            guard found != nil else {
                throw item.error(
                    message: "no such file or folder: '\(source.path)'",
                    advice: "write a path relative to the folder of this YAML file"
                )
            }
            try item.check(source, recordings: inputs.count)
            return source
        }
    }

    /// Reads the options of every evaluation.
    ///
    /// - Parameters:
    ///   - root: definition.
    ///   - added: metrics in addition to those of the catalogue.
    ///   - isOfLocation: whether the pipelines estimate locations. Their default metrics differ from those of
    ///     orientations.
    private static func options(
        _ root: YAMLMapping,
        _ added: [Metric],
        ofLocation isOfLocation: Bool
    ) throws(InputError) -> EvaluationOptions {
        let span = try root["span"]?.number(Setting.span) ?? 2
        var options = try RecordingOptions(root).applied(to: EvaluationOptions(span: span))
        options.reference = try root["reference"]?.choice("reference")
        options.addedMetrics = added
        let available = isOfLocation ? MetricCatalogue.metrics(in: .location) : options.ofOrientation
        // These metrics are not measured by default. Run times depend on the machine, and the scores of xDR take longer
        // to compute than all other metrics.
        let costly = MetricCatalogue.ofTime + MetricCatalogue.ofXDR
        options.metrics = Set(
            try metrics(root["metrics"], options) ?? available.filter { !costly.contains($0) }
        )
        return options
    }

    private static func metrics(_ value: YAMLValue?, _ options: EvaluationOptions) throws(InputError) -> [Metric]? {
        guard let value else { return nil }
        let items = try value.itemsOrSelf("metrics")
        let known = options.ofOrientation + MetricCatalogue.metrics(in: .location)
        let metrics = try items.map { item throws(InputError) in
            let name = try item.text("a metric")
            guard let metric = known.first(where: { $0.name == name }) else {
                throw item.error(
                    message: "unknown metric '\(name)'",
                    advice: NearestName.hint(for: name, among: known.map(\.name))
                        ?? "see 'sextant list metrics'"
                )
            }
            return metric
        }
        return metrics.isEmpty ? nil : metrics
    }

    private static func tuning(_ root: YAMLMapping, _ options: EvaluationOptions) throws(InputError) -> [Metric] {
        let measured = options.metrics ?? []
        guard let value = root["tune"], let metrics = try metrics(value, options) else {
            return [options.firstMetric]
        }
        for metric in metrics where !measured.contains(metric) {
            throw value.error(
                message: "the list 'metrics' does not contain the metric '\(metric.name)'",
                advice: "add '\(metric.name)' to 'metrics'"
            )
        }
        return metrics
    }
}

extension EvaluationOptions {
    /// The metric that selects settings by default: the total RMSE if it is measured, otherwise the first measured
    /// metric.
    fileprivate var firstMetric: Metric {
        let measured = metrics ?? [.totalRMSE]
        let all = [.totalRMSE] + MetricCatalogue.metrics + addedMetrics
        return all.first(where: measured.contains) ?? .totalRMSE
    }
}

extension SearchRequest {
    fileprivate init(_ value: YAMLValue, _ options: EvaluationOptions) throws(InputError) {
        let root = try value.mapping("search")
        try root.allow(["method", "evaluations", "restarts", "seed", "metric"])
        func number(_ setting: Setting) throws(InputError) -> Int? { try root[setting.name]?.wholeNumber(setting) }
        plan = SearchPlan(
            try root["method"]?.choice("method") ?? .evolution,
            evaluations: try number(.evaluations) ?? 200,
            restarts: try number(.restarts) ?? 2,
            seed: try root["seed"]?.seed("seed") ?? 1
        )
        metric = try root["metric"]?.metric("metric", options.addedMetrics) ?? options.firstMetric
        guard options.metrics?.contains(metric) ?? true else {
            throw (root["metric"] ?? value).error(
                message: "the list 'metrics' does not contain the search metric '\(metric.name)'",
                advice: "add '\(metric.name)' to 'metrics', or choose another metric"
            )
        }
        guard metric.polarity.cost != nil else {
            throw (root["metric"] ?? value).error(
                message: "the metric '\(metric.name)' cannot rank settings, because neither small nor large values are "
                    + "better",
                advice: "choose another metric"
            )
        }
    }
}

extension YAMLValue {
    /// Checks that a name is one of the known names. Otherwise, the error suggests the nearest known name.
    func check(_ name: String, _ noun: String, isOneOf known: [String]) throws(InputError) {
        guard !known.contains(name) else { return }
        let choices = known.isEmpty ? "no \(noun) is defined" : "use one of \(known.joined(separator: ", "))"
        throw error(
            message: "unknown \(noun) '\(name)': \(choices)",
            advice: NearestName.hint(for: name, among: known)
        )
    }
}
