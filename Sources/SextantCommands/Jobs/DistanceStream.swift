import Evaluation
import Geodesy
import Positions
import Recordings
import SensorModel

/// Rows of a CSV with points, to which the distances of every formula are added, one block at a time.
struct DistanceStream {
    /// The points of a distance.
    enum Mode {
        /// The two points of a row.
        case pairs
        /// A constant point and the point of the row.
        case from(GeographicPoint)
        /// The points of the previous row and of the row.
        case along
    }

    private let reader: DelimitedReader
    private let mode: Mode
    private let columns: [DelimitedColumn]
    private let formulas: [FormulaEntry]
    private var previous: GeographicPoint?
    private var rowCount = 0
    private(set) var statistics: DistanceStatistics
    /// The first pairs, for measurements of time.
    private(set) var sample: [PointPair] = []

    /// - Throws: `InputError` for a file without the needed columns, or with a column that the output adds.
    init(reader: DelimitedReader, mode: Mode, formulas: [FormulaEntry], tolerance: DistanceTolerance) throws {
        self.reader = reader
        self.mode = mode
        self.formulas = formulas
        statistics = DistanceStatistics(formulas: formulas, tolerance: tolerance)
        switch mode {
        case .pairs:
            let remedy = "use --along for a route, or --from LAT,LON for the distances from one point"
            let (start, end) = try CoordinateColumns.pair(in: reader, remedy: remedy)
            columns = start.both + end.both
        case .from, .along:
            columns = try CoordinateColumns.point(in: reader).both
        }
        if let name = DistanceRows.columns(formulas).first(where: { reader.header?.contains($0) ?? false }) {
            throw InputError(
                file: reader.name,
                line: 1,
                found: "a column '\(name)'",
                expected: "a name that the output does not add",
                remedy: "rename or remove the column"
            )
        }
    }

    /// Measures all rows, and passes the rows of `distances.csv` to `write`.
    ///
    /// - Throws: `InputError` for a bad row or a file without pairs, and the error of `write`.
    mutating func run(_ write: (([UInt8]) throws -> Void)?) throws {
        var output = DistanceRows(formulas: formulas)
        output.appendHeader(reader.header ?? [])
        var failure: (any Error)?
        try reader.forEachBlock(of: columns, storingText: write != nil) { block throws(InputError) in
            if failure != nil { return }
            let offset = try append(block)
            guard let write else { return }
            for row in 0..<block.rowCount {
                let pair = row - offset.skipped
                output.append(
                    block,
                    row: row,
                    fields: reader.fieldCount,
                    offset.measured,
                    pair: pair >= 0 ? pair : nil
                )
            }
            do { try write(output.take()) } catch { failure = error }
        }
        if let failure { throw failure }
        guard statistics.pairs > 0 else { throw nothing() }
    }

    /// Measures the pairs of a block. The first row of a route has no pair.
    private mutating func append(_ block: DelimitedBlock) throws(InputError) -> (measured: MeasuredPairs, skipped: Int)
    {
        var pairs: [PointPair] = []
        pairs.reserveCapacity(block.rowCount)
        for row in 0..<block.rowCount {
            let point = try block.point(row: row, column: 0)
            switch mode {
            case .pairs: pairs.append(PointPair(from: point, to: try block.point(row: row, column: 2)))
            case .from(let start): pairs.append(PointPair(from: start, to: point))
            case .along:
                if let previous { pairs.append(PointPair(from: previous, to: point)) }
                previous = point
            }
        }
        rowCount += block.rowCount
        let measured = MeasuredPairs(pairs, formulas: formulas)
        statistics.add(measured)
        sample += pairs.prefix(DistanceTiming.longestSample - sample.count)
        return (measured, block.rowCount - pairs.count)
    }

    private func nothing() -> InputError {
        InputError(
            file: reader.name,
            found: rowCount == 0 ? "no rows" : "one row",
            expected: rowCount == 0 ? "points" : "at least two",
            remedy: "check that the file is complete"
        )
    }
}

/// The rows of `distances.csv`: the input's columns, then the distances of the reference and of each formula, in metres
/// rounded to nanometres.
struct DistanceRows {
    private let formulas: [FormulaEntry]
    private var writer = DelimitedWriter()

    init(formulas: [FormulaEntry]) {
        self.formulas = formulas
    }

    /// The names of the columns after those of the input.
    static func columns(_ formulas: [FormulaEntry]) -> [String] {
        ["reference_m"] + formulas.map { $0.name + "_m" }
    }

    mutating func appendHeader(_ input: [String]) {
        for name in input + Self.columns(formulas) { writer.append(name) }
        writer.endRow()
    }

    /// Appends random pairs, whose points are the first columns.
    mutating func append(_ measured: MeasuredPairs) {
        for (row, pair) in measured.pairs.enumerated() {
            for point in [pair.start, pair.end] {
                writer.append(point.latitudeDegrees)
                writer.append(point.longitudeDegrees)
            }
            appendDistances(measured, row)
        }
    }

    /// Appends a row of the input and the distances of its pair; the distances are empty without a pair.
    mutating func append(_ block: DelimitedBlock, row: Int, fields: Int, _ measured: MeasuredPairs, pair: Int?) {
        for field in 0..<fields { writer.append(cell: block.text(row: row, field: field)) }
        appendDistances(measured, pair)
    }

    /// Returns the rows since the last call.
    mutating func take() -> [UInt8] { writer.take() }

    private mutating func appendDistances(_ measured: MeasuredPairs, _ row: Int?) {
        writer.append(row.map { measured.references[$0].distance.roundedToNanometres })
        for distances in measured.distances {
            writer.append(row.flatMap { distances[$0] }.map(\.roundedToNanometres))
        }
        writer.endRow()
    }
}
