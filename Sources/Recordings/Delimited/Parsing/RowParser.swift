/// Parses bytes into the rows of a block: plain rows with ``PlainRows``, all others with libcsv.
final class RowParser {
    let storage: RowStorage
    private var csv: CSVParser
    private let delimiter: UInt8
    private let parser: DelimitedReading.Parser
    /// Number of bytes that libcsv parses before the fast parser is tried again.
    private static let detourBytes = 1 << 12

    init(storage: RowStorage, delimiter: UInt8, parser: DelimitedReading.Parser) {
        self.storage = storage
        self.delimiter = delimiter
        self.parser = parser
        csv = CSVParser(delimiter: delimiter)
    }

    /// Whether the next byte starts a row.
    var isAtRowStart: Bool { csv.isAtRowStart }

    /// Whether the current field started with a quotation mark.
    var isQuoted: Bool { csv.isQuoted }

    /// Parses bytes and returns the number of parsed ones: fewer than `count` after a faulty row and at a misplaced
    /// quotation mark.
    func feed(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        guard parser == .fast else { return feedLibCSV(bytes, count: count) }
        var fed = 0
        while fed < count, storage.fault == nil {
            if csv.isAtRowStart { fed += storage.appendPlainRows(bytes + fed, count: count - fed) }
            let remaining = UnsafeBufferPointer(start: bytes + fed, count: count - fed)
            let detour = LineCount.next(after: min(Self.detourBytes, remaining.count), in: remaining)
            let good = feedLibCSV(bytes + fed, count: detour)
            fed += good
            if good < detour { break }
        }
        return fed
    }

    /// Resets the parser: the next byte starts a row on line 1.
    func restart() {
        if !csv.isAtRowStart { csv = CSVParser(delimiter: delimiter) }
        storage.restart()
    }

    /// Ends the last row. Returns false if it ends within quotation marks.
    func finish() -> Bool {
        csv.finish(field: RowStorage.appendField, row: RowStorage.endRow, data: storage.pointer)
    }

    private func feedLibCSV(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        csv.feed(bytes, count: count, field: RowStorage.appendField, row: RowStorage.endRow, data: storage.pointer)
    }
}
