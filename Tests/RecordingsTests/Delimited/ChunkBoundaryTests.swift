import Recordings
import SensorModel
import TestSupport
import Testing

/// The results of reading do not depend on the chunk size.
struct ChunkBoundaryTests {
    static let texts = [
        "a,b,c\n1,2,3\n4,\"5\",6\r\n\r\n# c\n7,8,9",
        "\u{FEFF}# µ\r\na,b,c\r\n1,2,\"x\r\ny\"\r\n#\r\n\"#\",2,3\r\n",
        "a,b,c\r1.25,-2e3,\"é\r\"\r\r4,5,6\r",
        "a,b,c\n1,2,\"a \"\"quoted\"\" text\"\n\n\n3,4,5\n# last",
        "a,b,c\n1,2,3\n4,5\n6,7,8\n",
        "a,b,c\n1,2,3\r\n4,x,6\n",
        "a,b,c\n1,2,3\n4,5,\"6\n7,8,9\n",
        "a,b,c\n\"1\n\",2,3\n",
        "a,b,c\n1,2,3\n4,5\"6,7\n",
        "a,b,c\n1,2,\"3\n4\"x,5,6\n",
    ]

    static func outcome(
        _ text: DelimitedText,
        _ columns: [DelimitedColumn],
        _ format: DelimitedFormat,
        _ chunk: Int
    ) -> String {
        do throws(InputError) {
            let table = try text.columns(columns, format: format, chunkBytes: chunk)
            return "\(table.columns) \((0..<table.rowCount).map { table.line(ofRow: $0) })"
        } catch {
            return error.description
        }
    }

    @Test(arguments: texts)
    func `Chunks of 1 to 64 bytes have the same result as one chunk`(content: String) throws {
        let text = try DelimitedText(content)
        for columns in [[DelimitedColumn].named("b"), .named("c", "a")] {
            let whole = Self.outcome(text, columns, .commaSeparated, 1 << 18)
            for chunk in 1...64 {
                #expect(Self.outcome(text, columns, .commaSeparated, chunk) == whole, "chunks of \(chunk)")
            }
        }
    }

    @Test func `Bytes that are not UTF-8 are found for any chunk size`() throws {
        let text = try DelimitedText(bytes: Array("a,b\n1,µ\n2,€𝄞\n".utf8) + [0x33, 0x2C, 0xE2, 0x82, 0x0A, 0x34])
        for chunk in 1...64 {
            #expect(
                text.message(.named("a"), chunkBytes: chunk).hasPrefix("data.csv:4:3: the text is not UTF-8")
            )
        }
    }

    @Test func `Random tables have the same columns for any chunk size`() throws {
        var generator = SeededGenerator(seed: 20_260_101)
        for _ in 0..<20 {
            let columnCount = Int.random(in: 1...5, using: &generator)
            let end = ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
            var expected = [[Double]](repeating: [], count: columnCount)
            var lines = [(1...columnCount).map { "c\($0)" }.joined(separator: ",")]
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                var cells: [String] = []
                for column in 0..<columnCount {
                    let value = Double.random(in: -1e3...1e3, using: &generator)
                    expected[column].append(value)
                    cells.append(Bool.random(using: &generator) ? "\(value)" : "\"\(value)\"")
                }
                lines.append(cells.joined(separator: ","))
                if Int.random(in: 0..<5, using: &generator) == 0 { lines.append("") }
                if Int.random(in: 0..<5, using: &generator) == 0 { lines.append("# comment") }
            }
            let text = try DelimitedText(lines.joined(separator: end))
            let columns = (1...columnCount).map { DelimitedColumn.named("c\($0)") }
            for chunk in [1, 2, 3, 7, 16, 61, 256, 1 << 18] {
                let table = try text.columns(columns, chunkBytes: chunk)
                #expect(table.columns == expected, "chunks of \(chunk)")
            }
        }
    }

    /// Random bytes, most of which have a meaning in CSV. The messages of errors must be equal, too.
    @Test(arguments: [true, false])
    func `Random bytes have the same rows or the same error for any chunk size`(hasHeader: Bool) throws {
        let alphabet = Array("1,1,1,\n\n\r\"\"# a\u{E9}".utf8)
        var generator = SeededGenerator(seed: hasHeader ? 1 : 2)
        for _ in 0..<200 {
            let length = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let text = try DelimitedText(bytes: Array((hasHeader ? "1,2\n" : "").utf8) + bytes)
            let format = DelimitedFormat(hasHeader: hasHeader, emptyIsNaN: true)
            let columns: [DelimitedColumn] = hasHeader ? .named("1") : .positions(1)
            let whole = Self.outcome(text, columns, format, 1 << 18)
            for chunk in [1, 2, 3, 5, 8, 13] {
                #expect(Self.outcome(text, columns, format, chunk) == whole, "\(bytes) in chunks of \(chunk)")
            }
        }
    }

    @Test(arguments: [1, 2])
    func `All blocks use the same memory`(threads: Int) throws {
        let row = "1.5,2.5,3.5\n"
        let text = try DelimitedText("a,b,c\n" + String(repeating: row, count: 50_000))
        var addresses: Set<UnsafePointer<Double>> = []
        var largest = 0
        var sum = 0.0
        let reading = DelimitedReading(threads: threads)
        let reader = try DelimitedReader(path: text.path, reading: reading, chunkBytes: 4096)
        try reader.forEachBlock(of: .named("a", "c")) { block in
            for column in 0..<2 { block[column].baseAddress.map { _ = addresses.insert($0) } }
            largest = max(largest, block.rowCount)
            sum += block[1].reduce(0, +)
        }
        // There are two blocks for each thread, and one for the remaining rows.
        #expect(addresses.count <= (threads == 1 ? 2 : 2 * (2 * threads + 1)))
        #expect(largest <= 4096 / row.utf8.count + 1)
        #expect(sum == 50_000 * 3.5)
    }
}
