import Foundation
import Recordings
import TestSupport
import Testing

/// The values, rows and lines that ``DelimitedReader`` returns for valid files.
struct DelimitedReaderTests {
    @Test func `Columns have the order of the selection`() throws {
        let table = try DelimitedText("a,b,c\n1,2,3\n4,5,6\n").columns(.named("c", "a"))
        #expect(table.columns == [[3, 6], [1, 4]])
        #expect(table.rowCount == 2)
        #expect(table.line(ofRow: 1) == 3)
    }

    @Test func `A column can be selected twice`() throws {
        let table = try DelimitedText("a,b\n1,2\n").columns(.named("b", "b", "a"))
        #expect(table.columns == [[2], [2], [1]])
    }

    @Test func `Columns that are not selected can contain any text`() throws {
        let table = try DelimitedText("a,note,b\n1,\"x, y\n\"\"z\"\"\",2\n3,µ,4\n").columns(.named("a", "b"))
        #expect(table.columns == [[1, 3], [2, 4]])
        #expect(table.line(ofRow: 1) == 4)
    }

    @Test func `Quoted numbers are numbers`() throws {
        #expect(try DelimitedText("\"a\",b\n\"1\",\" 2 \"\n").columns(.named("a", "b")).columns == [[1], [2]])
    }

    @Test(arguments: ["\n", "\r\n", "\r"], ["", "end"])
    func `Lines end with LF, CRLF or CR, and the last line end is optional`(end: String, last: String) throws {
        let text = ["a,b", "1,2", "3,4"].joined(separator: end) + (last.isEmpty ? "" : end)
        let table = try DelimitedText(text).columns(.named("a", "b"))
        #expect(table.columns == [[1, 3], [2, 4]])
        #expect(table.line(ofRow: 1) == 3)
    }

    @Test func `A byte order mark is not part of a column`() throws {
        #expect(try DelimitedText("\u{FEFF}a,b\n1,2\n").columns(.named("a")).columns == [[1]])
    }

    @Test func `Blank lines are skipped and counted`() throws {
        let table = try DelimitedText("\n\na,b\n\n1,2\n   \n\n3,4\n\n").columns(.named("a"))
        #expect(table.columns == [[1, 3]])
        #expect((0..<2).map { table.line(ofRow: $0) } == [5, 8])
    }

    @Test func `Comment lines are skipped and counted, and other comment bytes are text`() throws {
        let text = "# made by hand\na,n\n#1,2\n1,#2\n# \"open\n2,\"\n#x\"\n#\n3,4\n# end"
        let table = try DelimitedText(text).columns(.named("a"))
        #expect(table.columns == [[1, 2, 3]])
        #expect((0..<3).map { table.line(ofRow: $0) } == [4, 6, 9])
    }

    @Test func `A file with only a header has no rows`() throws {
        #expect(try DelimitedText("a,b").columns(.named("b")).rowCount == 0)
        #expect(try DelimitedText("a,b\r\n").columns(.named("b")).columns == [[]])
    }

    @Test func `An empty file without a header has no rows`() throws {
        let format = DelimitedFormat(hasHeader: false)
        #expect(try DelimitedText("").columns(.positions(1, 4), format: format).columns == [[], []])
    }

    @Test func `Without a header, columns are selected by position`() throws {
        let format = DelimitedFormat(delimiter: UInt8(ascii: ";"), hasHeader: false)
        let table = try DelimitedText("1;2;3\n4;5;6").columns(.positions(3, 1), format: format)
        #expect(table.columns == [[3, 6], [1, 4]])
        #expect(table.line(ofRow: 0) == 1)
    }

    @Test func `Consecutive spaces count as one, and spaces at the ends of a row are ignored`() throws {
        let text = "  1   2 3\n 4 5   6  \n\n7 8 9"
        let table = try DelimitedText(text).columns(.positions(1, 2, 3), format: .spaceAligned)
        #expect(table.columns == [[1, 4, 7], [2, 5, 8], [3, 6, 9]])
    }

    @Test(arguments: [";", "\t", "|", ":"])
    func `A semicolon, a tab, a bar or a colon can be the delimiter`(delimiter: String) throws {
        let format = DelimitedFormat(delimiter: try #require(delimiter.utf8.first))
        let text = "a,b\n1,2\n".replacing(",", with: delimiter)
        #expect(try DelimitedText(text).columns(.named("b"), format: format).columns == [[2]])
    }

    @Test func `A decimal comma is valid if the format allows it`() throws {
        let format = DelimitedFormat(delimiter: UInt8(ascii: ";"), hasDecimalComma: true)
        #expect(
            try DelimitedText("a;b\n1,5;-2,5e1\n").columns(.named("a", "b"), format: format).columns == [[1.5], [-25]]
        )
    }

    @Test(
        arguments: [
            ("1", 1.0), ("-0.1", -0.1), ("+2.5", 2.5), (" 3 ", 3), ("1e3", 1000), ("1E-3", 0.001), (".5", 0.5),
            ("9007199254740993", 9_007_199_254_740_992), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("4.9e-324", .leastNonzeroMagnitude), ("inf", .infinity), ("-Infinity", -.infinity), ("+INF", .infinity),
            ("0.30000000000000004", 0.1 + 0.2), ("1e-400", 0),
        ]
    )
    func `Numbers are the nearest double`(text: String, value: Double) throws {
        #expect(try DelimitedText("a\n\(text)\n").columns(.named("a")).columns == [[value]])
    }

    @Test(arguments: ["nan", "NaN", "-nan", "NAN"])
    func `NaN is read as NaN, in any letter case`(text: String) throws {
        #expect(try DelimitedText("a\n\(text)\n").columns(.named("a")).columns[0][0].isNaN)
    }

    @Test func `An empty cell is NaN if the format allows it`() throws {
        let format = DelimitedFormat(emptyIsNaN: true)
        let table = try DelimitedText("a,b\n,1\n2,\n").columns(.named("a", "b"), format: format)
        #expect(table.columns[0][0].isNaN && table.columns[1][1].isNaN)
        #expect(table.columns[0][1] == 2 && table.columns[1][0] == 1)
    }

    @Test(arguments: ["NULL", "null", "None", "NA", "n/a", "-", " -- "])
    func `A word for a missing value is NaN if the format allows empty cells, and otherwise an error`(
        word: String
    ) throws {
        let text = try DelimitedText("a,b\n\(word),1\n2,\"\(word)\"\n")
        let table = try text.columns(.named("a", "b"), format: DelimitedFormat(emptyIsNaN: true))
        #expect(table.columns[0][0].isNaN && table.columns[1][1].isNaN)
        #expect(table.columns[0][1] == 2 && table.columns[1][0] == 1)
        #expect(text.message(.named("a")).contains("is not a number"))
    }

    @Test func `The names in the header are known before the rows are read`() throws {
        let text = try DelimitedText("# c\n t ,\"a b\",\n")
        let reader = try DelimitedReader(path: text.path)
        #expect(reader.header == ["t", "a b", ""])
        #expect(reader.firstIndex(of: .named("a b")) == 1)
        #expect(reader.firstIndex(of: .named("x")) == nil)
    }

    @Test func `A pipe is read like a file`() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("a,b\n1,2\n3,4".utf8))
        try pipe.fileHandleForWriting.close()
        let reader = try DelimitedReader(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "standard input")
        #expect(try reader.readColumns(.named("b")).columns == [[2, 4]])
    }

    @Test func `The fingerprint is the SHA-256 of the file`() throws {
        let text = try DelimitedText("\u{FEFF}a,b\r\n1,2\r\n")
        let fingerprint = Fingerprint()
        _ = try DelimitedReader(path: text.path, fingerprint: fingerprint).readColumns(.named("a"))
        // printf '\357\273\277a,b\r\n1,2\r\n' | sha256sum
        #expect(fingerprint.hexadecimal == "12d55567496e2714a23469371b5888bb9d0fb803d52b770c7c08ced31826d2d9")
    }

    @Test func `A copied block has new numbers in the given fields and the text of all other fields`() throws {
        let text = try DelimitedText("a,b,c,d\n1.50,x,,4\n7,y,+8,9\n")
        var copy = ""
        try DelimitedReader(path: text.path).forEachBlock(of: .named(), storingText: true) { block in
            var writer = DelimitedWriter()
            if block.textIsPlain {
                let numbers = [Double?](repeating: 0.5, count: block.rowCount)
                writer.append(block, places: [nil, nil, nil, 0], columns: numbers)
            }
            copy += String(decoding: writer.take(), as: UTF8.self)
        }
        #expect(copy == "1.50,x,,0.5\n7,y,+8,0.5\n")
    }

    /// Blocks of several thousand rows, whose parts several threads write.
    @Test func `A long copied block has the same rows as one that is written cell by cell`() throws {
        let rows = (0..<40_000).map { "\($0 % 13),\($0),x\($0 % 1_000),\(Double($0) / 8)" }
        let text = try DelimitedText("a,b,c,d\n" + rows.joined(separator: "\n") + "\n")
        var (copy, expected, longest) = (DelimitedWriter(), DelimitedWriter(), 0)
        try DelimitedReader(path: text.path).forEachBlock(of: .named("b", "d"), storingText: true) { block in
            longest = max(longest, block.rowCount)
            let halves = (0..<block.rowCount).map { row in row % 3 == 0 ? nil : block[0][row] / 2 }
            copy.append(block, places: [nil, 0, nil, 1], columns: halves + block[1].map { $0 / 3 })
            for row in 0..<block.rowCount {
                expected.append(verbatim: block.text(row: row, field: 0))
                expected.append(halves[row])
                expected.append(verbatim: block.text(row: row, field: 2))
                expected.append(block[1][row] / 3)
                expected.endRow()
            }
        }
        #expect(longest > 2_000)
        #expect(copy.take() == expected.take())
    }

    @Test(arguments: ["t", "Time [s]", "timestamp (ms)"])
    func `The time column of a summary is found without regard to its unit`(name: String) throws {
        let text = try DelimitedText("x,\(name)\n1,0.5\n2,1\n3,1.5\n")
        let summary = try TableSummary(path: text.path)
        #expect(summary.clock?.column == name)
        #expect(summary.clock?.first == 0.5)
        #expect(summary.clock?.last == 1.5)
    }

    @Test func `A column whose values rise and fall is not the time column`() throws {
        let temperatures = try DelimitedText("x,t\n" + (0..<40).map { "1,\(20 + $0 % 3)\n" }.joined())
        #expect(try TableSummary(path: temperatures.path).clock == nil)
        let newestFirst = try DelimitedText("x,t\n" + (0..<40).map { "1,\(100 - $0)\n" }.joined())
        #expect(try TableSummary(path: newestFirst.path).clock?.backward == 39)
    }
}
