import Evaluation
import Geodesy
import Recordings
import SensorModel

/// Rows of a CSV with points in them on their way through distance formulas, a block at a time.
struct DistanceStream {
    /// Which points a distance is between.
    enum Mode {
        /// The two of a row.
        case pairs
        /// One for all, and that of each row.
        case from(GeographicPoint)
        /// That of the row before, and that of the row.
        case along
    }

    private let reader: DelimitedReader
    private let mode: Mode
    private let columns: [DelimitedColumn]
    private let formulas: [FormulaEntry]
    private var previous: GeographicPoint?
    private var rowCount = 0
    private(set) var statistics: DistanceStatistics
    /// The first pairs, for timing.
    private(set) var sample: [PointPair] = []

    init(reader: DelimitedReader, mode: Mode, formulas: [FormulaEntry], tolerance: DistanceTolerance) throws {
        self.reader = reader
        self.mode = mode
        self.formulas = formulas
        statistics = DistanceStatistics(formulas: formulas, tolerance: tolerance)
        switch mode {
        case .pairs:
            let remedy = "give --along for a route, or --from LAT,LON for the distances from one point"
            let (start, end) = try CoordinateColumns.pair(in: reader, remedy: remedy)
            columns = start.both + end.both
        case .from, .along:
            columns = try CoordinateColumns.point(in: reader).both
        }
        if let name = DistanceTable.columns(formulas).first(where: { reader.header?.contains($0) ?? false }) {
            throw InputError(
                file: reader.name,
                line: 1,
                found: "a column '\(name)'",
                expected: "a name that the output does not add",
                remedy: "rename or remove the column"
            )
        }
    }

    /// Passes all rows on. `write`, where given, gets the rows of `distances.csv`.
    mutating func run(_ write: (([UInt8]) throws -> Void)?) throws {
        var table = DistanceTable(formulas: formulas)
        table.appendHeader(reader.header ?? [])
        var failure: (any Error)?
        try reader.forEachBlock(of: columns, storingText: write != nil) { block throws(InputError) in
            if failure != nil { return }
            let offset = try append(block)
            guard let write else { return }
            for row in 0..<block.rowCount {
                let pair = row - offset.skipped
                table.append(
                    block,
                    row: row,
                    fields: reader.fieldCount,
                    offset.measured,
                    pair: pair >= 0 ? pair : nil
                )
            }
            do { try write(table.take()) } catch { failure = error }
        }
        if let failure { throw failure }
        guard statistics.pairs > 0 else { throw nothing() }
    }

    /// Measures a block's pairs; the first row of a route has none.
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
            expected: rowCount == 0 ? "points" : "two at least, to measure along them",
            remedy: "check that the file was written to its end"
        )
    }
}
