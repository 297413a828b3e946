import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// Rows of a CSV whose selected columns are replaced by the outputs of filters, one block at a time.
struct FilterStream {
    /// The source of a row's time.
    enum Clock {
        case column(String)
        case rate(Hertz)
    }

    private let reader: DelimitedReader
    private let clock: Clock
    private let selected: [DelimitedColumn]
    /// For each field of a row its index among the filtered columns; nil for a field that is copied.
    private let places: [Int?]
    // The filters of the chosen domain; the other properties are empty. Separate properties are updated in place.
    private var scalars: [FilterChain<Double>] = []
    private var headings: [FilterChain<Heading>] = []
    private var vector: FilterChain<Vector3>?
    private var quaternion: FilterChain<UnitQuaternion>?
    private var writer: DelimitedWriter
    private var rowCount = 0
    /// The filters' outputs for a block, column after column; nil before a filter's first output.
    private var outputs: [Double?] = []

    /// - Throws: `UsageError` for columns that do not fit the domain, `InputError` for a bad parameter of a filter.
    init(
        specification: FilterSpecification,
        domain: FilterDomain,
        columns: [String],
        clock: Clock,
        reader: DelimitedReader,
        delimiter: UInt8
    ) throws {
        try Self.check(columns, domain)
        self.reader = reader
        self.clock = clock
        let header = reader.header ?? []
        let wanted = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        places = header.map { wanted[$0] }
        selected = columns.map(DelimitedColumn.named) + clock.column
        writer = DelimitedWriter(delimiter: delimiter)
        switch domain {
        case .scalar: scalars = Array(repeating: try specification.makeScalar(), count: columns.count)
        case .heading: headings = Array(repeating: try specification.makeHeading(), count: columns.count)
        case .vector: vector = try specification.makeVector()
        case .quaternion: quaternion = try specification.makeQuaternion()
        }
        for name in header { Self.pass(name, to: &writer) }
        writer.endRow()
    }

    /// The samples that the filters left out.
    var skips: SkipCounts {
        let single = [vector?.skips, quaternion?.skips].compactMap { $0 }
        return (scalars.map(\.skips) + headings.map(\.skips) + single).reduce(into: SkipCounts()) { $0 += $1 }
    }

    /// Filters all rows, and passes the output to `write` one block at a time.
    ///
    /// - Throws: `InputError` for a bad row, and the error of `write`.
    mutating func run(_ write: (UnsafeRawBufferPointer) throws(OutputError) -> Void) throws {
        var failure: OutputError?
        try reader.forEachBlock(of: selected, storingText: true) { block throws(InputError) in
            if failure != nil { return }
            append(block)
            do throws(OutputError) { try writer.drain(to: write) } catch { failure = error }
        }
        if let failure { throw failure }
        try writer.drain(to: write)
    }

    private mutating func append(_ block: DelimitedBlock) {
        filter(block)
        rowCount += block.rowCount
        if block.textIsPlain { return writer.append(block, places: places, columns: outputs) }
        for row in 0..<block.rowCount {
            for (field, place) in places.enumerated() {
                if let place {
                    writer.append(outputs[place * block.rowCount + row])
                } else {
                    writer.append(verbatim: block.text(row: row, field: field))
                }
            }
            writer.endRow()
        }
    }

    /// Filters the columns of a block into ``outputs``, one after another.
    private mutating func filter(_ block: DelimitedBlock) {
        let rows = block.rowCount
        outputs.removeAll(keepingCapacity: true)
        outputs += repeatElement(nil, count: (selected.count - clock.column.count) * rows)
        let times = times(of: block)
        outputs.withUnsafeMutableBufferPointer { outputs in
            for column in scalars.indices {
                let (values, first) = (block[column], column * rows)
                scalars[column].update(rows, { (values[$0], times[$0]) }, store: { outputs[first + $0] = $1 })
            }
            for column in headings.indices {
                let (values, first) = (block[column], column * rows)
                headings[column].update(rows, { (Heading(degrees: values[$0]), times[$0]) }) {
                    outputs[first + $0] = $1?.degrees
                }
            }
            vector?.update(rows, { (Vector3(block[0][$0], block[1][$0], block[2][$0]), times[$0]) }) { row, output in
                (outputs[row], outputs[rows + row]) = (output?.x, output?.y)
                outputs[2 * rows + row] = output?.z
            }
            quaternion?.update(
                rows,
                { (UnitQuaternion(unchecked: block[0][$0], block[1][$0], block[2][$0], block[3][$0]), times[$0]) },
                store: { row, output in
                    (outputs[row], outputs[rows + row]) = (output?.w, output?.x)
                    (outputs[2 * rows + row], outputs[3 * rows + row]) = (output?.y, output?.z)
                }
            )
        }
    }

    private func times(of block: DelimitedBlock) -> [Seconds] {
        switch clock {
        case .column: Array(block[selected.count - 1])
        case .rate(let rate): (0..<block.rowCount).map { Double(rowCount + $0) / rate }
        }
    }

    private static func pass(_ name: String, to writer: inout DelimitedWriter) {
        var name = name
        name.withUTF8 { writer.append(verbatim: $0) }
    }

    private static func check(_ columns: [String], _ domain: FilterDomain) throws {
        var known: Set<String> = []
        if let twice = columns.first(where: { !known.insert($0).inserted }) {
            throw UsageError("--columns: '\(twice)' is given twice; remove one")
        }
        let needed: Int? =
            switch domain {
            case .scalar, .heading: nil
            case .vector: 3
            case .quaternion: 4
            }
        guard let needed, columns.count != needed else { return }
        throw UsageError(
            "--columns: found \(columns.count) columns, expected \(needed) for a \(domain.rawValue); "
                + "name \(needed) columns, or use another --domain"
        )
    }
}

extension FilterStream.Clock {
    fileprivate var column: [DelimitedColumn] {
        switch self {
        case .column(let name): [.named(name)]
        case .rate: []
        }
    }
}

/// The number of samples that filters left out, by reason, as text.
enum SkipText {
    static func words(_ skips: SkipCounts) -> String {
        let parts = [
            (skips.nonFinite, "not finite"), (skips.zero, "of length zero"),
            (skips.notLater, "not later than the previous one"), (skips.undetermined, "undetermined"),
            (skips.restarts, "restarts after a gap"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "samples left out by the filter: " + words.joined(separator: ", ")
    }
}
