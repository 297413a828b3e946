import Evaluation
import Experiments
import Geodesy
import Pipelines
import Recordings
import SensorModel
import SensorSimulation

extension YAMLValue {
    /// Reads the list of claims.
    ///
    /// - Throws: `InputError` if a key or value is unknown, if two claims have the same name, or if a claim has neither
    ///   `cases` nor `undecided`.
    func claims() throws(InputError) -> [Claim] {
        var names: Set<String> = []
        return try items("claims").map { item throws(InputError) in
            let claim = try item.claim()
            guard names.insert(claim.name).inserted else {
                throw item.error(
                    message: "two claims have the name '\(claim.name)'",
                    advice: "rename one of the two"
                )
            }
            return claim
        }
    }

    private func claim() throws(InputError) -> Claim {
        let root = try mapping("a claim")
        if let name = root["figure"] {
            try root.allow(["figure"])
            return Claim(try name.figure())
        }
        try root.allow(["claim", "source", "section", "statement", "printed", "cases", "undecided", "remark"])
        let content: Claim.Content
        switch (root["cases"], try root.text("undecided")) {
        case (let cases?, nil):
            let items = try cases.items("cases")
            guard !items.isEmpty else { throw cases.withoutContent("no case") }
            content = .measured(
                try items.map { item throws(InputError) in try item.claimCase(needsCondition: items.count > 1) }
            )
        case (nil, let reason?): content = .undecided(Self.line(reason))
        default: throw withoutContent("neither 'cases' nor 'undecided', or both")
        }
        return Claim(
            name: try root.required("claim").text("claim"),
            place: try root.required("source").text("source") + ", " + root.required("section").text("section"),
            statement: Self.line(try root.required("statement").text("statement")),
            printed: try root.text("printed") ?? "",
            content: content,
            remark: Self.line(try root.text("remark") ?? "")
        )
    }

    private func withoutContent(_ problem: String) -> InputError {
        error(
            message: "the claim has \(problem), but needs either 'cases' with measurements or 'undecided' with a "
                + "reason"
        )
    }

    private func figure() throws(InputError) -> PublishedFigure {
        try entry(
            PublishedFigureCatalogue.figure(named: try text("figure")),
            "printed figure",
            among: PublishedFigureCatalogue.figures.map(\.name),
            expected: "a figure of the table seed-figures"
        )
    }

    /// Returns the entry of a catalogue, or throws an error that suggests the nearest name.
    private func entry<Entry>(
        _ found: Entry?,
        _ kind: String,
        among names: [String],
        expected: String
    ) throws(InputError) -> Entry {
        if let found { return found }
        let name = try text(kind)
        throw error(
            message: "unknown \(kind) '\(name)': use \(expected)",
            advice: NearestName.hint(for: name, among: names)
        )
    }

    private func claimCase(needsCondition: Bool) throws(InputError) -> ClaimCase {
        let root = try mapping("a case")
        try root.allow(["condition", "measure", "over", "computed", "holds"])
        let condition = try needsCondition ? root.required("condition").text("condition") : root.text("condition") ?? ""
        return ClaimCase(
            condition: condition,
            quantity: try claimQuantity(root),
            accepted: try root.required("holds").claimRange()
        )
    }

    private func claimQuantity(_ root: YAMLMapping) throws(InputError) -> ClaimQuantity {
        if let name = root["computed"], root["measure"] == nil, root["over"] == nil {
            return .computed(try name.computedFigure())
        }
        let series = try root.required("measure").claimSeries()
        let divisor = try root["over"].map { item throws(InputError) in try item.claimSeries() }
        guard root["computed"] == nil, divisor?.count ?? series.count == series.count else {
            throw error(
                message: "'computed' cannot be combined with 'measure' or 'over', and 'over' needs as many seeds as "
                    + "'measure'"
            )
        }
        return .measured(series, over: divisor)
    }

    private func claimSeries() throws(InputError) -> ClaimSeries {
        let root = try mapping("a measurement")
        if root["scene"] != nil { return .scenes(try claimScenes()) }
        return root["fixes"] == nil ? .runs(try claimRuns()) : .fixes(try claimFixes())
    }

    private func claimRecordings(_ root: YAMLMapping, adding others: [String]) throws(InputError) -> ClaimRecordings {
        let simulations = try simulations(adding: others)
        return ClaimRecordings(
            scenario: simulations.scenario,
            noise: try root.text("noise") ?? "iphone4s",
            simulations: simulations.bySeed.map(\.simulation)
        )
    }

    private func claimFixes() throws(InputError) -> ClaimFixes {
        let root = try mapping("a measurement")
        return ClaimFixes(
            recordings: try claimRecordings(root, adding: ["fixes", "filter"]),
            filter: try root.text("filter") ?? "",
            chain: try root["filter"].map { item throws(InputError) in try item.vectorFilter() },
            figure: try root.required("fixes").choice("fixes")
        )
    }

    private func vectorFilter() throws(InputError) -> FilterChain<Vector3> {
        let text = try text("filter")
        do {
            return try FilterSpecification(parsing: text).makeVector()
        } catch {
            throw self.error(message: error.statement, advice: error.advice)
        }
    }

    private func claimScenes() throws(InputError) -> ClaimScenes {
        let root = try mapping("a measurement")
        return ClaimScenes(
            recordings: try claimRecordings(root, adding: ["scene", "method", "round"]),
            method: try root["method"].map { item throws(InputError) in
                try SceneTable.Method(item, needsName: false)
            } ?? SceneTable.Method(name: "", options: SceneEvaluationOptions(), arguments: ""),
            figure: try root.required("scene").choice("scene"),
            round: try root["round"].map { item throws(InputError) in try item.wholeNumber(.sceneRound) }
        )
    }

    private func computedFigure() throws(InputError) -> ComputedFigure {
        try entry(
            ComputedFigureCatalogue.figure(named: try text("computed")),
            "computed figure",
            among: ComputedFigureCatalogue.figures.map(\.name),
            expected: "the name of a computed figure"
        )
    }

    private func claimRange() throws(InputError) -> ClaimRange {
        let root = try mapping("holds")
        try root.allow(["above", "below"])
        let range = ClaimRange(lower: try root.number("above"), upper: try root.number("below"))
        guard range.lower != nil || range.upper != nil, range.lower ?? -.infinity <= range.upper ?? .infinity else {
            throw error(
                message: "'holds' needs 'above', 'below' or both in the metric's unit, with 'above' not larger than "
                    + "'below'"
            )
        }
        return range
    }

    private func claimRuns() throws(InputError) -> ClaimRuns {
        let root = try mapping("a measurement")
        let own = ["pipeline", "system", "metric", "reference", "headingAlignment"]
        let recordings = try claimRecordings(root, adding: own)
        let seeds = recordings.simulations.map(\.seed)
        guard zip(seeds, seeds.dropFirst()).allSatisfy({ $1 == $0 &+ 1 }), root["duration"] == nil else {
            throw error(
                message: "the seeds of a claim must be consecutive, such as [1, 2, 3], and 'duration' must not be set"
            )
        }
        var options = EvaluationOptions(
            headingAlignment: try root["headingAlignment"].map { item throws(InputError) in
                try item.choice("headingAlignment")
            } ?? .none
        )
        options.reference = try root["reference"].map { item throws(InputError) in try item.choice("reference") }
        return ClaimRuns(
            recordings: recordings,
            subject: try claimSubject(root),
            metric: try root.required("metric").metric("metric"),
            options: options
        )
    }

    private func claimSubject(_ root: YAMLMapping) throws(InputError) -> EvaluationSubject {
        switch (root["pipeline"], root["system"]) {
        case (let pipeline?, nil):
            return try TableSubject.subject(try pipeline.text("pipeline"), .pipeline, at: pipeline)
        case (nil, let system?): return try TableSubject.subject(try system.text("system"), .system, at: system)
        default:
            throw error(
                message: "a measurement needs either 'pipeline' or 'system'"
            )
        }
    }

    /// Returns the text in one line, without the line breaks of folded YAML text.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
