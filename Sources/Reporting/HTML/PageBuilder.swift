import Evaluation

/// Builds the content of an HTML page from results.
struct PageBuilder {
    /// The largest number of points of all errors over time in the page's data: about 2 MB.
    private static let pointsOfPage = 420_000
    /// The largest number of points of all pictures of recordings, which only browsers without scripts show.
    private static let pointsOfPictures = 60_000
    static let withoutSeries = """
        These results do not contain the error over time, so the pictures of its course, distribution and spectrum are \
        missing. Evaluate again with --format html or --series.
        """

    private let results: EvaluationResults
    private let groups: [RecordingGroup]
    private let pipelines: [PipelineMeans]
    private let columns: [ReportColumn]
    private let accuracy: MetricName
    private var figures: [PlotData] = []
    private var footnotes = Footnotes()

    init(_ results: EvaluationResults) {
        self.results = results
        groups = RecordingGroup.groups(of: results.runs)
        pipelines = PipelineMeans.all(in: groups)
        columns = ReportColumn.columns(for: results.runs)
        accuracy = FigureAxes.accuracy(of: results.runs)
    }

    /// The content. O(runs · points).
    mutating func content() -> PageContent {
        let tradeOffs = TradeOffFigures(pipelines, accuracy: accuracy)
        let summary = summary(front: tradeOffs.front)
        let tradeOffViews = views(of: tradeOffs.figures, in: "all recordings")
        let parameters = ParameterFigures(pipelines, accuracy: accuracy).figures
        let parameterViews = views(of: parameters, in: "all recordings", ofPipelines: false)
        var kinds: [PageContent.Group] = []
        for group in TraitFigures(groups, pipelines, accuracy: accuracy).multiples {
            let figures = views(of: group.figures, in: group.kind.rawValue)
            kinds.append(PageContent.Group(kind: group.kind.rawValue, figures: figures))
        }
        let ranking = RankingSection(groups, columns.measured(in: results.runs))?.sentences ?? []
        let ranks = RankingFigures(groups: groups, pipelines: pipelines, metrics: tradeOffs.metrics).figures
        let rankViews = views(of: ranks, in: "all recordings")
        let recordings = recordings()
        let notes = notes()
        return PageContent(
            markers: PageKey.markers + PageKey.samples(pipelines.count),
            extent: extent,
            data: data(tradeOff: tradeOffs.metrics),
            key: pipelines.enumerated().map { PageContent.KeyEntry(swatch: PageKey.swatch($0), name: $1.name) },
            summary: summary,
            verdict: verdict(by: tradeOffs.metrics),
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
            hasRests: results.runs.contains { !($0.series?.rests.isEmpty ?? true) },
            hasDisturbances: results.runs.contains { !($0.series?.disturbances.isEmpty ?? true) },
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
            PageContent.ParameterSet(
                name: pipeline.name,
                meaning: PipelineMeaning.text(of: pipeline.name),
                parameters: pipeline.parameterText
            )
        }
    }

    private mutating func summary(front: Set<Int>) -> PageContent.Summary {
        let columns = columns.measured(in: results.runs)
        // A mark on most rows does not help to choose.
        let isSelective = front.count * 2 <= pipelines.count
        let title = groups.count == 1 ? "Summary" : "Summary: means over \(groups.count) recordings"
        let table = PageTable(
            FigureTable(meansOf: pipelines, columns, footnotes: &footnotes),
            label: "Table: \(title)",
            slots: Array(pipelines.indices),
            front: isSelective ? front : [],
            sortValues: pipelines.map { pipeline in columns.map { pipeline.mean(of: $0.metric).comparable } }
        )
        let intervals =
            groups.count < BootstrapInterval.fewestValues
            ? "" : " In brackets: the 95 % bootstrap interval of the mean over recordings."
        let titles = Dictionary(uniqueKeysWithValues: columns.map { ($0.metric, $0.plainTitle) })
        let signed = BestValues.remark(on: columns.map(\.metric)) { titles[$0] ?? $0.rawValue }.map { " \($0)" } ?? ""
        let means = groups.count == 1 ? "" : " Each recording has the same weight." + signed
        return PageContent.Summary(
            title: title,
            table: table,
            missing: self.columns.missing(in: results.runs),
            note: "* best of its column\(withoutBest(columns)); \(frontNote(front, isSelective))"
                + " Click a column’s heading to sort by it.\(means)\(intervals)\(counts(columns))"
        )
    }

    /// Why columns have no best figure, if there are such columns.
    private func withoutBest(_ columns: [ReportColumn]) -> String {
        let differ = columns.contains { column in
            Set(pipelines.map { $0.mean(of: column.metric).recordings }).count > 1
        }
        return groups.count > 1 && differ ? ", where all figures are over the same recordings" : ""
    }

    /// The meaning of the numbers of recordings in the cells, if there are some.
    private func counts(_ columns: [ReportColumn]) -> String {
        let figures = columns.flatMap { column in pipelines.map { $0.mean(of: column.metric) } }
        guard groups.count > 1, figures.contains(where: \.isPartial) else { return "" }
        return " In parentheses: the recordings that have a figure."
    }

    private func verdict(by metrics: [MetricName]) -> String? {
        let measured = columns.measured(in: results.runs)
        let verdict = ShortVerdict(pipelines, over: groups.count, by: metrics, columns: measured)
        return verdict.text.map { [$0, verdict.motions(groups)].compactMap(\.self).joined(separator: " ") }
    }

    private func frontNote(_ front: Set<Int>, _ isSelective: Bool) -> String {
        if isSelective { return "◆ no other pipeline is at least as good in accuracy, jitter and lag." }
        let others = pipelines.indices.filter { !front.contains($0) }.map { "'\(pipelines[$0].name)'" }
        let text = "accuracy, jitter and lag are a trade-off between most of these pipelines"
        guard !others.isEmpty else { return text + ": none is at least as good as another in all three." }
        return text + "; another one is at least as good in all three as "
            + "\(others.count > 3 ? NumberText.count(others.count, "pipeline") : others.joined(separator: ", "))."
    }

    private mutating func recordings() -> [PageContent.Recording] {
        let slots = PipelineSlots(groups)
        var recordings: [PageContent.Recording] = []
        for (place, group) in groups.enumerated() {
            let own = slots.slots(of: group)
            let bins = max(20, Self.pointsOfPictures / 2 / max(1, results.runs.count))
            let pictures = RecordingFigures(group: group, slots: own, columns: min(RunSeries.columns, bins)).figures
                .map { $0.thinned(to: bins) }
            let columns = columns.measured(in: group.runs)
            let table = FigureTable(runsOf: group, columns, footnotes: &footnotes)
            let about = RunRemarks(of: group.runs)
            let missing = self.columns.missing(in: group.runs)
            let remarks = missing + about.skipped.map { "skipped: \($0)" } + about.remarks
            recordings.append(
                PageContent.Recording(
                    id: Self.identifier(place),
                    name: group.title,
                    extent: group.extent,
                    basis: group.basis,
                    checksum: group.checksum,
                    table: PageTable(table, label: "Table: \(group.title)", slots: own, recording: place),
                    figures: pictures.map { PageContent.Figure($0, in: group.title, number: nil) },
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

    private mutating func views(
        of shown: [ReportFigure],
        in place: String,
        ofPipelines: Bool = true
    ) -> [PageContent.Figure] {
        shown.map { figure in
            figures.append(PlotData(figure, ofPipelines: ofPipelines))
            return PageContent.Figure(figure, in: place, number: figures.count - 1)
        }
    }

    private func data(tradeOff: [MetricName]) -> String {
        let columns = columns.measured(in: results.runs)
        let metrics = columns.map(\.metric) + tradeOff.filter { name in !columns.contains { $0.metric == name } }
        let slots = PipelineSlots(groups)
        let bins = max(40, Self.pointsOfPage / 2 / max(1, results.runs.count))
        return PageData(
            pipelines: pipelines.map(\.name),
            metrics: metrics.map(PageData.Metric.init),
            tradeOff: tradeOff.map(\.rawValue),
            recordings: groups.enumerated().map { place, group in
                let own = slots.slots(of: group)
                return PageData.Recording(
                    group,
                    id: Self.identifier(place),
                    slots: own,
                    metrics: metrics,
                    columns: bins
                )
            },
            figures: figures
        ).json
    }

    private static func identifier(_ recording: Int) -> String { "recording-\(recording + 1)" }

    private mutating func notes() -> [PageContent.Note] {
        footnotes.countRuns(results.runs)
        return footnotes.notes.map { note in
            let runs = note.runs.map { ", \(NumberText.count($0, "run"))" } ?? ""
            let metrics = note.metrics.map(\.rawValue).joined(separator: ", ")
            return PageContent.Note(number: note.number, text: note.text, scope: metrics + runs)
        }
    }
}

extension ReportFigure {
    /// The figure with lines of few points, for a page of many recordings.
    fileprivate func thinned(to columns: Int) -> ReportFigure {
        guard columns < RunSeries.columns else { return self }
        var thinned = self
        for place in plot.series.indices where plot.series[place].style == .line {
            let stretches = plot.series[place].stretches
            let count = stretches.map(\.count).reduce(0, +)
            // The error over time is thinned already, and keeps its spikes.
            guard count > 2 * columns + 2 else { continue }
            let step = count / columns
            thinned.plot.series[place].stretches = stretches.map { stretch in
                stretch.indices.filter { $0.isMultiple(of: step) || $0 == stretch.count - 1 }.map { stretch[$0] }
            }
        }
        return thinned
    }
}

extension PageContent.Figure {
    /// The size of a picture in pixels; two columns of pictures fit a laptop, one fits a phone.
    private static let width = 480
    private static let height = 300
    private static let heightPerCategory = 24

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - place: the part of the page, for readers who do not see the picture.
    ///   - number: the number of the plot in the page's data; nil if the page shows the picture only.
    init(_ figure: ReportFigure, in place: String, number: Int?) {
        var plot = figure.plot
        plot.width = Self.width
        plot.height = plot.y.categories.isEmpty ? Self.height : 80 + Self.heightPerCategory * plot.y.categories.count
        title = figure.title
        caption = figure.caption
        description = "\(figure.title), \(place). \(figure.caption)"
        file = "\(figure.name).csv"
        csv = number == nil ? nil : PageText.uri(of: figure.data)
        dataLabel = "\(figure.title), \(place): data as CSV"
        svg = PagePlot(plot).svg
        self.number = number
    }
}
