import SensorModel

/// A generated file, which the caller reads piece by piece and writes to disk.
public final class WrittenFile {
    /// The path of the file, relative to its folder.
    public let name: String
    /// The maximum number of rows.
    public let expectedRows: Int
    private var header: String?
    /// Appends the next row. Returns false after the last one.
    private let appendRow: (inout [UInt8]) -> Bool
    private var isFinished = false

    package init(
        _ name: String,
        header: String,
        expectedRows: Int,
        appendRow: @escaping (inout [UInt8]) -> Bool
    ) {
        self.name = name
        self.header = header
        self.expectedRows = expectedRows
        self.appendRow = appendRow
    }

    /// Generates the next rows, about 64 KiB of text, and returns them with their number; nil after the last row.
    public func next() -> (bytes: [UInt8], rows: Int)? {
        guard !isFinished else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.pieceLength + 256)
        var rows = 0
        if let header {
            bytes += Array(header.utf8)
            self.header = nil
        }
        while bytes.count < Self.pieceLength {
            guard appendRow(&bytes) else {
                isFinished = true
                break
            }
            rows += 1
        }
        return (bytes, rows)
    }

    private static let pieceLength = 1 << 16
}
