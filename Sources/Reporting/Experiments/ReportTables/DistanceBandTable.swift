public import Experiments
import Geodesy
public import Positions

/// The report table of distance formulas over random pairs: a row per formula and a column per band.
public struct DistanceBandTable: Sendable {
    /// The value and the bands that the table shows.
    public let definition: DistanceTableDefinition

    /// Creates the table for a definition.
    public init(_ definition: DistanceTableDefinition) { self.definition = definition }

    /// Creates the report table for results.
    ///
    /// - Parameter results: the results for the definition's pairs.
    public func table(of results: DistanceResults) -> ReportTable {
        let formulas = results.statistics.formulas
        let bands = definition.bands == .range ? DistanceBand.byRange : DistanceBand.byLatitude
        var table = ReportTable(
            columns: [ReportTable.Column("formula")]
                + bands.map { ReportTable.Column(key: "\(key) \($0.title)", title: $0.title, isNumeric: true) },
            keyCount: 1,
            rows: formulas.indices.map { formula in
                [.code(formulas[formula].name)] + bands.map { cell($0.figures(of: formula, in: results.statistics)) }
            }
        )
        guard definition.bands == .range else { return table }
        table.columns.append(ReportTable.Column(key: "trust", title: "accuracy", isNumeric: false))
        for formula in formulas.indices { table.rows[formula].append(.text(results.verdict(formula: formula))) }
        return table
    }

    /// The prefix of the column keys in the CSV file: the shown statistic with its unit.
    private var key: String {
        switch definition.figure {
        case .largest: "max_m"
        case .p99: "p99_m"
        case .rms: "rms_m"
        case .largestPPM: "max_ppm"
        }
    }

    private func cell(_ figures: BandFigures) -> TableCell {
        let value: Double? =
            switch definition.figure {
            case .largest: figures.error.maximum
            case .p99: figures.error.percentile99
            case .rms: figures.error.rootMeanSquare
            case .largestPPM: figures.relative.maximum
            }
        let form: TableNumberForm =
            definition.figure == .largestPPM ? .digits(2) : .length(resolution: BandFigures.errorResolution)
        return value.map { .number(TableNumber($0, form, tolerance: definition.tolerance)) } ?? .missing
    }
}
