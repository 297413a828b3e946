/// Turns bytes into the rows of a block: plain ones by themselves, all others through libcsv.
final class RowParser {
    let storage: RowStorage
    private var csv: CSVParser
    private let delimiter: UInt8
    private let road: DelimitedReading.Road
    /// How much goes through libcsv before the fast road is tried again.
    private static let detourBytes = 1 << 12

    init(storage: RowStorage, delimiter: UInt8, road: DelimitedReading.Road) {
        self.storage = storage
        self.delimiter = delimiter
        self.road = road
        csv = CSVParser(delimiter: delimiter)
    }

    /// Whether the next byte starts a row.
    var isAtRowStart: Bool { csv.isAtRowStart }

    /// Whether the field at hand started with a quotation mark.
    var isQuoted: Bool { csv.isQuoted }

    /// Parses bytes. Returns how many: fewer than `count` behind a fault of a row, and where a quotation mark is out of
    /// place.
    func feed(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        guard road == .fast else { return feedLibCSV(bytes, count: count) }
        var fed = 0
        while fed < count, storage.fault == nil {
            if csv.isAtRowStart { fed += storage.takePlainRows(bytes + fed, count: count - fed) }
            let rest = UnsafeBufferPointer(start: bytes + fed, count: count - fed)
            let detour = LineCount.next(after: min(Self.detourBytes, rest.count), in: rest)
            let good = feedLibCSV(bytes + fed, count: detour)
            fed += good
            if good < detour { break }
        }
        return fed
    }

    /// Forgets what was parsed: the next byte starts a row on line 1.
    func restart() {
        if !csv.isAtRowStart { csv = CSVParser(delimiter: delimiter) }
        storage.restart()
    }

    /// Ends the last row. Returns false when it ends within quotation marks.
    func finish() -> Bool {
        csv.finish(field: RowStorage.takeField, row: RowStorage.takeRow, data: storage.pointer)
    }

    private func feedLibCSV(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        csv.feed(bytes, count: count, field: RowStorage.takeField, row: RowStorage.takeRow, data: storage.pointer)
    }
}
