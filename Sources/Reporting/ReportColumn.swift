import Evaluation

/// A column of the tables that people read: a metric and what stands above it.
struct ReportColumn: Sendable, Hashable {
    let metric: MetricName
    /// For a terminal, where room is short.
    let shortTitle: String
    let shortUnit: String
    /// For a page.
    let title: String

    /// The columns for these runs: those of steps, of screens and of locations only where there are any.
    static func columns(for runs: [EvaluationRun]) -> [ReportColumn] {
        always
            + [steps, screens, locations].filter { columns in
                runs.contains { run in columns.contains { run.metrics[$0.metric] != nil } }
            }.flatMap(\.self)
    }

    static let all = always + steps + screens + locations

    /// Whole systems side by side, in as little width as a terminal has: without the columns in which nothing is known.
    static func ofSystems(_ runs: [EvaluationRun]) -> [ReportColumn] {
        let metrics: [MetricName] = [
            .totalRMSE, .incrementRMS, .lag, .pixelRMSE, .incrementRMSPixels, .wronglyShown, .wronglyHidden,
            .visibleJaccard, .locationErrorP50,
        ]
        return metrics.filter { metric in runs.contains { $0.metrics[metric] != nil } }
            .compactMap { metric in all.first { $0.metric == metric } }
    }

    /// What the terminal calls it beside these others: with its unit where another has the same title.
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

    private static let locations: [ReportColumn] = [
        ReportColumn(metric: .locationErrorP50, shortTitle: "fix", shortUnit: "p50 m", title: "location p50 (m)"),
        ReportColumn(metric: .locationErrorP95, shortTitle: "fix", shortUnit: "p95 m", title: "location p95 (m)"),
    ]

    private static let steps: [ReportColumn] = [
        ReportColumn(metric: .stepRise, shortTitle: "rise", shortUnit: "ms", title: "step: rise (ms)"),
        ReportColumn(metric: .stepSettling, shortTitle: "settles", shortUnit: "ms", title: "step: settling (ms)"),
        ReportColumn(metric: .stepOvershoot, shortTitle: "over", shortUnit: "%", title: "step: overshoot (%)"),
    ]

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

    /// For figures that are in no unit, such as ranks.
    var withoutUnit: ReportColumn {
        ReportColumn(metric: metric, shortTitle: shortTitle, shortUnit: "", title: plainTitle)
    }

    /// What the terminal calls a metric beside these columns, or the metric's own name where it has none.
    static func label(of metric: MetricName, among columns: [ReportColumn]) -> String {
        columns.first { $0.metric == metric }?.label(among: columns) ?? metric.rawValue
    }
}
