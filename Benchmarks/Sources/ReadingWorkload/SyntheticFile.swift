import Foundation

/// A CSV file with a header and fifteen numeric columns, like a trial of BROAD (doi:10.3390/data6070072).
public struct SyntheticFile: Sendable {
    /// The names of the columns.
    public static let columnNames = [
        "t", "ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz", "qw", "qx", "qy", "qz", "movement",
    ]

    /// The path of the file.
    public let path: String
    /// The number of rows, without the header.
    public let rowCount: Int

    /// Writes the file, with about 155 bytes per row. The same seed produces the same file.
    ///
    /// - Throws: `CocoaError` if the file cannot be written.
    public init(path: String, rowCount: Int, seed: UInt64 = 20_210_707) throws {
        self.path = path
        self.rowCount = rowCount
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        var text = Array((Self.columnNames.joined(separator: ",") + "\n").utf8)
        var random = seed
        for row in 0..<rowCount {
            Self.append(row: row, to: &text, random: &random)
            if text.count > 1 << 20 {
                try file.write(contentsOf: Data(text))
                text.removeAll(keepingCapacity: true)
            }
        }
        try file.write(contentsOf: Data(text))
        try file.close()
    }

    /// The size of the file in bytes.
    ///
    /// - Throws: `CocoaError` if the file does not exist.
    public var byteCount: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
    }

    private static func append(row: Int, to text: inout [UInt8], random: inout UInt64) {
        text.append(contentsOf: "\(row / 200).".utf8)
        appendDigits(UInt64(row % 200) * 5000, count: 6, to: &text)
        for _ in 1..<14 {
            let bits = next(&random)
            text.append(comma)
            if bits & 1 == 0 { text.append(UInt8(ascii: "-")) }
            text.append(contentsOf: "\((bits >> 1) % 50).".utf8)
            appendDigits((bits >> 16) % 10_000_000, count: 7, to: &text)
        }
        text.append(comma)
        text.append(row % 3 == 0 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        text.append(UInt8(ascii: "\n"))
    }

    private static func appendDigits(_ value: UInt64, count: Int, to text: inout [UInt8]) {
        var divisor: UInt64 = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// The generator SplitMix64.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static let comma = UInt8(ascii: ",")
}
