import Evaluation

/// The pictures of one recording. Each shows all its pipelines.
package struct RecordingFigures {
    package let group: RecordingGroup
    /// The slots of the runs; see ``PlotPalette``.
    package let slots: [Int]
    /// The number of columns to which a line over time is thinned.
    package let columns: Int

    package init(group: RecordingGroup, slots: [Int], columns: Int) {
        self.group = group
        self.slots = slots
        self.columns = columns
    }

    /// The pictures that have something to show.
    package var figures: [ReportFigure] {
        [errorOverTime, distribution, spectrum, stepResponse, cost].compactMap(\.self).filter { !$0.plot.isEmpty }
    }

    private var withSeries: [(run: EvaluationRun, slot: Int, series: RunSeries)] {
        zip(group.runs, slots).compactMap { run, slot in run.series.map { (run, slot, $0) } }
    }

    /// The title of the error's axis.
    var errorTitle: String {
        switch withSeries.first?.series.errorKind {
        case .inclination: "inclination error (°)"
        case .shortTerm: "short-term error (°)"
        case .total, nil: "total error (°)"
        }
    }

    private func line(_ run: EvaluationRun, _ slot: Int, _ curve: RunSeries.Curve, columns: Int? = nil) -> Plot.Series {
        var stretches = zip(curve.x.stretches, curve.y.stretches).map { x, y in zip(x, y).map { Plot.Point($0, $1) } }
        if let columns { stretches = PlotThinning.thinned(stretches, bins: columns) }
        return Plot.Series(run.pipeline.name, .line, slot: slot, stretches)
    }

    private var errorOverTime: ReportFigure? {
        guard let first = withSeries.first?.series else { return nil }
        let series = withSeries.map { line($0.run, $0.slot, $0.series.error, columns: columns) }
        let rests = first.rests.map { Plot.Band(kind: .rest, range: $0) }
        let disturbances = first.disturbances.map { Plot.Band(kind: .disturbance, range: $0) }
        // The median describes a line's level better than its spikes.
        let medians = withSeries.compactMap { $0.series.errorQuantiles.isEmpty ? nil : $0.series.errorQuantiles[50] }
        var axis = FigureAxes.axis(errorTitle, for: medians)
        if axis.isLogarithmic, let least = medians.min() { axis.limits = Plot.Limits(first: least / 10, last: nil) }
        let shades = [
            rests.isEmpty ? nil : "Grey: the reference rests.",
            disturbances.isEmpty ? nil : "Orange: the magnetic field is disturbed.",
        ].compactMap(\.self)
        return ReportFigure(
            name: "error-over-time",
            title: "Error over time",
            caption: (["The line includes every spike."] + shades).joined(separator: " "),
            plot: Plot(
                x: Plot.Axis(title: "time (s)"),
                y: axis,
                series: series,
                bands: rests + disturbances
            )
        )
    }

    private var distribution: ReportFigure {
        let series = withSeries.map { run, slot, series in
            let points = series.errorQuantiles.enumerated().map { Plot.Point($1, Double($0)) }
            return Plot.Series(run.pipeline.name, .line, slot: slot, [points])
        }
        let errors = withSeries.flatMap { $0.series.errorQuantiles.dropFirst(5) }
        return ReportFigure(
            name: "error-distribution",
            title: "Distribution of the error",
            caption: "The share of the time during which the error is at most this large. Further left is better.",
            plot: Plot(
                x: FigureAxes.axis(errorTitle, for: errors),
                y: Plot.Axis(title: "share of the time (%)", limits: Plot.Limits(first: 0, last: 100)),
                series: series
            )
        )
    }

    private var spectrum: ReportFigure {
        let series = withSeries.compactMap { run, slot, series in series.spectrum.map { line(run, slot, $0) } }
        return ReportFigure(
            name: "error-spectrum",
            title: "Spectrum of the error",
            caption: "Left: slow drift. Right: jitter. A lower line is better.",
            plot: Plot(
                x: Plot.Axis(title: "frequency (Hz)", isLogarithmic: true),
                y: Plot.Axis(title: "error density (deg²/Hz)", isLogarithmic: true),
                series: series
            )
        )
    }

    private var stepResponse: ReportFigure {
        var series = withSeries.compactMap { run, slot, series in series.step.map { line(run, slot, $0) } }
        if let truth = withSeries.compactMap(\.series.stepTruth).first {
            let points = zip(truth.x.stretches, truth.y.stretches).map { zip($0, $1).map { Plot.Point($0, $1) } }
            series.append(Plot.Series("the turn itself", .outline, slot: 0, points))
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
        let points = group.runs.enumerated().map { place, run -> Plot.Point? in
            run.metrics[.computeP50].map { median in
                Plot.Point(median, Double(place), interval: median...max(median, run.metrics[.computeP99] ?? median))
            }
        }
        let series = points.enumerated().map { place, point in
            Plot.Series("", .intervals, slot: slots[place], [point.map { [$0] } ?? []])
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

    /// The maximum width of a pipeline's name at an axis, in characters.
    static let longestCategory = 26
}
