import Evaluation
import RealModule
import Recordings
import SensorModel

/// Builds the values of an HTML page from results.
struct PageBuilder {
    /// The maximum number of points in the page's data, summed over all plots of errors over time. These points take
    /// about 2 MB.
    private static let pointsOfPage = 420_000
    /// The maximum number of points in the pictures of recordings, summed over all pictures. Only browsers without
    /// scripts show these pictures.
    private static let pointsOfPictures = 60_000
    static let withoutSeries = """
        These results do not contain the error over time, so the plots of error over time, distribution and spectrum \
        are missing. Evaluate again with --format html or --series.
        """

    private let results: EvaluationResults
    private let groups: [RecordingGroup]
    private let pipelines: [PipelineMeans]
    private let columns: [ReportColumn]
    private let accuracy: Metric
    private var figures: [JSONObject] = []
    private var footnotes = Footnotes()

    init(_ results: EvaluationResults) {
        self.results = results
        groups = RecordingGroup.groups(of: results.runs)
        pipelines = PipelineMeans.all(in: groups)
        columns = ReportColumn.columns(for: results.runs)
        accuracy = FigureAxes.accuracy(of: results.runs)
    }

    /// The values of the template `report`. O(runs · points).
    mutating func values() -> PageValues {
        let tradeOffs = TradeOffFigures(pipelines, accuracy: accuracy)
        let summary = summary(front: tradeOffs.front)
        let tradeOffViews = views(of: tradeOffs.figures, in: "all recordings")
        let parameters = ParameterFigures(pipelines, accuracy: accuracy).figures
        let parameterViews = views(of: parameters, in: "all recordings", ofPipelines: false)
        var kinds: [PageValues] = []
        for group in TraitFigures(groups, pipelines, accuracy: accuracy).multiples {
            let figures = views(of: group.figures, in: group.kind.rawValue)
            kinds.append(["kind": group.kind.rawValue, "figures": figures])
        }
        let ranking = RankingSection(groups, columns.measured(in: results.runs))?.sentences ?? []
        let ranks = ReportFigure.ranks(of: pipelines, over: groups.count, by: tradeOffs.metrics)
        let rankViews = views(of: ranks, in: "all recordings")
        let recordings = recordings()
        let notes = notes()
        let sections = [
            ("summary", "Summary", true), ("trade-offs", "Accuracy, jitter, lag", !tradeOffs.figures.isEmpty),
            ("groups", "By group", !kinds.isEmpty), ("parameters", "By parameter", !parameters.isEmpty),
            ("recordings", "Recordings", true), ("failures", "Failed", !results.failed.isEmpty),
            ("notes", "Notes", !notes.isEmpty), ("origin", "Reproduce", true),
        ]
        return PageValues(known: [
            "title": "Sextant evaluation",
            "style": PageTemplates.style,
            "script": PageTemplates.script,
            "markers": PageKey.markers + PageKey.samples(pipelines.count),
            "extent": extent,
            "data": data(tradeOff: tradeOffs.metrics),
            "key": pipelines.enumerated().map { ["swatch": PageKey.swatch($0), "name": $1.name] },
            "summary": summary,
            "verdict": verdict(by: tradeOffs.metrics),
            "ranking": ranking,
            "ranks": rankViews,
            "tradeOffs": tradeOffViews,
            "groups": kinds,
            "parameters": parameterViews,
            "recordingsTitle": groups.count == 1 ? "The recording" : "Recording by recording",
            "recordings": recordings,
            "failures": results.failed.map(\.error),
            "notes": notes,
            "command": results.command,
            "origin": OriginText.lines(results),
            "parameterSets": parameterSets,
            "metrics": MetricCatalogue.metrics(in: results.runs).map(Self.meaning),
            // The shaded periods of the recordings' plots that the page explains.
            "hasRests": results.runs.contains { !($0.series?.rests.isEmpty ?? true) },
            "hasDisturbances": results.runs.contains { !($0.series?.disturbances.isEmpty ?? true) },
            "hasIndex": groups.count > 1,
            "sections": sections.filter(\.2).map { ["id": $0.0, "name": $0.1] },
        ])
    }

    private static func meaning(of metric: Metric) -> [String: String] {
        [
            "name": metric.name, "unit": metric.unit, "polarity": metric.polarity.rawValue,
            "meaning": metric.summary,
        ]
    }

    private var extent: String {
        [
            NumberText.count(groups.count, "recording"), NumberText.count(pipelines.count, "pipeline"),
            NumberText.count(results.runs.count, "run"),
        ].joined(separator: ", ")
    }

    /// The parameters of each pipeline. If they differ between recordings, each set of values has an entry.
    private var parameterSets: [[String: String]] {
        results.runs.map(\.pipeline).distinct().map { pipeline in
            [
                "name": pipeline.name, "meaning": PipelineMeaning.text(of: pipeline),
                "parameters": pipeline.parameterText,
            ]
        }
    }

    private mutating func summary(front: Set<Int>) -> PageValues {
        let columns = columns.measured(in: results.runs)
        // If most rows were marked, the marks would not help the reader to choose.
        let isSelective = front.count * 2 <= pipelines.count
        let title = groups.count == 1 ? "Summary" : "Summary: means over \(groups.count) recordings"
        let table =
            groups.count == 1
            ? FigureTable(runsOf: groups[0], columns, footnotes: &footnotes)
            : FigureTable(meansOf: pipelines, columns, footnotes: &footnotes)
        let intervals =
            groups.count >= BootstrapInterval.minimumValues
            ? " In brackets: the 95 % bootstrap interval of the mean over recordings."
            : groups.count == 1 && groups[0].hasIntervals ? " In brackets: \(RecordingGroup.intervalText)." : ""
        let titles = Dictionary(uniqueKeysWithValues: columns.map { ($0.metric, $0.plainTitle) })
        let signed = BestValues.remark(on: columns.map(\.metric)) { titles[$0] ?? $0.name }.map { " \($0)" } ?? ""
        let means = groups.count == 1 ? "" : " Each recording has the same weight." + signed
        return [
            "title": title,
            "table": table.pageValues(
                label: "Table: \(title)",
                slots: Array(pipelines.indices),
                front: isSelective ? front : [],
                sortValues: pipelines.map { pipeline in columns.map { pipeline.mean(of: $0.metric).comparable } }
            ),
            "missing": self.columns.missing(in: results.runs),
            "note": "* best of its column\(groups.count == 1 ? ", and values within the interval of the best" : "")"
                + (columns.contains { $0.metric == .lag } ? "; lags within 5 ms of the best are marked, too" : "")
                + "\(withoutBest(columns))\(frontNote(front, isSelective))"
                + " Click a column’s heading to sort by it.\(means)\(intervals)\(counts(columns))",
        ]
    }

    /// The condition under which the best values are marked, as the end of a sentence: all means of the column cover
    /// the same recordings. The text is empty if every column meets the condition.
    private func withoutBest(_ columns: [ReportColumn]) -> String {
        let differ = columns.contains { column in
            Set(pipelines.map { $0.mean(of: column.metric).recordings }).count > 1
        }
        return groups.count > 1 && differ ? ", if all means of the column cover the same recordings" : ""
    }

    /// A sentence that explains the numbers in parentheses, which count recordings; empty if no cell has such a number.
    private func counts(_ columns: [ReportColumn]) -> String {
        let figures = columns.flatMap { column in pipelines.map { $0.mean(of: column.metric) } }
        guard groups.count > 1, figures.contains(where: \.isPartial) else { return "" }
        return " In parentheses: the number of recordings with a value."
    }

    private func verdict(by metrics: [Metric]) -> String? {
        let kinds = Set(results.runs.compactMap { $0.reference?.kind })
        if kinds.contains(.device) {
            return "The reference is the device's own attitude, not the truth. All values are differences from this "
                + "attitude, and a smaller difference is not necessarily better. No pipeline is recommended."
        }
        if kinds.contains(.gyroscope) {
            let isExcluded = pipelines.contains { $0.runs.contains { !($0?.canRank(by: .lag) ?? true) } }
            return "The reference is the integrated gyroscope. Pipelines that follow the gyroscope agree with it by "
                + "construction, so no pipeline is recommended for its accuracy; compare jitter and lag."
                + (isExcluded
                    ? " The pipeline 'gyroscope' differs from this reference only in the bias, so its increments, jumps "
                        + "and lag are not compared." : "")
        }
        let measured = columns.measured(in: results.runs)
        let verdict = ShortVerdict(pipelines, over: groups.count, by: metrics, columns: measured)
        return verdict.text.map { [$0, verdict.motions(groups)].compactMap(\.self).joined(separator: " ") }
    }

    /// The meaning of the diamond, as the end of a sentence.
    private func frontNote(_ front: Set<Int>, _ isSelective: Bool) -> String {
        guard !front.isEmpty else { return "." }
        if isSelective { return "; ◆ no other pipeline is at least as good in accuracy, jitter and lag." }
        let others = pipelines.indices.filter { !front.contains($0) }.map { "'\(pipelines[$0].name)'" }
        let text = "; accuracy, jitter and lag are a trade-off between most of these pipelines"
        guard !others.isEmpty else { return text + ": no pipeline is at least as good as another in all three." }
        return text + "; in all three, another pipeline is at least as good as "
            + "\(others.count > 3 ? NumberText.count(others.count, "pipeline") : others.joined(separator: ", "))."
    }

    private mutating func recordings() -> [PageValues] {
        let slots = PipelineSlots(groups)
        var recordings: [PageValues] = []
        for (index, group) in groups.enumerated() {
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
                PageValues(known: [
                    "id": Self.identifier(index),
                    "name": group.title,
                    "extent": group.extent,
                    "basis": group.basis,
                    "checksum": group.checksum,
                    "table": table.pageValues(label: "Table: \(group.title)", slots: own, recording: index),
                    // Only browsers without scripts show these pictures.
                    "figures": pictures.map { $0.pageValues(in: group.title, number: nil) },
                    "remarks": remarks,
                    "missingSeries": group.runs.allSatisfy { $0.series == nil } ? Self.missing(in: group) : nil,
                ])
            )
        }
        return recordings
    }

    /// The reason why a recording has no pictures of its error.
    private static func missing(in group: RecordingGroup) -> String {
        let isMeasured = group.runs.contains { ($0.metrics[.count] ?? $0.metrics[.locationCount] ?? 0) > 0 }
        return isMeasured ? withoutSeries : "The error is unknown here; see the table’s notes for the reason."
    }

    private mutating func views(
        of shown: [ReportFigure],
        in part: String,
        ofPipelines: Bool = true
    ) -> [PageValues] {
        shown.map { figure in
            figures.append(figure.pageData(ofPipelines: ofPipelines))
            return figure.pageValues(in: part, number: figures.count - 1)
        }
    }

    private func data(tradeOff: [Metric]) -> String {
        let columns = columns.measured(in: results.runs)
        let metrics = columns.map(\.metric) + tradeOff.filter { name in !columns.contains { $0.metric == name } }
        let slots = PipelineSlots(groups)
        let bins = max(40, Self.pointsOfPage / 2 / max(1, results.runs.count))
        return PageData(
            pipelines: pipelines.map(\.name),
            metrics: metrics.map { $0.pageData(of: pipelines) },
            tradeOff: tradeOff.map(\.name),
            recordings: groups.enumerated().map { index, group in
                let (id, own) = (Self.identifier(index), slots.slots(of: group))
                return group.pageData(id: id, slots: own, metrics: metrics, columns: bins)
            },
            figures: figures
        ).json
    }

    private static func identifier(_ recording: Int) -> String { "recording-\(recording + 1)" }

    private mutating func notes() -> [PageValues] {
        footnotes.countRuns(results.runs)
        return footnotes.notes.map { note in
            let runs = note.runs.map { ", \(NumberText.count($0, "run"))" } ?? ""
            let metrics = note.metrics.map(\.name).joined(separator: ", ")
            return ["number": note.number, "text": note.text, "scope": metrics + runs]
        }
    }
}

extension ReportFigure {
    /// The figure with fewer points per line, for a page of many recordings.
    fileprivate func thinned(to columns: Int) -> ReportFigure {
        guard columns < RunSeries.columns else { return self }
        var thinned = self
        for index in plot.series.indices where plot.series[index].style == .line {
            let stretches = plot.series[index].stretches
            let count = stretches.map(\.count).reduce(0, +)
            // The error over time already has few points, because it was thinned in a way that preserves spikes.
            guard count > 2 * columns + 2 else { continue }
            let step = count / columns
            thinned.plot.series[index].stretches = stretches.map { stretch in
                stretch.indices.filter { $0.isMultiple(of: step) || $0 == stretch.count - 1 }.map { stretch[$0] }
            }
        }
        return thinned
    }
}

extension ReportFigure {
    /// The width of a picture in pixels. At this width, a laptop shows two columns of pictures, and a phone shows one
    /// column.
    private static let width = 480
    private static let height = 300
    private static let heightPerCategory = 24

    /// The values of the template `figure`, including the drawn picture.
    ///
    /// - Parameters:
    ///   - part: the part of the page, for the description that screen readers read.
    ///   - number: the index of the plot in the page's data; `nil` if the page shows only the picture.
    func pageValues(in part: String, number: Int?) -> PageValues {
        var plot = plot
        plot.width = Self.width
        plot.height = plot.y.categories.isEmpty ? Self.height : 80 + Self.heightPerCategory * plot.y.categories.count
        return PageValues(known: [
            "title": title,
            "caption": caption,
            "description": "\(title), \(part). \(caption)",
            "file": "\(name).csv",
            // For pictures without a number, the page's script generates the data.
            "csv": number == nil ? nil : PageText.uri(of: data),
            "dataLabel": "\(title), \(part): data as CSV",
            "svg": PagePlot(plot).svg,
            "number": number,
        ])
    }
}

/// A plot as SVG for an HTML page, with the classes of the page's style sheet.
///
/// The page's script replaces this picture with the same plot and shows values under the cursor. The picture is for
/// printing and for browsers without scripts. Coordinates are rounded to a tenth of a pixel.
package struct PagePlot {
    private static let top = 10.0
    private static let right = 14.0
    private static let bottom = 44.0
    private static let characterWidth = 7.0
    private static let longestName = 26
    private static let markersPerLine = 3
    private static let dashUnit = 0.6

    private let plot: Plot
    private let x: PlotScale
    private let y: PlotScale
    private let left: Double
    private let yTicks: [PlotScale.Tick]

    /// Creates the picture of a plot. The plot must not be empty.
    package init(_ plot: Plot) {
        self.plot = plot
        let points = plot.series.flatMap { plot.drawable($0).flatMap(\.self) }
        var abscissae = points.map(\.x)
        for interval in points.compactMap(\.interval) { abscissae += [interval.lowerBound, interval.upperBound] }
        x = PlotScale(plot.x, values: abscissae.filter { !plot.x.isLogarithmic || $0 > 0 })
        guard plot.y.categories.isEmpty else {
            let count = Double(plot.y.categories.count)
            y = PlotScale(Plot.Axis(title: "", limits: Plot.Limits(first: count - 0.5, last: -0.5)), values: [])
            yTicks = plot.y.categories.enumerated().map { index, name in
                let label = TextWrapping.shortened(name, width: Self.longestName)
                return PlotScale.Tick(value: Double(index), label: label)
            }
            left = 14 + Self.characterWidth * Double(yTicks.map { DisplayWidth.of($0.label) }.max() ?? 0)
            return
        }
        y = PlotScale(plot.y, values: points.map(\.y))
        yTicks = y.ticks(maximum: max(2, plot.height / 50))
        left = 32 + Self.characterWidth * Double(yTicks.map { DisplayWidth.of($0.label) }.max() ?? 0)
    }

    /// The element `svg`. It has no label; the surrounding element describes the picture.
    package var svg: String {
        let parts = [
            "<svg viewBox=\"0 0 \(plot.width) \(plot.height)\" aria-hidden=\"true\">", bands, axes,
            plot.series.map(element).joined(), "</svg>",
        ]
        return parts.joined()
    }

    private var room: (width: Double, height: Double) {
        (Double(plot.width) - left - Self.right, Double(plot.height) - Self.top - Self.bottom)
    }

    private func position(_ point: Plot.Point) -> (x: Double, y: Double) { (horizontal(point.x), vertical(point.y)) }

    private func horizontal(_ value: Double) -> Double {
        left + room.width * min(max(x.position(of: value), 0), 1)
    }

    private func vertical(_ value: Double) -> Double {
        Self.top + room.height * (1 - min(max(y.position(of: value), 0), 1))
    }

    private var bands: String {
        Plot.Band.Kind.allCases.map { kind in
            let height = PagePath.text(room.height)
            let areas = plot.bands.filter { $0.kind == kind }.map { band in
                let ends = (horizontal(band.range.lowerBound), horizontal(band.range.upperBound))
                let width = PagePath.text(max(ends.1 - ends.0, 0.5))
                return "M\(PagePath.text(ends.0)) \(PagePath.text(Self.top))h\(width)v\(height)h-\(width)z"
            }
            return areas.isEmpty ? "" : "<path class=\"\(kind == .rest ? "b0" : "b1")\" d=\"\(areas.joined())\"/>"
        }
        .joined()
    }

    private var axes: String {
        var grid = ""
        var labels = (x: "", y: "")
        let floor = Self.top + room.height
        let (top, left) = (PagePath.text(Self.top), PagePath.text(left))
        let (width, height) = (PagePath.text(room.width), PagePath.text(room.height))
        var lastEnd = -Double.infinity
        for tick in x.ticks(maximum: max(2, plot.width / 80)) {
            let here = horizontal(tick.value)
            grid += "M\(PagePath.text(here)) \(top)v\(height)"
            let half = Self.characterWidth * Double(DisplayWidth.of(tick.label)) / 2
            guard here - half > lastEnd + 4 else { continue }
            lastEnd = here + half
            labels.x += text(tick.label, here, floor + 17)
        }
        for tick in yTicks {
            let here = vertical(tick.value)
            grid += "M\(left) \(PagePath.text(here))h\(width)"
            labels.y += text(tick.label, self.left - 6, here + 4.5)
        }
        labels.x += text(plot.x.title, self.left + room.width / 2, Double(plot.height) - 8)
        if !plot.y.title.isEmpty {
            labels.x +=
                "<text transform=\"translate(13 \(PagePath.text(Self.top + room.height / 2)))rotate(-90)\">"
                + "\(PageText.escaped(plot.y.title))</text>"
        }
        return "<path class=\"g\" d=\"\(grid)\"/><path d=\"M\(left) \(top)v\(height)h\(width)\"/>"
            + "<g text-anchor=\"middle\">\(labels.x)</g><g text-anchor=\"end\">\(labels.y)</g>"
    }

    private func text(_ text: String, _ x: Double, _ y: Double) -> String {
        "<text x=\"\(PagePath.text(x))\" y=\"\(PagePath.text(y))\">\(PageText.escaped(text))</text>"
    }

    private func element(_ series: Plot.Series) -> String {
        let stretches = plot.drawable(series).map { $0.map(position) }
        guard !stretches.isEmpty else { return "" }
        var output = "<g class=\"c\(series.slot % PlotPalette.colours.count)\">"
        switch series.style {
        case .line, .outline:
            let path = stretches.map(PagePath.line).joined()
            let dashes = series.style == .line ? PlotPalette.dash(of: series.slot) : []
            if !path.isEmpty { output += "<path\(Self.attribute(dashes)) d=\"\(path)\"/>" }
            if series.style == .line { output += lineMarkers(stretches, slot: series.slot) }
        case .dots:
            output += "<path style=\"stroke-width:4;stroke-linecap:round\" d=\"\(PagePath.dots(stretches.joined()))\"/>"
        case .markers, .intervals:
            for point in plot.drawable(series).flatMap(\.self) {
                if let interval = point.interval {
                    let ends = (horizontal(interval.lowerBound), horizontal(interval.upperBound))
                    output +=
                        "<path d=\"M\(PagePath.text(ends.0)) \(PagePath.text(vertical(point.y)))"
                        + "h\(PagePath.text(ends.1 - ends.0))\"/>"
                }
                output += marker(position(point), slot: series.slot)
            }
        }
        return output + "</g>"
    }

    /// Markers at a few points of a line. Lines with different slots have markers at different points.
    private func lineMarkers(_ stretches: [[(x: Double, y: Double)]], slot: Int) -> String {
        let points = stretches.flatMap(\.self)
        return (0..<Self.markersPerLine).compactMap { number in
            let share = (Double(number) + Double(slot % 7 + 1) / 8) / Double(Self.markersPerLine)
            let target = left + share * room.width
            return points.min { abs($0.x - target) < abs($1.x - target) }.map { marker($0, slot: slot) }
        }
        .joined()
    }

    private func marker(_ position: (x: Double, y: Double), slot: Int) -> String {
        "<use href=\"#m\(PlotPalette.marker(of: slot) - 1)\" x=\"\(PagePath.text(position.x))\" "
            + "y=\"\(PagePath.text(position.y))\"/>"
    }

    private static func attribute(_ dashes: [Int]) -> String {
        let lengths = dashes.map { PagePath.text(Double($0) * dashUnit) }
        return lengths.isEmpty ? "" : " stroke-dasharray=\"\(lengths.joined(separator: " "))\""
    }
}

/// The scale of an axis: the range of values that it shows, and its ticks.
package struct PlotScale {
    package struct Tick: Hashable {
        let value: Double
        package let label: String
    }

    /// The margin below the smallest and above the largest value, as a fraction of the range.
    private static let margin = 0.04
    /// A linear axis begins at 0 if the smallest value divided by the largest value is below this ratio.
    private static let minimumShareFromZero = 0.4

    package let isLogarithmic: Bool
    /// The values at the beginning and the end of the axis. The two values differ.
    package let first: Double
    package let last: Double

    /// Creates the scale of an axis that shows the given values.
    ///
    /// - Parameter values: finite values, which are positive for a logarithmic axis.
    package init(_ axis: Plot.Axis, values: [Double]) {
        isLogarithmic = axis.isLogarithmic
        let limits = Self.limits(around: values, isLogarithmic: axis.isLogarithmic)
        let first = axis.limits?.first ?? limits.first
        let last = axis.limits?.last ?? limits.last
        self.first = first
        self.last = first == last ? (axis.isLogarithmic ? first * 10 : first + 1) : last
    }

    /// The position of a value: 0 at the beginning of the axis, 1 at its end.
    func position(of value: Double) -> Double {
        guard isLogarithmic else { return (value - first) / (last - first) }
        return Double.log(value / first) / Double.log(last / first)
    }

    /// Round values on the axis with their labels.
    ///
    /// - Parameter maximum: the maximum number of ticks; at least 2.
    package func ticks(maximum: Int) -> [Tick] {
        let (low, high) = (min(first, last), max(first, last))
        guard isLogarithmic, high / low >= 3 else { return Self.linear(low, high, maximum: maximum) }
        let decades =
            Int(saturating: Double.log10(low).rounded(.down))...Int(saturating: Double.log10(high).rounded(.up))
        for digits in [[1.0, 2, 5], [1, 3], [1]] {
            let values = decades.flatMap { decade in digits.map { $0 * Double.pow(10, Double(decade)) } }
                .filter { $0 >= low && $0 <= high }
            if values.count <= maximum, values.count > 1 {
                return values.map { Tick(value: $0, label: Self.label($0)) }
            }
        }
        let stride = max(1, (decades.count + maximum - 1) / maximum)
        let values = decades.filter { $0.isMultiple(of: stride) }.map { Double.pow(10, Double($0)) }
            .filter { $0 >= low && $0 <= high }
        return values.map { Tick(value: $0, label: Self.label($0)) }
    }

    private static func limits(around values: [Double], isLogarithmic: Bool) -> (first: Double, last: Double) {
        guard let minimum = values.min(), let maximum = values.max() else { return isLogarithmic ? (1, 10) : (0, 1) }
        if isLogarithmic {
            let factor = max(Double.pow(maximum / minimum, margin), 1.05)
            return (minimum / factor, maximum * factor)
        }
        let space = (maximum - minimum) * margin
        if minimum >= 0, minimum < minimumShareFromZero * maximum { return (0, maximum + space) }
        return maximum > minimum ? (minimum - space, maximum + space) : (minimum - 0.5, minimum + 0.5)
    }

    private static func linear(_ low: Double, _ high: Double, maximum: Int) -> [Tick] {
        let rough = (high - low) / Double(maximum)
        guard rough > 0, rough.isFinite else { return [] }
        let power = Double.pow(10, Double.log10(rough).rounded(.down))
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? 10 * power
        let begin = Int(saturating: (low / step - 1e-9).rounded(.up))
        let end = Int(saturating: (high / step + 1e-9).rounded(.down))
        guard begin <= end, end - begin <= 2 * maximum else { return [] }
        let decimals = max(0, -Int(saturating: (Double.log10(step) + 1e-9).rounded(.down)))
        return (begin...end).map { number in
            let value = Double(number) * step
            let label =
                decimals <= 4 && abs(value) < 100_000
                ? NumberText.signed(value, decimals: decimals) : self.label(value)
            return Tick(value: value, label: number == 0 ? "0" : label)
        }
    }

    /// A round number, such as `0.01`, `50`, `10⁶` or `2·10⁻⁵`.
    package static func label(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude > 0, magnitude < 1e-3 || magnitude >= 1e5 else {
            return NumberText.exact(value.rounded(toSignificant: 6))
        }
        let exponent = Int(saturating: (Double.log10(magnitude) + 1e-9).rounded(.down))
        let factor = (value / Double.pow(10, Double(exponent))).rounded(toSignificant: 3)
        let power = "10" + (exponent < 0 ? "⁻" : "") + Footnotes.mark(abs(exponent))
        return factor == 1 ? power : "\(NumberText.exact(factor))·\(power)"
    }
}
