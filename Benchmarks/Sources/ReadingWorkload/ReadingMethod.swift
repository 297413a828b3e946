import CLibCSVAlone
import CPlainScan
import Foundation
import Recordings
import SensorFilters
import SensorModel

/// The compared methods of reading a file.
public enum ReadingMethod {
    /// Parses the file with libcsv and empty callbacks, in chunks of 256 KiB. Returns the number of bytes.
    public static func libcsvAlone(_ path: String) throws -> Int {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(descriptor) }
        var parser = csv_parser()
        csv_init(&parser, 0)
        defer { csv_free(&parser) }
        let capacity = 1 << 18
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            let count = read(descriptor, buffer, capacity)
            guard count > 0 else { break }
            total += csv_parse(&parser, buffer, count, { _, _, _ in }, { _, _ in }, nil)
        }
        csv_fini(&parser, { _, _, _ in }, { _, _ in }, nil)
        return total
    }

    /// Scans the file in C++ with fast_float and stores nothing. Returns the sum of the numbers.
    public static func plainScan(_ path: String) -> Double { sextant_plain_scan(path) }

    /// Reads the file as columns of numbers in memory. Returns the number of rows.
    public static func columns(_ path: String, _ reading: DelimitedReading = DelimitedReading()) throws -> Int {
        try DelimitedReader(path: path, reading: reading).values(of: all)[0].count
    }

    /// Reads every fifth column of the file into memory. Returns the number of rows.
    public static func someColumns(_ path: String, _ reading: DelimitedReading = DelimitedReading()) throws -> Int {
        let some = all.indices.filter { $0 % 5 == 0 }.map { all[$0] }
        return try DelimitedReader(path: path, reading: reading).values(of: some)[0].count
    }

    /// Reads all columns and computes the SHA-256 of the file. Returns the digest.
    public static func columnsAndDigest(
        _ path: String,
        _ reading: DelimitedReading = DelimitedReading()
    ) throws -> String {
        let fingerprint = Fingerprint()
        _ = try DelimitedReader(path: path, reading: reading, fingerprint: fingerprint).values(of: all)
        return fingerprint.hexadecimal
    }

    /// Filters each column with a low-pass filter, block by block, without storing the columns. The first column
    /// contains the times. Returns the sum of the last outputs.
    public static func streaming(
        _ path: String,
        _ reading: DelimitedReading = DelimitedReading()
    ) throws -> Double {
        var filters = all.dropFirst().map { _ in LowPass<Double>() }
        try DelimitedReader(path: path, reading: reading).forEachBlock(of: all) { block in
            for index in filters.indices {
                for (time, value) in zip(block[0], block[index + 1]) { _ = filters[index].update(value, at: time) }
            }
        }
        return filters.compactMap(\.intake.output).reduce(0, +)
    }

    /// Reads the file as a recording, whose columns become samples of four streams. Returns the number of
    /// accelerations.
    public static func recording(_ path: String, _ reading: DelimitedReading = DelimitedReading()) throws -> Int {
        let layout = try LayoutCatalogue.builtIn.layout(named: "broad")
        return try RecordingReader(layout: layout, reading: reading).read(path: path).accelerometer?.count ?? 0
    }

    private static let all = SyntheticFile.columnNames.map { DelimitedColumn.named($0) }
}

extension DelimitedReader {
    /// All rows of the given columns.
    fileprivate func values(of selection: [DelimitedColumn]) throws(InputError) -> [[Double]] {
        var columns = selection.map { _ in [Double]() }
        try forEachBlock(of: selection) { block in
            for index in columns.indices { columns[index] += block[index] }
        }
        return columns
    }
}
