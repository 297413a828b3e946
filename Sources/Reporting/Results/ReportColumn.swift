package import Evaluation

/// A column of a report's tables: a metric with its headings.
package struct ReportColumn: Sendable, Hashable {
    package let metric: Metric
    /// The column's title in tables for a terminal, split into two short lines.
    let shortTitle: String
    let shortUnit: String
    /// The heading for a page, with the unit in brackets.
    package let title: String

    /// The columns of a report on runs.
    ///
    /// If the evaluation was restricted to some metrics, each of these metrics has a column. Otherwise, if all runs are
    /// of location pipelines, there are columns for locations, and for floors and the computing time if they were
    /// measured.
    ///
    /// In all other cases:
    ///
    /// - Columns for step responses, errors on the screen, guidance, locations and floors appear only if a run has
    ///   such values.
    /// - Columns for orientations and the computing time are omitted if no run has such values. This does not apply if
    ///   no column for step responses, errors on the screen, guidance, locations or floors appears.
    /// - The column for the drift of the heading appears only if a constant heading difference was removed from a
    ///   run.
    /// - The column for the short-term error appears only if the reference is the gyroscope.
    ///
    /// If the reference is the device's own attitude, the titles say "difference" instead of "error".
    package static func columns(for runs: [EvaluationRun]) -> [ReportColumn] {
        let columns = ofErrors(for: runs)
        return runs.areDifferences ? columns.map(\.ofDifferences) : columns
    }

    private static func ofErrors(for runs: [EvaluationRun]) -> [ReportColumn] {
        let requested = MetricCatalogue.metrics(in: runs).filter { metric in
            runs.contains { $0.metrics.isRequested(metric) }
        }
        guard requested.count == MetricCatalogue.metrics(in: runs).count else {
            return requested.map { metric in all.first { $0.metric == metric } ?? ReportColumn(added: metric) }
        }
        let isMeasured = { (columns: [ReportColumn]) in
            runs.contains { run in columns.contains { run.metrics[$0.metric] != nil } }
        }
        if !runs.isEmpty, runs.allSatisfy(\.isOfLocation) {
            let time = always.filter { $0.metric == .computeP50 }
            return locations + positions + [floors, time].filter(isMeasured).flatMap(\.self)
        }
        let further = [steps, screens, guidance, locations, positions, floors].filter(isMeasured).flatMap(\.self)
        let hasDrift = runs.contains { $0.reference?.headingAlignment != nil && $0.metrics[drift.metric] != nil }
        let isOfGyroscope = runs.contains { $0.reference?.kind == .gyroscope && $0.metrics[.shortTermRMS] != nil }
        return (isOfGyroscope ? [shortTerm] : [])
            + (further.isEmpty || isMeasured(always) ? always : [])
            + (hasDrift ? [drift] : [])
            + further
            + MetricCatalogue.metrics(in: runs).dropFirst(MetricCatalogue.metrics.count).map(ReportColumn.init(added:))
    }

    /// All built-in columns.
    package static let all =
        always + [shortTerm, drift] + steps + screens + guidance + locations + positions + floors

    /// The columns for a comparison of replayed AR systems. A column without values is omitted to save space on a
    /// terminal, unless the report states the reason why the values are missing.
    static func ofSystems(_ runs: [EvaluationRun]) -> [ReportColumn] {
        let metrics: [Metric] = [
            .totalRMSE, .incrementRMS, .lag, .pixelRMSE, .incrementRMSPixels, .wronglyShown, .wronglyHidden,
            .visibleJaccard, .locationErrorP50,
        ]
        // These columns appear even without values, because the report then states the reason.
        let always: Set<Metric> = [.totalRMSE, .pixelRMSE]
        return metrics.filter { metric in always.contains(metric) || runs.contains { $0.metrics[metric] != nil } }
            .compactMap { metric in all.first { $0.metric == metric } }
    }

    /// The title of the column on a terminal. The unit is appended if several columns in `columns` have this title.
    func label(among columns: [ReportColumn]) -> String {
        let isAlone = columns.count { $0.shortTitle == shortTitle } < 2
        return isAlone || shortUnit.isEmpty ? shortTitle : "\(shortTitle) \(shortUnit)"
    }

    private static let screens: [ReportColumn] = [
        ReportColumn(metric: .pixelRMSE, shortTitle: "place", shortUnit: "RMSEpx", title: "place RMSE (px)"),
        ReportColumn(metric: .pixelMedian, shortTitle: "median", shortUnit: "px", title: "place median (px)"),
        ReportColumn(metric: .pixelP95, shortTitle: "p95", shortUnit: "px", title: "place p95 (px)"),
        ReportColumn(metric: .stillRMSPixels, shortTitle: "still", shortUnit: "px", title: "still RMS (px)"),
        ReportColumn(metric: .incrementRMSPixels, shortTitle: "incr.", shortUnit: "px", title: "increment RMS (px)"),
        ReportColumn(metric: .pixelJumps, shortTitle: "jumps", shortUnit: "8px", title: "jumps by 8 px"),
        ReportColumn(metric: .wronglyShown, shortTitle: "wrong", shortUnit: "shown%", title: "wrongly shown (%)"),
        ReportColumn(metric: .wronglyHidden, shortTitle: "wrong", shortUnit: "hidn%", title: "wrongly hidden (%)"),
        ReportColumn(metric: .visibleJaccard, shortTitle: "Jaccard", shortUnit: "", title: "Jaccard of what is shown"),
    ]

    /// The columns for guidance: labels, arrows, radar, the list of places, displayed distances, and places that move.
    package static let guidance: [ReportColumn] = [
        ReportColumn(metric: .labelOverlap, shortTitle: "labels", shortUnit: "overl%", title: "labels overlap (%)"),
        ReportColumn(metric: .labelFlicker, shortTitle: "flicker", shortUnit: "1/min", title: "label flicker (1/min)"),
        ReportColumn(metric: .tapHit, shortTitle: "taps", shortUnit: "hit%", title: "taps that hit (%)"),
        ReportColumn(metric: .uprightRMSE, shortTitle: "upright", shortUnit: "RMSE°", title: "label tilt RMSE (°)"),
        ReportColumn(metric: .arrowMedian, shortTitle: "arrow", shortUnit: "p50°", title: "arrow median (°)"),
        ReportColumn(metric: .radarHeadingRMSE, shortTitle: "radar", shortUnit: "RMSE°", title: "radar RMSE (°)"),
        ReportColumn(metric: .radarWrongSector, shortTitle: "sector", shortUnit: "wrong%", title: "wrong sector (%)"),
        ReportColumn(metric: .listDisorder, shortTitle: "list", shortUnit: "wrong%", title: "list disorder (%)"),
        ReportColumn(metric: .distanceErrorP50, shortTitle: "dist.", shortUnit: "p50 m", title: "distance p50 (m)"),
        ReportColumn(metric: .movingPixelP50, shortTitle: "moving", shortUnit: "p50px", title: "moving place p50 (px)"),
        ReportColumn(metric: .movingErrorP50, shortTitle: "moving", shortUnit: "p50 m", title: "moving place p50 (m)"),
    ]

    private static let locations: [ReportColumn] = [
        ReportColumn(metric: .locationErrorP50, shortTitle: "fix", shortUnit: "p50 m", title: "location p50 (m)"),
        ReportColumn(metric: .locationErrorP95, shortTitle: "fix", shortUnit: "p95 m", title: "location p95 (m)"),
    ]

    /// The columns that have values only for location pipelines.
    private static let positions: [ReportColumn] = [
        ReportColumn(metric: .locationErrorRMS, shortTitle: "fix", shortUnit: "RMS m", title: "location RMS (m)"),
        ReportColumn(metric: .verticalP95, shortTitle: "height", shortUnit: "p95 m", title: "altitude p95 (m)"),
        ReportColumn(metric: .locationStillRMS, shortTitle: "still", shortUnit: "RMS m", title: "still RMS (m)"),
        ReportColumn(metric: .locationLag, shortTitle: "lag", shortUnit: "ms", title: "location lag (ms)"),
        ReportColumn(metric: .courseRMSE, shortTitle: "course", shortUnit: "RMSE°", title: "course RMSE (°)"),
        ReportColumn(metric: .locationDrift, shortTitle: "drift", shortUnit: "%", title: "drift of distance (%)"),
        ReportColumn(metric: .claimed68, shortTitle: "claim", shortUnit: "68 %", title: "within claimed 68 % (%)"),
        ReportColumn(metric: .locationAvailable, shortTitle: "avail.", shortUnit: "%", title: "available (%)"),
    ]

    private static let floors: [ReportColumn] = [
        ReportColumn(metric: .floorDetection, shortTitle: "floor", shortUnit: "right%", title: "correct floor (%)")
    ]

    private static let steps: [ReportColumn] = [
        ReportColumn(metric: .stepRise, shortTitle: "rise", shortUnit: "ms", title: "step: rise (ms)"),
        ReportColumn(metric: .stepSettling, shortTitle: "settles", shortUnit: "ms", title: "step: settling (ms)"),
        ReportColumn(metric: .stepOvershoot, shortTitle: "over", shortUnit: "%", title: "step: overshoot (%)"),
    ]

    private static let drift = ReportColumn(
        metric: .headingDrift,
        shortTitle: "drift",
        shortUnit: "°/min",
        title: "heading drift (°/min)"
    )

    private static let shortTerm = ReportColumn(
        metric: .shortTermRMS,
        shortTitle: "short",
        shortUnit: "RMS°",
        title: "short-term RMS (°)"
    )

    private static let always: [ReportColumn] = [
        ReportColumn(metric: .totalRMSE, shortTitle: "total", shortUnit: "RMSE°", title: "total RMSE (°)"),
        ReportColumn(metric: .headingRMSE, shortTitle: "heading", shortUnit: "RMSE°", title: "heading RMSE (°)"),
        ReportColumn(metric: .inclinationRMSE, shortTitle: "incl.", shortUnit: "RMSE°", title: "inclination RMSE (°)"),
        ReportColumn(metric: .stillRMS, shortTitle: "still", shortUnit: "RMS°", title: "still RMS (°)"),
        ReportColumn(metric: .incrementRMS, shortTitle: "incr.", shortUnit: "RMS°", title: "increment RMS (°)"),
        ReportColumn(metric: .jumpCount, shortTitle: "jumps", shortUnit: "", title: "jumps"),
        ReportColumn(metric: .lag, shortTitle: "lag", shortUnit: "ms", title: "lag (ms)"),
        ReportColumn(metric: .computeP50, shortTitle: "time", shortUnit: "ns", title: "time per sample, p50 (ns)"),
    ]

    /// The title without its unit.
    var plainTitle: String { String(title.prefix { $0 != "(" }).withoutTrailingBlanks }

    /// The column without its unit, for values such as ranks.
    package var withoutUnit: ReportColumn {
        ReportColumn(metric: metric, shortTitle: shortTitle, shortUnit: "", title: plainTitle)
    }

    /// The column with the title of a difference, for values that are not errors.
    var ofDifferences: ReportColumn {
        guard metric.group != .location else { return self }
        return ReportColumn(
            metric: metric,
            shortTitle: shortTitle,
            shortUnit: shortUnit.replacing("RMSE", with: "diff."),
            title: title.replacing("RMSE", with: "RMS difference")
        )
    }

    /// The name of a metric on a terminal: the label of its column, or the metric's own name if it has no column.
    static func label(of metric: Metric, among columns: [ReportColumn]) -> String {
        columns.first { $0.metric == metric }?.label(among: columns) ?? metric.name
    }

    /// This column as a column of a ``FigureTable``.
    package var figureColumn: FigureTable.Column {
        let hasUnit = title != plainTitle
        var column = FigureTable.Column(
            key: metric.name,
            title: plainTitle,
            unit: hasUnit ? metric.unit : "",
            polarity: metric.polarity
        )
        column.negligibleDifference = metric.negligibleDifference
        column.shortHeading = FigureTable.ShortHeading(title: shortTitle, unit: shortUnit)
        return column
    }
}

extension ReportColumn {
    /// Creates the column for a metric of an external package. The words of the metric's name become the headings.
    fileprivate init(added metric: Metric) {
        let words = metric.name.split(separator: "_").map(String.init)
        self.init(
            metric: metric,
            shortTitle: words[0],
            shortUnit: (words.dropFirst().dropLast() + [metric.unit]).joined(separator: " ").withoutTrailingBlanks,
            title: words.dropLast(metric.unit.isEmpty ? 0 : 1).joined(separator: " ")
                + (metric.unit.isEmpty ? "" : " (\(metric.unit))")
        )
    }
}

extension [EvaluationRun] {
    /// A Boolean value that indicates whether all runs are compared with the device's own attitude.
    var areDifferences: Bool { !isEmpty && allSatisfy { $0.reference?.kind == .device } }
}

extension [ReportColumn] {
    /// The columns in which a run has a value.
    func measured(in runs: [EvaluationRun]) -> [ReportColumn] {
        filter { column in runs.contains { $0.metrics[column.metric] != nil } }
    }

    /// The columns without values, with the reason, such as `not measured: step: rise (ms), …: the recording has no
    /// step`.
    func missing(in runs: [EvaluationRun]) -> [String] {
        let measured = Set(measured(in: runs))
        let groups = filter { !measured.contains($0) }.grouped { column in
            runs.map { $0.metrics.reason(for: column.metric) }.distinct().joined(separator: "; ")
        }
        return groups.map { "not measured: \($0.elements.map(\.title).joined(separator: ", ")): \($0.key)" }
    }
}
