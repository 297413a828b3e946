import Evaluation

/// Makes a page's content out of results: what the templates fill in, by their names.
struct PageBuilder {
    /// Pixels; two columns of pictures fit a laptop, one a phone.
    private static let width = 480
    private static let height = 300
    private static let heightOfCategory = 24
    /// Points of all lines of a picture together.
    private static let pointsOfPicture = 4_000
    static let withoutSeries = """
        These results keep no course of the error: what shows it over time, its distribution and its spectrum is \
        missing. Evaluate again with --format html or --series.
        """

    let results: EvaluationResults
    let groups: [RecordingGroup]
    let pipelines: [PipelineMeans]
    let columns: [ReportColumn]
    let accuracy: MetricName
    var painter: PlotPainter
    var footnotes = Footnotes()

    init(_ results: EvaluationResults, painter: PlotPainter) {
        self.results = results
        self.painter = painter
        groups = RecordingGroup.groups(of: results.runs)
        pipelines = PipelineMeans.all(in: groups)
        columns = ReportColumn.columns(for: results.runs)
        accuracy = FigureAxes.accuracy(of: results.runs)
    }

    mutating func content() async -> [String: Any] {
        let tradeOffs = TradeOffFigures(pipelines, accuracy: accuracy)
        let multiples = TraitFigures(groups, pipelines, accuracy: accuracy).multiples
        let parameters = ParameterFigures(pipelines, accuracy: accuracy).figures
        var content: [String: Any] = [
            "title": "Sextant evaluation",
            "extent": extent,
            "summary": summary(front: tradeOffs.front),
            "key": pipelines.enumerated().map { ["swatch": PageKey.swatch($0), "name": $1.name] },
            "tradeOffs": await views(of: tradeOffs.figures, in: "all recordings"),
            "parameters": await views(of: parameters, in: "all recordings"),
            "recordingsTitle": groups.count == 1 ? "The recording" : "Recording by recording",
            "hasIndex": groups.count > 1,
        ]
        var kinds: [[String: Any]] = []
        for group in multiples {
            let figures = await views(of: group.figures, in: group.kind.rawValue)
            kinds.append(["kind": group.kind.rawValue, "figures": figures])
        }
        let ranking = RankingSection(groups, PageTable.measured(columns, in: results.runs))?.sentences ?? []
        content["ranking"] = ranking.map { ["text": $0] }
        content["hasRanking"] = !ranking.isEmpty
        let ranks = RankingFigures(groups: groups, pipelines: pipelines, metrics: tradeOffs.metrics).figures
        content["ranks"] = await views(of: ranks, in: "all recordings")
        content["hasRanks"] = !ranks.isEmpty
        content["command"] = results.command
        content["groups"] = kinds
        content["recordings"] = await recordings()
        content["hasTradeOffs"] = !tradeOffs.figures.isEmpty
        content["hasGroups"] = !kinds.isEmpty
        content["hasParameters"] = !parameters.isEmpty
        content.merge(PageAppendix(results).content) { $1 }
        content.merge(notes()) { $1 }
        content["sections"] = sections(of: content)
        return content
    }

    private var extent: String {
        let names = [
            (groups.count, "recording"), (pipelines.count, "pipeline"), (results.runs.count, "run"),
        ]
        return names.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    private func sections(of content: [String: Any]) -> [[String: String]] {
        let all = [
            ("summary", "Summary", nil), ("trade-offs", "Accuracy, jitter, lag", "hasTradeOffs"),
            ("groups", "By group", "hasGroups"), ("parameters", "By parameter", "hasParameters"),
            ("recordings", "Recordings", nil), ("failures", "Left out", "hasFailures"),
            ("notes", "Notes", "hasNotes"), ("origin", "Run it again", nil),
        ]
        return all.filter { $0.2.map { content[$0] as? Bool ?? false } ?? true }.map { ["id": $0.0, "name": $0.1] }
    }

    private mutating func summary(front: Set<Int>) -> [String: Any] {
        let columns = PageTable.measured(columns, in: results.runs)
        let rows = ReportRow.rows(of: pipelines, columns, footnotes: &footnotes)
        let values = pipelines.map { pipeline in columns.map { pipeline.mean(of: $0.metric).comparable } }
        let slots = Array(pipelines.indices)
        let table = PageTable(columns: columns, slots: slots, rows: rows, values: values, front: front)
        let title = groups.count == 1 ? "Summary" : "Summary: means over \(groups.count) recordings"
        let intervals =
            groups.count < BootstrapInterval.fewestValues
            ? "" : " In brackets: the 95 % bootstrap interval of the mean over recordings."
        let signed = BestValues.remark(on: columns.map(\.metric)).map { " \($0)" } ?? ""
        let means = groups.count == 1 ? "" : " Each recording counts the same." + signed
        return table.content(label: "Table: \(title)").merging([
            "title": title,
            "missing": PageTable.missing(self.columns, in: results.runs).map { ["text": $0] },
            "note": "* best of its column; ◆ no other pipeline is at least as good in accuracy, jitter and lag."
                + " A column’s heading sorts by it.\(means)\(intervals)",
        ]) { $1 }
    }

    private mutating func recordings() async -> [[String: Any]] {
        let slots = PipelineSlots(groups)
        var views: [[String: Any]] = []
        for (place, group) in groups.enumerated() {
            let own = slots.slots(of: group)
            let columnsOfPicture = max(40, Self.pointsOfPicture / 2 / max(1, group.runs.count))
            let figures = RecordingFigures(
                group: group,
                slots: own,
                columns: min(RunSeries.columns, columnsOfPicture)
            ).figures
            let columns = PageTable.measured(columns, in: group.runs)
            let rows = ReportRow.rows(of: group, columns, footnotes: &footnotes)
            let values = group.runs.map { run in columns.map { run.metrics[$0.metric] } }
            let table = PageTable(columns: columns, slots: own, rows: rows, values: values, front: [])
            let about = RunRemarks(of: group.runs)
            let missing = PageTable.missing(self.columns, in: group.runs)
            let remarks = missing + about.skipped.map { "skipped: \($0)" } + about.remarks
            var view = table.content(label: "Table: \(group.title)")
            view["id"] = "recording-\(place + 1)"
            view["name"] = group.title
            view["extent"] = group.extent
            view["basis"] = group.basis
            view["checksum"] = group.checksum
            view["figures"] = await self.views(of: figures, in: group.title)
            view["remarks"] = remarks.map { ["text": $0] }
            view["hasRemarks"] = !remarks.isEmpty
            view["missingSeries"] = group.runs.allSatisfy { $0.series == nil } ? Self.missing(in: group) : nil
            views.append(view)
        }
        return views
    }

    /// Why a recording has no pictures of its error.
    private static func missing(in group: RecordingGroup) -> String {
        let isMeasured = group.runs.contains { ($0.metrics[.count] ?? 0) > 0 }
        return isMeasured ? withoutSeries : "Nothing is known of the error here: the table’s notes say why."
    }

    private mutating func views(of figures: [ReportFigure], in place: String) async -> [[String: Any]] {
        var views: [[String: Any]] = []
        for figure in figures {
            var plot = figure.plot
            plot.hasKey = false
            plot.width = Self.width
            plot.height =
                plot.y.categories.isEmpty ? Self.height : 80 + Self.heightOfCategory * plot.y.categories.count
            var view: [String: Any] = [
                "title": figure.title,
                "caption": figure.caption,
                "description": "\(figure.title), \(place). \(figure.caption)",
                "file": "\(figure.name).csv",
                "data": PageData.uri(of: figure.data),
                "dataLabel": "\(figure.title), \(place): data as CSV",
            ]
            if let bytes = await painter.draw(plot, as: .svg) { view["svg"] = PagePlot(bytes, of: plot).svg }
            views.append(view)
        }
        return views
    }

    private mutating func notes() -> [String: Any] {
        footnotes.countRuns(results.runs)
        let notes = footnotes.notes.map { note -> [String: Any] in
            let runs = note.runs.map { ", \($0) \($0 == 1 ? "run" : "runs")" } ?? ""
            let metrics = note.metrics.map(\.rawValue).joined(separator: ", ")
            return ["number": note.number, "text": note.text, "scope": metrics + runs]
        }
        return ["notes": notes, "hasNotes": !notes.isEmpty]
    }
}
