import SensorModel

/// A file that is made row by row, given out piece by piece.
public final class WrittenFile {
    /// Relative to the folder that it goes to.
    public let name: String
    /// Rows that the file will have at most.
    public let expectedRows: Int
    private var header: String?
    /// Appends the next row; false after the last one.
    private let appendRow: (inout [UInt8]) -> Bool
    private var isFinished = false

    init(
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

    /// The next rows, about 64 KiB of them, and how many they are; nil after the last one.
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
