import Foundation
import ReaderFuzzing
import Recordings
import SensorModel
import TestSupport
import Testing

/// Comparison of the fast parser and of several threads with libcsv on one thread.
struct ParserComparisonTests {
    private let folder: TemporaryFolder
    private let comparison: ParserComparison

    init() throws {
        folder = try TemporaryFolder()
        comparison = ParserComparison(path: folder.url.appendingPathComponent("data.csv").path)
    }

    private func difference(_ setting: [UInt8], _ text: String) -> String? {
        (setting + Array(text.utf8)).withUnsafeBufferPointer { comparison.difference(in: $0) }
    }

    /// Cells with numbers in all notations, and some that are not numbers.
    private static let cells = [
        "0", "-0", "1", "-1.5", "+2.5", "1e3", "-1E-3", ".5", "5.", "0.1", "123456789.123456789", "1e-400", "4.9e-324",
        "1.7976931348623157e308", "9007199254740993", "0.30000000000000004", "123456789012345678901234567890",
        "2.2250738585072011e-308", "nan", "-NaN", "inf", "-Infinity", "+inf", " 1", "2 ", "\t3", " -4 ", "+ 5", "", " ",
        "\"6\"", "\"7,5\"", "\"a\nb\"", "\"\"\"\"", "1,5", "x", "1e", "1e999", "--1", "+-1", "1 2", "0x10", "#",
        "nan(1)", "\"8\"9", "9\"", "µ", "-", "+", "e5", "1e5.5", "1__0", "٣",
    ]
    private static let delimiters = [",", ";", "\t", " ", "|", ",", ":", "e"]

    /// The first 4,000 of the tables that `make compare-parsers` reads.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `Random tables have the same columns or the same error with every parser`(part: UInt64) {
        for seed in part * 1000 + 1...(part + 1) * 1000 {
            let input = RandomTable.input(seed: seed)
            let difference = input.withUnsafeBufferPointer { comparison.difference(in: $0) }
            #expect(difference == nil, "seed \(seed)")
        }
        let counts = comparison.counts
        #expect(counts.withRows > counts.cases / 2 && counts.errors > counts.cases / 5)
    }

    /// The standard library has an independent conversion.
    @Test func `Numbers of any length are the nearest double with every parser`() throws {
        var generator = SeededGenerator(seed: 1990)
        var texts: [String] = []
        for _ in 0..<4000 {
            let digits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                String(Int.random(in: 0...9, using: &generator))
            }
            var text = digits.joined()
            let point = text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &generator))
            text.insert(".", at: point)
            if Bool.random(using: &generator) { text = "-" + text }
            if Int.random(in: 0..<8, using: &generator) == 0 {
                text += "e\(Int.random(in: -30...30, using: &generator))"
            }
            texts.append(text)
        }
        let path = try folder.write("a,b\n" + texts.map { "\($0),\($0)\n" }.joined(), to: "numbers.csv")
        for parser in DelimitedReading.Parser.allCases {
            let reader = try DelimitedReader(path: path, reading: DelimitedReading(parser: parser))
            let columns = try reader.readColumns(.named("a", "b")).columns
            for (row, text) in texts.enumerated() {
                let expected = try #require(Double(text))
                #expect(columns[0][row].bitPattern == expected.bitPattern, "\(text)")
                #expect(columns[1][row].bitPattern == expected.bitPattern, "\(text)")
            }
        }
    }

    @Test(arguments: cells)
    func `A cell has the same value with every parser, between other cells and alone`(cell: String) {
        for format in stride(from: UInt8(0), to: 255, by: 13) {
            let delimiter = Self.delimiters[Int(format & 7)]
            for row in [cell, "1\(delimiter)\(cell)", "\(cell)\(delimiter)1", "1\(delimiter)\(cell)\(delimiter)1"] {
                let text = format & 8 == 0 ? "\(row.replacing("\"", with: ""))\n" : ""
                let rows = String(repeating: "\(row)\n", count: 3)
                #expect(difference([format, 0xFF, format & 1 | 6], text + rows) == nil, "\(format) \(row)")
            }
        }
    }

    @Test func `A recording with exact times is the same with every parser and number of threads`() throws {
        let roles = ["w_RS_S_x", "w_RS_S_y", "w_RS_S_z"].map { "\($0) [rad s^-1]" }
        let others = ["a_RS_S_x", "a_RS_S_y", "a_RS_S_z"].map { "\($0) [m s^-2]" }
        var text = (["#timestamp [ns]"] + roles + others).joined(separator: ",") + "\n"
        // The file is long enough for several threads.
        let cells = (0..<97).map { row in (0..<6).map { "\(Double(row * 6 + $0) / 7)" }.joined(separator: ",") }
        for row in 0..<40_000 {
            text += "\(1_400_000_000_000_000_000 + row * 5_000_001),\(cells[row % cells.count])\n"
        }
        _ = try folder.write(Array(text.utf8), to: "imu0/data.csv")
        let path = folder.url.path
        let layout = try LayoutCatalogue.builtIn.layout(named: "tum-vi")
        let expected = try RecordingReader(layout: layout, reading: DelimitedReading(parser: .libcsv, threads: 1))
            .read(path: path)
        #expect(expected.gyroscope?.count == 40_000)
        for threads in [1, 3] {
            let reading = DelimitedReading(threads: threads)
            let found = try RecordingReader(layout: layout, reading: reading).read(path: path)
            #expect(found.gyroscope?.times == expected.gyroscope?.times)
            #expect(found.gyroscope?.values == expected.gyroscope?.values)
            #expect(found.accelerometer?.values == expected.accelerometer?.values)
            #expect(found.sha256 == expected.sha256)
        }
    }

    @Test func `An error late in a long file has the same location with every parser`() throws {
        var lines = (0..<10_000).map { "0.125,\"\($0)\"" }
        lines[7777] = "1,2,3"
        let path = try folder.write(Array(("a,b\n" + lines.joined(separator: "\n")).utf8), to: "long.csv")
        for parser in DelimitedReading.Parser.allCases {
            for threads in 1...3 {
                let error = #expect(throws: InputError.self) {
                    let reading = DelimitedReading(parser: parser, threads: threads)
                    return try DelimitedReader(path: path, reading: reading, chunkBytes: 4096)
                        .readColumns(.named("a", "b"))
                }
                #expect(error?.line == 7779 && error?.column == 5)
                #expect(error?.message == "the row has 3 fields, but should have 2")
            }
        }
    }
}
