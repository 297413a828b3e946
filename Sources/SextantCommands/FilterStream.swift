import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// Rows of a CSV on their way through filters.
struct FilterStream {
    /// Where a row's time comes from.
    enum Clock {
        case column(String)
        case rate(Hertz)
    }

    private let reader: DelimitedReader
    private let clock: Clock
    private let selected: [DelimitedColumn]
    /// For each field of a row its place among the filtered columns; nil where it passes through.
    private let places: [Int?]
    // The filters at work; those of one domain are there. Each stands by itself, so that a row changes them in place.
    private var scalars: [FilterChain<Double>] = []
    private var headings: [FilterChain<Heading>] = []
    private var vector: FilterChain<Vector3>?
    private var quaternion: FilterChain<UnitQuaternion>?
    private var writer: DelimitedWriter
    private var rowCount = 0

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
        places = header.map { columns.firstIndex(of: $0) }
        selected = columns.map(DelimitedColumn.named) + clock.column
        writer = DelimitedWriter(delimiter: delimiter)
        switch domain {
        case .scalar: scalars = Array(repeating: try specification.makeScalar(), count: columns.count)
        case .heading: headings = Array(repeating: try specification.makeHeading(), count: columns.count)
        case .vector: vector = try specification.makeVector()
        case .quaternion: quaternion = try specification.makeQuaternion()
        }
        for name in header { writer.append(name) }
        writer.endRow()
    }

    /// What the filters left out.
    var skips: SkipCounts {
        let single = [vector?.skips, quaternion?.skips].compactMap { $0 }
        return (scalars.map(\.skips) + headings.map(\.skips) + single).reduce(into: SkipCounts()) { $0 += $1 }
    }

    /// Passes all rows on, a block at a time.
    mutating func run(_ write: ([UInt8]) throws(OutputError) -> Void) throws {
        var failure: OutputError?
        try reader.forEachBlock(of: selected, keepingText: true) { block throws(InputError) in
            if failure != nil { return }
            for row in 0..<block.rowCount { append(row, of: block) }
            do throws(OutputError) { try write(writer.take()) } catch { failure = error }
        }
        if let failure { throw failure }
        try write(writer.take())
    }

    private mutating func append(_ row: Int, of block: DelimitedBlock) {
        let columnCount = selected.count - clock.column.count
        let time: Seconds
        switch clock {
        case .column: time = block[columnCount][row]
        case .rate(let rate): time = Double(rowCount) / rate
        }
        rowCount += 1
        let values = filtered((0..<columnCount).map { block[$0][row] }, at: time)
        for (field, place) in places.enumerated() {
            if let place {
                writer.append(values?[place])
            } else {
                writer.append(block.text(row: row, field: field))
            }
        }
        writer.endRow()
    }

    private mutating func filtered(_ values: [Double], at time: Seconds) -> [Double?]? {
        if vector != nil {
            let input = Vector3(values[0], values[1], values[2])
            return vector?.update(input, at: time).map { [$0.x, $0.y, $0.z] }
        }
        if quaternion != nil {
            let input = UnitQuaternion(unchecked: values[0], values[1], values[2], values[3])
            return quaternion?.update(input, at: time).map { [$0.w, $0.x, $0.y, $0.z] }
        }
        var outputs: [Double?] = []
        for index in scalars.indices { outputs.append(scalars[index].update(values[index], at: time)) }
        for index in headings.indices {
            outputs.append(headings[index].update(Heading(degrees: values[index]), at: time)?.degrees)
        }
        return outputs
    }

    private static func check(_ columns: [String], _ domain: FilterDomain) throws {
        if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
            throw UsageError("--columns: found '\(twice)' twice, expected each column once; take one out")
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
                + "name them all, or choose another --domain"
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
