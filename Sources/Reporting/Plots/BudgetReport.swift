public import Evaluation
import SensorModel

/// The output of `sextant budget`: a table per pipeline, and a picture.
public struct BudgetReport: Sendable {
    /// The error budgets to report.
    public let budgets: [ErrorBudget]
    /// The recording's name.
    public let recording: String

    /// Creates a report on error budgets of one recording.
    public init(_ budgets: [ErrorBudget], of recording: String) {
        self.budgets = budgets
        self.recording = recording
    }

    /// The budgets as one table, with a row per pipeline and band of distance.
    public var table: FigureTable {
        var table = FigureTable(text: ["pipeline", "distance"], figures: ["places"])
        table.caption = "Error of drawn places in \(recording): root mean square in pixels by cause and distance"
        table.columns += ErrorBudget.Cause.allCases.map { cause in
            FigureTable.Column(key: "\(cause)_px", title: cause.rawValue, unit: "px", polarity: .neutral)
        }
        table.columns += [
            FigureTable.Column(key: "sum_px", title: "sum", unit: "px", polarity: .neutral),
            FigureTable.Column(key: "measured_px", title: "measured", unit: "px", polarity: .neutral),
        ]
        let reasons = budgets.compactMap(\.reasonWithoutLocation).distinct()
        if let reason = reasons.first { table.notes = ["location, altitude: \(reason)"] }
        for budget in budgets {
            for band in budget.bands { table.rows.append(row(band, of: budget)) }
            table.remarks += sentences(on: budget)
        }
        table.remarks += budgets.flatMap(\.remarks).distinct()
        return table
    }

    private func row(_ band: ErrorBudget.Band, of budget: ErrorBudget) -> [FigureTable.Cell] {
        let causes = ErrorBudget.Cause.allCases.map { cause -> FigureTable.Cell in
            band.effects[cause].map { .figure($0) } ?? .missing(note: 0)
        }
        return [.code(budget.system), .text(Self.text(band.distances)), .figure(Double(band.count), decimals: 0)]
            + causes + [.figure(band.sum), .figure(band.measured)]
    }

    private static func text(_ range: Range<Metres>) -> String {
        let upper = range.upperBound
        guard upper.isFinite else { return "from \(length(range.lowerBound))" }
        return range.lowerBound > 0 ? "\(length(range.lowerBound)) to \(length(upper))" : "below \(length(upper))"
    }

    private static func length(_ metres: Metres) -> String {
        let (value, unit) = metres < 1_000 ? (metres.rounded(), "m") : ((metres / 100).rounded() / 10, "km")
        return "\(DecimalText.fixed(value, decimals: value == value.rounded() ? 0 : 1)) \(unit)"
    }

    /// The conclusions from a budget: the dominant cause of errors near and far, and the number of excluded places.
    func sentences(on budget: ErrorBudget) -> [String] {
        guard !budget.bands.isEmpty else { return ["\(budget.system): the camera sees no place that is drawn"] }
        var sentences: [String] = []
        if let crossover = budget.crossover {
            let near = Self.largest([.location, .altitude], in: budget.bands.first)
            let far = Self.largest([.heading, .tilt, .delay], in: budget.bands.last)
            sentences.append(
                "\(budget.system): up to \(Self.length(crossover)), most of the error is from the position, mainly the "
                    + "\(near.rawValue); beyond, most is from the orientation, mainly the \(far.rawValue)"
            )
        } else if let band = budget.bands.last, let worst = band.effects.max(by: { $0.value < $1.value }) {
            sentences.append("\(budget.system): the largest effect is from the \(worst.key.rawValue)")
        }
        if budget.hiddenCount > 0 {
            sentences.append(
                "\(budget.system): not included: \(budget.hiddenCount) of \(budget.seenCount) places, drawn on the "
                    + "user's side of the camera or more than a screen's diagonal away, where effects do not add up"
            )
        }
        return sentences
    }

    /// Returns the cause with the largest effect in a band.
    private static func largest(_ causes: [ErrorBudget.Cause], in band: ErrorBudget.Band?) -> ErrorBudget.Cause {
        causes.max { band?.effects[$0] ?? 0 < band?.effects[$1] ?? 0 } ?? .location
    }

    /// Draws the effects of causes over the distance and writes the picture atomically as an SVG file.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if gnuplot fails, or ``ReportError/unwritable(path:reason:)`` if the
    ///   file cannot be written.
    public func save(pictureTo path: String) async throws(ReportError) {
        try await WholeFiles.save(pictureTo: path) { gnuplot throws(PlotError) in
            var sheet = PlotSheet(title: "Error of drawn places in \(recording), by cause", key: [])
            for plot in plots where !plot.isEmpty {
                sheet.addWide(try await gnuplot.draw(plot, as: .svg), of: plot)
            }
            return Array(sheet.svg.utf8)
        }
    }

    /// One plot per budget. It shows the effect of each cause over the distance, on logarithmic axes.
    var plots: [Plot] {
        budgets.map { budget in
            func points(_ value: (ErrorBudget.Band) -> Double?) -> [[Plot.Point]] {
                [
                    budget.bands.map { band in
                        let (near, far) = (max(band.distances.lowerBound, 50), min(band.distances.upperBound, 15_000))
                        return Plot.Point((near * far).squareRoot(), value(band) ?? .nan)
                    }
                ]
            }
            let causes = ErrorBudget.Cause.allCases.enumerated().map { index, cause in
                Plot.Series(cause.rawValue, .line, slot: index + 1, points { $0.effects[cause] })
            }
            return Plot(
                title: budget.system,
                x: Plot.Axis(title: "distance of the place (m)", isLogarithmic: true),
                y: Plot.Axis(title: "root mean square (px)", isLogarithmic: true),
                series: [Plot.Series("measured", .line, slot: 0, points { $0.measured })] + causes
            )
        }
    }
}
