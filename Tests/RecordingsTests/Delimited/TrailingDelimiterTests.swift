import Recordings
import TestSupport
import Testing

/// Rows that end with a delimiter, and headers that do.
struct TrailingDelimiterTests {
    /// Texts with the columns b = 2, 5, 8 and c = 3, 6, 9.
    static let texts = [
        "a,b,c\n1,2,3,\n4,5,6\n7,8,9,\n", "a,b,c,\n1,2,3\n4,5,6,\n7,8,9\n", "a,b,c,\n1,2,3,\n4,5,6\n7,8,9,",
        "a,b,c\r\n1,2,3\r\n4,5,6,\r\n7,8,9", "a,b,c,\n1,2,3\n4,5,\"6\"\n7,8,9", "a,b,c\n1,2,3,\"\"\n4,5,6, \n7,8,9\n",
    ]

    @Test(arguments: texts)
    func `A delimiter at the end of a row or of the header starts no field`(content: String) throws {
        let text = try DelimitedText(content)
        for chunk in Array(1...40) + [1 << 18] {
            let table = try text.columns(.named("c", "b"), chunkBytes: chunk)
            #expect(table.columns == [[3, 6, 9], [2, 5, 8]], "chunks of \(chunk)")
        }
    }

    @Test(arguments: texts)
    func `libcsv alone has the same values`(content: String) throws {
        let text = try DelimitedText(content)
        let reader = try DelimitedReader(path: text.path, reading: DelimitedReading(parser: .libcsv))
        #expect(try reader.readColumns(.named("a", "c")).columns == [[1, 4, 7], [3, 6, 9]])
    }

    @Test func `Another field at the end of a row, and a missing one, are errors`() throws {
        #expect(
            try DelimitedText("a,b,c\n1,2,3,\n1,2,3,4\n").message(.named("b")).hasPrefix(
                "data.csv:3:7: the row has 4 fields, but should have 3"
            )
        )
        #expect(
            try DelimitedText("a,b,c\n1,2,3\n1,2\n").message(.named("b")).hasPrefix(
                "data.csv:3:4: the row has 2 fields, but should have 3"
            )
        )
        #expect(
            try DelimitedText("a,b,c\n1,2,3\n1,2,3,,\n").message(.named("b")).hasPrefix(
                "data.csv:3:7: the row has 5 fields, but should have 3"
            )
        )
    }

    @Test func `Rows with fewer fields than a header that ends with a delimiter are all read`() throws {
        // The number of rows in a chunk is computed from the number of fields.
        let text = try DelimitedText("a,b,\n1,2,\n" + String(repeating: "3,4\n", count: 9_000))
        let table = try text.columns(.named("a", "b"), chunkBytes: 4_096)
        #expect(table.rowCount == 9_001 && table[0].last == 3 && table[1].last == 4)
    }

    @Test(arguments: ["sep=,,,,", "sep=;;;", "\"sep=;\"", "sep=;"])
    func `A spreadsheet may split the line that names the delimiter`(line: String) throws {
        let delimiter = line.contains(",") ? "," : ";"
        let rows = "a,b\n1,2\n".replacing(",", with: delimiter)
        #expect(try DelimitedText("\(line)\n\(rows)").columns(.named("b")).columns == [[2]])
    }
}
