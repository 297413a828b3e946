package import Evaluation

/// The pictures of one recording. Each picture shows all pipelines.
package struct RecordingFigures {
    package let group: RecordingGroup
    /// The slots of the runs. A slot is a number that selects colour, dashes and marker; see ``PlotPalette``.
    package let slots: [Int]
    /// The number of time bins to which a line over time is thinned.
    package let columns: Int

    package init(group: RecordingGroup, slots: [Int], columns: Int) {
        self.group = group
        self.slots = slots
        self.columns = columns
    }

    /// The pictures that have at least one point.
    package var figures: [ReportFigure] {
        let orientations = withSeries.filter { $0.series.errorKind != .location }
        let locations = withSeries.filter { $0.series.errorKind == .location }
        let all: [ReportFigure?] = [
            errorOverTime(orientations), distribution(orientations), claims(orientations),
            errorOverTime(locations), distribution(locations), claims(locations), spectrum, stepResponse, cost,
        ]
        return all.compactMap(\.self).filter { !$0.plot.isEmpty }
    }

    /// A run with its curves and its slot, a number that selects the pipeline's colour, dashes and marker.
    private typealias SeriesRun = (run: EvaluationRun, slot: Int, series: RunSeries)

    private var withSeries: [SeriesRun] {
        zip(group.runs, slots).compactMap { run, slot in run.series.map { (run, slot, $0) } }
    }

    /// The title of the axis of orientation errors.
    var errorTitle: String {
        title(of: withSeries.first { $0.series.errorKind != .location }?.series.errorKind ?? .total)
    }

    /// The word for the values: the device's own attitude as the reference shows differences, not errors.
    private var word: String { group.runs.areDifferences ? "difference" : "error" }

    private func title(of kind: RunSeries.ErrorKind) -> String {
        switch kind {
        case .inclination: "inclination \(word) (°)"
        case .shortTerm: "short-term \(word) (°)"
        case .total: "total \(word) (°)"
        case .location: "location error (m)"
        }
    }

    /// The beginning of figure names. Location errors have separate figures, whose names begin with "location-".
    private static func prefix(_ runs: [SeriesRun]) -> String {
        runs.first?.series.errorKind == .location ? "location-" : ""
    }

    private func line(_ run: EvaluationRun, _ slot: Int, _ curve: RunSeries.Curve, columns: Int? = nil) -> Plot.Series {
        var stretches = curve.points
        if let columns { stretches = PlotThinning.thinned(stretches, bins: columns) }
        return Plot.Series(run.pipeline.name, .line, slot: slot, stretches)
    }

    private func errorOverTime(_ runs: [SeriesRun]) -> ReportFigure? {
        guard let first = runs.first?.series else { return nil }
        let series = runs.map { line($0.run, $0.slot, $0.series.error, columns: columns) }
        let rests = first.rests.map { Plot.Band(kind: .rest, range: $0) }
        let disturbances = first.disturbances.map { Plot.Band(kind: .disturbance, range: $0) }
        // The axis fits the medians, because a few spikes must not determine its scale.
        let medians = runs.compactMap { $0.series.errorQuantiles.isEmpty ? nil : $0.series.errorQuantiles[50] }
        var axis = FigureAxes.axis(title(of: first.errorKind), for: medians)
        if axis.isLogarithmic, let minimum = medians.min() { axis.limits = Plot.Limits(first: minimum / 10, last: nil) }
        let shades = [
            rests.isEmpty ? nil : "Grey: the reference is at rest.",
            disturbances.isEmpty ? nil : "Orange: the magnetic field is disturbed.",
        ].compactMap(\.self)
        return ReportFigure(
            name: Self.prefix(runs) + "error-over-time",
            title: first.errorKind == .location ? "Location error over time" : "\(word.capitalisedFirst) over time",
            caption: (["The line includes every spike."] + shades).joined(separator: " "),
            plot: Plot(
                x: Plot.Axis(title: "time (s)"),
                y: axis,
                series: series,
                bands: rests + disturbances
            )
        )
    }

    private func distribution(_ runs: [SeriesRun]) -> ReportFigure? {
        guard let kind = runs.first?.series.errorKind else { return nil }
        let series = runs.map { run, slot, series in
            let points = series.errorQuantiles.enumerated().map { Plot.Point($1, Double($0)) }
            return Plot.Series(run.pipeline.name, .line, slot: slot, [points])
        }
        let errors = runs.flatMap { $0.series.errorQuantiles.dropFirst(5) }
        return ReportFigure(
            name: Self.prefix(runs) + "error-distribution",
            title: kind == .location ? "Distribution of the location error" : "Distribution of the \(word)",
            caption: "The share of the time during which the \(word) is at most the value on the x axis."
                + (group.runs.areDifferences ? "" : " Further left is better."),
            plot: Plot(
                x: FigureAxes.axis(title(of: kind), for: errors),
                y: Plot.Axis(title: "share of the time (%)", limits: Plot.Limits(first: 0, last: 100)),
                series: series
            )
        )
    }

    /// The diagram of how often errors lie within the accuracies that the runs claim; `nil` if no run claims an
    /// accuracy.
    private func claims(_ runs: [SeriesRun]) -> ReportFigure? {
        let claiming = runs.filter { !$0.series.claims.isEmpty }
        guard let kind = claiming.first?.series.errorKind else { return nil }
        let ends = Plot.Limits(first: 0, last: 100)
        var series = claiming.map { run, slot, series in
            let points = zip(RunSeries.claimed, series.claims).map { Plot.Point($0, $1) }
            return Plot.Series(run.pipeline.name, .line, slot: slot, [points])
        }
        series.append(Plot.Series("true claim", .outline, slot: 0, [[Plot.Point(0, 0), Plot.Point(100, 100)]]))
        return ReportFigure(
            name: Self.prefix(runs) + "claimed-accuracy",
            title: kind == .location
                ? "Is the claimed location accuracy true?" : "Is the claimed heading accuracy true?",
            caption: "The share of errors within the accuracy that was claimed for the share on the x axis. On the "
                + "diagonal, the claim is true; below it, errors are larger than claimed.",
            plot: Plot(
                x: Plot.Axis(title: "claimed share (%)", limits: ends),
                y: Plot.Axis(title: "share of errors (%)", limits: ends),
                series: series
            )
        )
    }

    private var spectrum: ReportFigure {
        let series = withSeries.compactMap { run, slot, series in series.spectrum.map { line(run, slot, $0) } }
        return ReportFigure(
            name: "error-spectrum",
            title: "Spectrum of the \(word)",
            caption: "Left: slow drift. Right: jitter." + (group.runs.areDifferences ? "" : " A lower line is better."),
            plot: Plot(
                x: Plot.Axis(title: "frequency (Hz)", isLogarithmic: true),
                y: Plot.Axis(title: "\(word) density (deg²/Hz)", isLogarithmic: true),
                series: series
            )
        )
    }

    private var stepResponse: ReportFigure {
        var series = withSeries.compactMap { run, slot, series in series.step.map { line(run, slot, $0) } }
        if let truth = withSeries.compactMap(\.series.stepTruth).first {
            series.append(Plot.Series("the turn itself", .outline, slot: 0, truth.points))
        }
        return ReportFigure(
            name: "step-response",
            title: "Step response",
            caption: "The mean response to the recording's quick turns; the thin line is the turn itself.",
            plot: Plot(
                x: Plot.Axis(title: "time since the turn began (s)"),
                y: Plot.Axis(title: "share of the turn (%)"),
                series: series
            )
        )
    }

    private var cost: ReportFigure {
        let names = group.runs.map { TextWrapping.shortened($0.pipeline.name, width: Self.longestCategory) }
        let points = group.runs.enumerated().map { index, run -> Plot.Point? in
            run.metrics[.computeP50].map { median in
                Plot.Point(median, Double(index), interval: median...max(median, run.metrics[.computeP99] ?? median))
            }
        }
        let series = points.enumerated().map { index, point in
            Plot.Series("", .intervals, slot: slots[index], [point.map { [$0] } ?? []])
        }
        let times = points.compactMap(\.self).flatMap { [$0.x, $0.interval?.upperBound ?? $0.x] }
        return ReportFigure(
            name: "compute-cost",
            title: "Compute cost",
            caption: "Time per orientation on this machine: the median, and a line to the 99th percentile.",
            plot: Plot(
                x: FigureAxes.axis("time per sample (ns)", for: times),
                y: Plot.Axis(title: "", categories: names),
                series: series
            )
        )
    }

    /// The maximum width of a pipeline's name on an axis, in characters.
    static let longestCategory = 26
}

extension RunSeries.Curve {
    /// The points of the curve, divided at gaps.
    var points: [[Plot.Point]] { zip(x.stretches, y.stretches).map { zip($0, $1).map { Plot.Point($0, $1) } } }
}

/// Critical-difference diagrams, which show the mean rank of each pipeline with half of the critical difference on
/// either side.
///
/// They follow Demšar 2006, JMLR 7:1–30, section 3.2.4, but draw one bar per pipeline instead of one bar per group of
/// similar pipelines. Two pipelines differ significantly if their bars do not overlap.
extension ReportFigure {
    /// One picture of mean ranks for each metric by which pipelines differ significantly.
    package static func ranks(
        of pipelines: [PipelineMeans],
        over recordings: Int,
        by metrics: [Metric]
    ) -> [ReportFigure] {
        metrics.compactMap { metric in
            let members = pipelines.indices.filter { pipelines[$0].canRank(by: metric) }
            let ranked = members.map { pipelines[$0] }
            guard let ranking = try? PipelineRanking(ranked, by: metric, over: recordings), ranking.isSignificant
            else { return nil }
            let title = pipelines.axisTitle(of: metric)
            return ReportFigure(ranks: ranking, of: ranked.map(\.name), slots: members, by: metric, titled: title)
        }
    }

    /// A critical-difference diagram.
    ///
    /// - Parameters:
    ///   - ranking: the mean ranks.
    ///   - pipelines: the names of the pipelines, in the order of the ranking.
    ///   - slots: the slot of each pipeline; `nil` for its index.
    ///   - metric: the metric, for the name of the file.
    ///   - title: the display name of the metric.
    package init(
        ranks ranking: PipelineRanking,
        of pipelines: [String],
        slots: [Int]? = nil,
        by metric: Metric,
        titled title: String
    ) {
        let ranks = ranking.test.meanRanks
        let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        let half = ranking.criticalDifference / 2
        let series = order.enumerated().map { index, pipeline in
            let rank = ranks[pipeline]
            let point = Plot.Point(rank, Double(index), interval: rank - half...rank + half)
            return Plot.Series("", .intervals, slot: slots?[pipeline] ?? pipeline, [[point]])
        }
        let names = order.map { TextWrapping.shortened(pipelines[$0], width: RecordingFigures.longestCategory) }
        let safe = metric.name.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        let difference = NumberText.short(ranking.criticalDifference)
        self.init(
            name: "ranks-\(safe)",
            title: "Mean ranks by \(title)",
            caption: "Pipelines whose bars overlap show no significant difference (Nemenyi test at 5 %, critical "
                + "difference \(difference) ranks, \(ranking.test.blocks) recordings).",
            plot: Plot(
                x: Plot.Axis(title: "mean rank (1 is best)"),
                y: Plot.Axis(title: "", categories: names),
                series: series
            )
        )
    }
}

extension PipelineRanking {
    /// Ranks the pipelines by a metric.
    ///
    /// - Throws: the reason why the pipelines cannot be ranked.
    init(_ pipelines: [PipelineMeans], by metric: Metric, over recordings: Int) throws(Obstacle) {
        let figures = (0..<recordings).map { recording in pipelines.map { $0.runs[recording]?.metrics[metric] } }
        try self.init(figures, polarity: metric.polarity)
    }
}

/// A picture of a report, with its title and caption.
package struct ReportFigure: Sendable, Hashable {
    /// The name of the picture's files without a suffix: letters, digits and hyphens.
    package let name: String
    package let title: String
    /// An explanation of the picture in one or two sentences.
    package let caption: String
    package var plot: Plot

    package init(name: String, title: String, caption: String, plot: Plot) {
        self.name = name
        self.title = title
        self.caption = caption
        self.plot = plot
    }
}

extension ReportFigure {
    /// The data of the picture as CSV. Each series has a column for x and a column for y, in the order of the legend.
    package var data: String {
        let shown = plot.series.map { ($0, plot.drawable($0).flatMap(\.self)) }.filter { !$0.1.isEmpty }
        let header = shown.flatMap { series, _ in
            [plot.x, plot.y].map { axis in
                CSVText.safe(series.name.isEmpty ? axis.title : "\(series.name): \(axis.title)")
            }
        }
        let longest = shown.map(\.1.count).max() ?? 0
        let rows = (0..<longest).map { row in
            shown.flatMap { _, points in
                row < points.count
                    ? [text(points[row].x, on: plot.x), text(points[row].y, on: plot.y)] : ["", ""]
            }
        }
        return CSVText.lines([header] + rows)
    }

    private func text(_ value: Double, on axis: Plot.Axis) -> String {
        let category = axis.categories.indices.first { Double($0) == value }
        return category.map { CSVText.safe(axis.categories[$0]) } ?? NumberText.exact(value)
    }
}

/// Small multiples that show the accuracy of the pipelines by motion, device or disturbance. These traits are derived
/// from the recordings' names.
package struct TraitFigures {
    /// The pictures of one kind of trait.
    package struct Group {
        package let kind: RecordingTrait
        package let figures: [ReportFigure]
    }

    private let groups: [RecordingGroup]
    private let pipelines: [PipelineMeans]
    private let metric: Metric

    package init(_ groups: [RecordingGroup], _ pipelines: [PipelineMeans], accuracy: Metric) {
        self.groups = groups
        self.pipelines = pipelines
        metric = accuracy
    }

    /// One group of pictures for each kind of trait whose value differs between the recordings.
    package var multiples: [Group] {
        let traits = groups.map { RecordingTraits(name: $0.title).values }
        return RecordingTrait.allCases.compactMap { kind in
            let order = traits.compactMap { $0[kind] }.distinct()
            guard order.count > 1 else { return nil }
            let means = order.map { value in
                let indices = traits.indices.filter { traits[$0][kind] == value }
                let own = pipelines.map { pipeline in
                    MetricMean(of: metric, over: indices.map { pipeline.runs[$0] }).comparable
                }
                return (value, indices.count, own)
            }
            // All pictures of a group share an axis, so that they can be compared.
            let all = means.flatMap { $0.2.compactMap(\.self) }
            guard let minimum = all.min(), let maximum = all.max() else { return nil }
            var axis = FigureAxes.axis(pipelines.axisTitle(of: metric), for: all)
            axis.limits =
                axis.isLogarithmic
                ? Plot.Limits(first: minimum / 1.2, last: maximum * 1.2) : Plot.Limits(first: 0, last: maximum * 1.05)
            return Group(kind: kind, figures: means.map { figure(kind, $0.0, $0.1, $0.2, axis) })
        }
    }

    private func figure(
        _ kind: RecordingTrait,
        _ value: String,
        _ count: Int,
        _ means: [Double?],
        _ axis: Plot.Axis
    ) -> ReportFigure {
        let series = means.enumerated().map { index, mean in
            Plot.Series("", .markers, slot: index, [mean.map { [Plot.Point($0, Double(index))] } ?? []])
        }
        let names = pipelines.map {
            TextWrapping.shortened($0.name, width: RecordingFigures.longestCategory)
        }
        let safe = value.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        return ReportFigure(
            name: "\(kind.rawValue)-\(safe)",
            title: value.hasPrefix("iphone")
                ? "iPhone " + value.dropFirst(6).uppercased() : value.capitalisedFirst,
            caption: "Mean over \(count) \(count == 1 ? "recording" : "recordings").",
            plot: Plot(x: axis, y: Plot.Axis(title: "", categories: names), series: series)
        )
    }
}
