import Foundation
import Recordings

/// Reads delimited text on every road of ``DelimitedReader``, and says where what comes out differs.
///
/// The columns have to be the same bit for bit, the errors to the letter, however the file is cut.
public final class RoadComparison {
    private let path: String
    private static let delimiters = Array(",;\t |,:e".utf8)
    private static let chunks = [16, 3, 64, 1 << 18, 160, 7, 100, 300]
    /// What has been compared so far.
    public private(set) var tally = RoadTally()

    /// Works on the file at `path`, which it writes.
    public init(path: String) {
        self.path = path
    }

    /// What the first three bytes of an input say.
    private struct Setting {
        var format = DelimitedFormat()
        /// Every eighth field is asked for whose bit is set.
        var mask: UInt8
        var keepsText: Bool
        var chunkBytes: Int
        var threads: Int
        /// The longest row may be longer than the format says, if it fits into a chunk.
        var expectedChunkBytes: Int { format.maximumRowBytes < 1 << 18 ? chunkBytes : 1 << 18 }

        init(_ input: UnsafeBufferPointer<UInt8>) {
            format.delimiter = RoadComparison.delimiters[Int(input[0] & 7)]
            format.headerRows = input[0] & 8 == 0 ? 1 : 0
            format.emptyIsNaN = input[0] & 16 != 0
            format.hasDecimalComma = input[0] & 32 != 0
            format.collapsesDelimiters = input[0] & 64 != 0
            format.comment = input[0] & 128 == 0 ? UInt8(ascii: "#") : nil
            mask = input[1]
            keepsText = input[2] & 1 != 0
            chunkBytes = RoadComparison.chunks[Int(input[2] >> 1 & 3 | input[2] >> 4 & 4)]
            threads = [1, 2, 1, 3][Int(input[2] >> 4 & 2 | input[2] >> 7)]
            format.acceptsWindows1252 = input[2] & 8 != 0
            // A carriage return as the last byte of the longest row ends it only where the next byte is known.
            let isDecided = !input.contains(UInt8(ascii: "\r"))
            if input[2] & 16 != 0, isDecided { format.maximumRowBytes = 32 }
        }
    }

    /// What a road gives: all rows up to the end or the error.
    private struct Outcome: Equatable {
        var numbers: [UInt64] = []
        var text: [UInt8] = []
        var messages: [String] = []
        var rowCount = 0
        var isError = false
    }

    /// How the roads differ; nil where they do not, and where there are no bytes to say what is compared.
    ///
    /// Three bytes say how the rest is read.
    public func difference(in input: UnsafeBufferPointer<UInt8>) -> String? {
        guard input.count > 3 else { return nil }
        let setting = Setting(input)
        write(UnsafeBufferPointer(rebasing: input[3...]))
        let expected = outcome(
            setting,
            DelimitedReading(road: .libcsv, threads: 1),
            chunkBytes: setting.expectedChunkBytes
        )
        tally.count(rows: expected.rowCount, isError: expected.isError)
        for road in DelimitedReading.Road.allCases {
            let reading = DelimitedReading(road: road, threads: setting.threads)
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
            let places = (0..<reader.fieldCount).filter { setting.mask >> UInt8($0 % 8) & 1 != 0 }
            let columns = places.map { DelimitedColumn.position($0 + 1) }
            try reader.forEachBlock(of: columns, keepingText: setting.keepsText) { block in
                outcome.rowCount += block.rowCount
                for row in 0..<block.rowCount {
                    outcome.numbers.append(UInt64(block.line(ofRow: row)))
                    for column in columns.indices { outcome.numbers.append(block[column][row].bitPattern) }
                    for field in 0..<(setting.keepsText ? reader.fieldCount : 0) {
                        outcome.text += block.text(row: row, field: field) + [0]
                    }
                    // As of a row that a reader of the block does not like.
                    guard block.line(ofRow: row) % 8 == 0, !columns.isEmpty else { continue }
                    let error = block.error(row: row, column: columns.count - 1, found: "", expected: "", remedy: "")
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
