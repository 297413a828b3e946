import Foundation
import Recordings
import SensorModel

/// A comparison of the parsers of ``DelimitedReader``. It reads delimited text with each parser and reports
/// differences.
///
/// For any chunk size and number of threads, the columns must be equal bit for bit, and the error messages must be
/// the same.
public final class ParserComparison {
    private let path: String
    private static let delimiters = Array(",;\t |,:e".utf8)
    private static let chunks = [16, 3, 64, 1 << 18, 160, 7, 100, 300]
    /// The numbers of cases so far, by outcome.
    public private(set) var counts = ComparisonCounts()

    /// Creates a comparison that writes its inputs to the file at `path`.
    public init(path: String) {
        self.path = path
    }

    /// The settings in the first three bytes of an input.
    private struct Setting {
        var format = DelimitedFormat()
        /// The selected fields. Bit n selects fields n, n + 8 and so on.
        var mask: UInt8
        var storesText: Bool
        var chunkBytes: Int
        var threads: Int
        /// The chunk size for the reference result. A row may exceed the limit of the format if it fits into a chunk.
        var expectedChunkBytes: Int { format.maximumRowBytes < 1 << 18 ? chunkBytes : 1 << 18 }

        init(_ input: UnsafeBufferPointer<UInt8>) {
            format.delimiter = ParserComparison.delimiters[Int(input[0] & 7)]
            format.headerRows = input[0] & 8 == 0 ? 1 : 0
            format.emptyIsNaN = input[0] & 16 != 0
            format.hasDecimalComma = input[0] & 32 != 0
            format.collapsesDelimiters = input[0] & 64 != 0
            format.comment = input[0] & 128 == 0 ? UInt8(ascii: "#") : nil
            mask = input[1]
            storesText = input[2] & 1 != 0
            chunkBytes = ParserComparison.chunks[Int(input[2] >> 1 & 3 | input[2] >> 4 & 4)]
            threads = [1, 2, 1, 3][Int(input[2] >> 4 & 2 | input[2] >> 7)]
            format.acceptsWindows1252 = input[2] & 8 != 0
            // A carriage return ends a row of maximum length only if the next byte is known.
            let isDecided = !input.contains(UInt8(ascii: "\r"))
            if input[2] & 16 != 0, isDecided { format.maximumRowBytes = 32 }
        }
    }

    /// The result of a parser: all rows up to the end or the error.
    private struct Outcome: Equatable {
        var numbers: [UInt64] = []
        var text: [UInt8] = []
        var messages: [String] = []
        var rowCount = 0
        var isError = false
    }

    /// Describes the difference between the parsers. Returns `nil` if their results are equal or the input is too
    /// short.
    ///
    /// - Parameter input: three bytes of settings, and the text.
    public func difference(in input: UnsafeBufferPointer<UInt8>) -> String? {
        guard input.count > 3 else { return nil }
        let setting = Setting(input)
        write(UnsafeBufferPointer(rebasing: input[3...]))
        let expected = outcome(
            setting,
            DelimitedReading(parser: .libcsv, threads: 1),
            chunkBytes: setting.expectedChunkBytes
        )
        counts.count(rows: expected.rowCount, isError: expected.isError)
        for parser in DelimitedReading.Parser.allCases {
            let reading = DelimitedReading(parser: parser, threads: setting.threads)
            let found = outcome(setting, reading, chunkBytes: setting.chunkBytes)
            guard found != expected else { continue }
            return "\(reading), chunks of \(setting.chunkBytes), \(setting.format): \(found) for \(expected)"
        }
        return nil
    }

    private func outcome(_ setting: Setting, _ reading: DelimitedReading, chunkBytes: Int) -> Outcome {
        var outcome = Outcome()
        do throws(InputError) {
            let reader = try DelimitedReader(
                path: path,
                format: setting.format,
                reading: reading,
                chunkBytes: chunkBytes
            )
            let indices = (0..<reader.fieldCount).filter { setting.mask >> UInt8($0 % 8) & 1 != 0 }
            let columns = indices.map { DelimitedColumn.position($0 + 1) }
            try reader.forEachBlock(of: columns, storingText: setting.storesText) { block in
                outcome.rowCount += block.rowCount
                for row in 0..<block.rowCount {
                    outcome.numbers.append(UInt64(block.line(ofRow: row)))
                    for column in columns.indices { outcome.numbers.append(block[column][row].bitPattern) }
                    for field in 0..<(setting.storesText ? reader.fieldCount : 0) {
                        outcome.text += block.text(row: row, field: field) + [0]
                    }
                    // This is the error that a consumer of the block would throw for the row.
                    guard block.line(ofRow: row) % 8 == 0, !columns.isEmpty else { continue }
                    let error = block.error(row: row, column: columns.count - 1, message: "a fault")
                    outcome.messages.append(error.description)
                }
            }
        } catch {
            outcome.isError = true
            outcome.messages.append(error.description)
        }
        return outcome
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
    }
}

/// The numbers of compared cases, by outcome.
public struct ComparisonCounts: Sendable {
    /// The number of cases.
    public private(set) var cases = 0
    /// The number of cases that end with an error, after any number of rows.
    public private(set) var errors = 0
    /// The number of cases with at least one row.
    public private(set) var withRows = 0
    /// The number of rows in all cases.
    public private(set) var rows = 0

    mutating func count(rows: Int, isError: Bool) {
        cases += 1
        if isError { errors += 1 }
        if rows > 0 { withRows += 1 }
        self.rows += rows
    }
}
