import Foundation
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

    /// The first line of the metadata of a converted recording.
    static let metadataMark = "# Written by Sextant."

    /// Whether Sextant converted or simulated the recording in a folder, judged by its metadata.
    public static func isOwnRecording(_ folder: String) -> Bool {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/recording.yaml")) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        if lines.first == Substring(metadataMark) { return true }
        return lines.contains("simulation:")
            && lines.contains { $0.hasPrefix("source: \"Simulated with exact truth: ") }
    }
}
