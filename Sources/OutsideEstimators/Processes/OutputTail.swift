/// The end of what a program writes to standard error. Memory does not grow with the output.
struct OutputTail {
    private static let longest = 4_096
    private var bytes: [UInt8] = []

    mutating func append(_ added: UnsafeRawBufferPointer) {
        bytes += added.suffix(Self.longest)
        if bytes.count > 2 * Self.longest { bytes.removeFirst(bytes.count - Self.longest) }
    }

    /// The last line that is not empty, shortened; nil without one.
    var lastLine: String? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { Excerpt.text($0) }
    }
}

/// A part of a program's output for a message of one line.
enum Excerpt {
    private static let longest = 60

    static func text(_ output: some StringProtocol) -> String {
        let plain = String(output.unicodeScalars.map { 0x20...0x7E ~= $0.value ? Character($0) : "?" })
        return plain.count > longest ? "\(plain.prefix(longest))…" : plain
    }
}
