import Evaluation
import Statistics

/// Builds the content of an HTML page from results.
struct PageBuilder {
    /// The number of points of all lines of a picture.
    private static let pointsPerPicture = 4_000
    static let withoutSeries = """
        These results do not contain the error over time, so the pictures of its course, distribution and spectrum are \
        missing. Evaluate again with --format html or --series.
        """

    private let results: EvaluationResults
    private let groups: [RecordingGroup]
    private let pipelines: [PipelineMeans]
    private let columns: [ReportColumn]
    private let accuracy: MetricName
    private var painter: PlotPainter
    private var footnotes = Footnotes()

    init(_ results: EvaluationResults, painter: PlotPainter) {
        self.results = results
        self.painter = painter
        groups = RecordingGroup.groups(of: results.runs)
        pipelines = PipelineMeans.all(in: groups)
        columns = ReportColumn.columns(for: results.runs)
        accuracy = FigureAxes.accuracy(of: results.runs)
    }

    /// The content. Draws all pictures.
    mutating func content() async -> PageContent {
        let tradeOffs = TradeOffFigures(pipelines, accuracy: accuracy)
        let summary = summary(front: tradeOffs.front)
        let tradeOffViews = await views(of: tradeOffs.figures, in: "all recordings")
        let parameters = ParameterFigures(pipelines, accuracy: accuracy).figures
        let parameterViews = await views(of: parameters, in: "all recordings")
        var kinds: [PageContent.Group] = []
        for group in TraitFigures(groups, pipelines, accuracy: accuracy).multiples {
            let figures = await views(of: group.figures, in: group.kind.rawValue)
            kinds.append(PageContent.Group(kind: group.kind.rawValue, figures: figures))
        }
        let ranking = RankingSection(groups, columns.measured(in: results.runs))?.sentences ?? []
        let ranks = RankingFigures(groups: groups, pipelines: pipelines, metrics: tradeOffs.metrics).figures
        let rankViews = await views(of: ranks, in: "all recordings")
        let recordings = await recordings()
        let notes = notes()
        return PageContent(
            extent: extent,
            problem: painter.problem?.description,
            key: pipelines.enumerated().map { PageContent.KeyEntry(swatch: PageKey.swatch($0), name: $1.name) },
            summary: summary,
            ranking: ranking,
            ranks: rankViews,
            tradeOffs: tradeOffViews,
            groups: kinds,
            parameters: parameterViews,
            recordingsTitle: groups.count == 1 ? "The recording" : "Recording by recording",
            recordings: recordings,
            failures: results.failed.map(\.error),
            notes: notes,
            command: results.command,
            origin: OriginText.lines(results),
            parameterSets: parameterSets,
            hasIndex: groups.count > 1,
            hasRanking: !ranking.isEmpty,
            hasRanks: !ranks.isEmpty,
            hasTradeOffs: !tradeOffs.figures.isEmpty,
            hasGroups: !kinds.isEmpty,
            hasParameters: !parameters.isEmpty,
            hasFailures: !results.failed.isEmpty,
            hasNotes: !notes.isEmpty,
            sections: [
                ("summary", "Summary", true), ("trade-offs", "Accuracy, jitter, lag", !tradeOffs.figures.isEmpty),
                ("groups", "By group", !kinds.isEmpty), ("parameters", "By parameter", !parameters.isEmpty),
                ("recordings", "Recordings", true), ("failures", "Left out", !results.failed.isEmpty),
                ("notes", "Notes", !notes.isEmpty), ("origin", "Run it again", true),
            ].filter(\.2).map { PageContent.Section(id: $0.0, name: $0.1) }
        )
    }

    private var extent: String {
        [
            NumberText.count(groups.count, "recording"), NumberText.count(pipelines.count, "pipeline"),
            NumberText.count(results.runs.count, "run"),
        ].joined(separator: ", ")
    }

    /// One entry per set of values when recordings differ in them.
    private var parameterSets: [PageContent.ParameterSet] {
        results.runs.map(\.pipeline).distinct().map { pipeline in
            PageContent.ParameterSet(name: pipeline.name, parameters: pipeline.parameterText)
        }
    }

    private mutating func summary(front: Set<Int>) -> PageContent.Summary {
        let columns = columns.measured(in: results.runs)
        let title = groups.count == 1 ? "Summary" : "Summary: means over \(groups.count) recordings"
        let table = PageTable(
            FigureTable(meansOf: pipelines, columns, footnotes: &footnotes),
            label: "Table: \(title)",
            slots: Array(pipelines.indices),
            front: front,
            sortValues: pipelines.map { pipeline in columns.map { pipeline.mean(of: $0.metric).comparable } }
        )
        let intervals =
            groups.count < BootstrapInterval.fewestValues
            ? "" : " In brackets: the 95 % bootstrap interval of the mean over recordings."
        let signed = BestValues.remark(on: columns.map(\.metric)).map { " \($0)" } ?? ""
        let means = groups.count == 1 ? "" : " Each recording has the same weight." + signed
        return PageContent.Summary(
            title: title,
            table: table,
            missing: self.columns.missing(in: results.runs),
            note: "* best of its column; ◆ no other pipeline is at least as good in accuracy, jitter and lag."
                + " Click a column’s heading to sort by it.\(means)\(intervals)"
        )
    }

    private mutating func recordings() async -> [PageContent.Recording] {
        let slots = PipelineSlots(groups)
        var recordings: [PageContent.Recording] = []
        for (place, group) in groups.enumerated() {
            let own = slots.slots(of: group)
            let columnsOfPicture = max(40, Self.pointsPerPicture / 2 / max(1, group.runs.count))
            let figures = RecordingFigures(
                group: group,
                slots: own,
                columns: min(RunSeries.columns, columnsOfPicture)
            ).figures
            let columns = columns.measured(in: group.runs)
            let table = FigureTable(runsOf: group, columns, footnotes: &footnotes)
            let about = RunRemarks(of: group.runs)
            let missing = self.columns.missing(in: group.runs)
            let remarks = missing + about.skipped.map { "skipped: \($0)" } + about.remarks
            recordings.append(
                PageContent.Recording(
                    id: "recording-\(place + 1)",
                    name: group.title,
                    extent: group.extent,
                    basis: group.basis,
                    checksum: group.checksum,
                    table: PageTable(table, label: "Table: \(group.title)", slots: own),
                    figures: await views(of: figures, in: group.title),
                    remarks: remarks,
                    hasRemarks: !remarks.isEmpty,
                    missingSeries: group.runs.allSatisfy { $0.series == nil } ? Self.missing(in: group) : nil
                )
            )
        }
        return recordings
    }

    /// Why a recording has no pictures of its error.
    private static func missing(in group: RecordingGroup) -> String {
        let isMeasured = group.runs.contains { ($0.metrics[.count] ?? 0) > 0 }
        return isMeasured ? withoutSeries : "The error is unknown here; see the table’s notes for the reason."
    }

    private mutating func views(of figures: [ReportFigure], in place: String) async -> [PageContent.Figure] {
        var views: [PageContent.Figure] = []
        for figure in figures { views.append(await PageContent.Figure(figure, in: place, &painter)) }
        return views
    }

    private mutating func notes() -> [PageContent.Note] {
        footnotes.countRuns(results.runs)
        return footnotes.notes.map { note in
            let runs = note.runs.map { ", \(NumberText.count($0, "run"))" } ?? ""
            let metrics = note.metrics.map(\.rawValue).joined(separator: ", ")
            return PageContent.Note(number: note.number, text: note.text, scope: metrics + runs)
        }
    }
}

extension PageContent.Figure {
    /// The size of a picture in pixels; two columns of pictures fit a laptop, one fits a phone.
    private static let width = 480
    private static let height = 300
    private static let heightPerCategory = 24

    /// Draws a picture.
    ///
    /// - Parameter place: the part of the page, for readers who do not see the picture.
    init(_ figure: ReportFigure, in place: String, _ painter: inout PlotPainter) async {
        var plot = figure.plot
        plot.hasKey = false
        plot.width = Self.width
        plot.height = plot.y.categories.isEmpty ? Self.height : 80 + Self.heightPerCategory * plot.y.categories.count
        title = figure.title
        caption = figure.caption
        description = "\(figure.title), \(place). \(figure.caption)"
        file = "\(figure.name).csv"
        data = PageText.uri(of: figure.data)
        dataLabel = "\(figure.title), \(place): data as CSV"
        svg = await painter.draw(plot, as: .svg).map { PagePlot($0, of: plot).svg }
    }
}
