import Evaluation
import Geodesy
import Recordings
import SensorModel

/// The rows of `distances.csv`: what came in, then the reference's and each formula's distance in metres, to the
/// nanometre.
struct DistanceTable {
    private let formulas: [FormulaEntry]
    private var writer = DelimitedWriter()

    init(formulas: [FormulaEntry]) {
        self.formulas = formulas
    }

    /// What the columns behind those of the input are called.
    static func columns(_ formulas: [FormulaEntry]) -> [String] {
        ["reference_m"] + formulas.map { $0.name + "_m" }
    }

    mutating func appendHeader(_ input: [String]) {
        for name in input + Self.columns(formulas) { writer.append(name) }
        writer.endRow()
    }

    /// Random pairs come from nowhere: their points are the input's columns.
    mutating func append(_ measured: MeasuredPairs) {
        for (row, pair) in measured.pairs.enumerated() {
            for point in [pair.start, pair.end] {
                writer.append(point.latitudeDegrees)
                writer.append(point.longitudeDegrees)
            }
            appendDistances(measured, row)
        }
    }

    /// A row of the input, and behind it the distances of a pair; nothing where it has none.
    mutating func append(_ block: DelimitedBlock, row: Int, fields: Int, _ measured: MeasuredPairs, pair: Int?) {
        for field in 0..<fields { writer.append(cell: block.text(row: row, field: field)) }
        appendDistances(measured, pair)
    }

    mutating func take() -> [UInt8] { writer.take() }

    private mutating func appendDistances(_ measured: MeasuredPairs, _ row: Int?) {
        writer.append(row.map { measured.references[$0].distance.roundedToNanometres })
        for distances in measured.distances {
            writer.append(row.flatMap { distances[$0] }.map(\.roundedToNanometres))
        }
        writer.endRow()
    }
}
