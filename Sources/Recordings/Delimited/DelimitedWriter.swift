import CLibCSV
import Foundation

/// Rows of delimited text, written to bytes that the caller sends on.
///
/// Numbers are the shortest text that reads back as the same Double, whatever the locale. Fields that need them get
/// quotation marks (RFC 4180).
public struct DelimitedWriter: Sendable {
    private let delimiter: UInt8
    private var bytes: [UInt8] = []
    private var isAtRowStart = true

    public init(delimiter: UInt8 = UInt8(ascii: ",")) {
        self.delimiter = delimiter
        bytes.reserveCapacity(1 << 17)
    }

    /// Bytes that wait to be taken.
    public var count: Int { bytes.count }

    /// What was written since the last time.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// A number; nothing for nil.
    public mutating func append(_ number: Double?) {
        beginField()
        if let number { bytes.append(contentsOf: "\(number)".utf8) }
    }

    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    public mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        beginField()
        let needsQuotes = text.contains {
            $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return bytes.append(contentsOf: text) }
        let quoted = [UInt8](unsafeUninitializedCapacity: 2 * text.count + 2) { buffer, count in
            count = csv_write(buffer.baseAddress, buffer.count, text.baseAddress, text.count)
        }
        bytes.append(contentsOf: quoted)
    }

    public mutating func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        isAtRowStart = true
    }

    private mutating func beginField() {
        if !isAtRowStart { bytes.append(delimiter) }
        isAtRowStart = false
    }
}
