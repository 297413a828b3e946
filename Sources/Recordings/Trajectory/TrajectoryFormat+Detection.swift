extension TrajectoryFormat {
    /// More than any comments at a file's start.
    private static let headBytes = 1 << 16

    /// The format of a file, from its first line that is neither blank nor a comment.
    ///
    /// Without commas, eight numbers are ``tum`` and twelve ``kitti``; with commas, a number in front is ``euroc`` and
    /// a word ``native``.
    public static func detect(path: String) throws(InputError) -> TrajectoryFormat {
        let source = try ByteSource(path: path, fingerprint: nil, access: .repeatable)
        var head = try source.head(bytes: headBytes)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
        for (index, line) in lines(of: head).enumerated() {
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let first = text.first, first != UInt8(ascii: "#") else { continue }
            return try format(of: String(decoding: text, as: UTF8.self), path: path, line: index + 1)
        }
        throw unknown(path, line: nil, found: "no pose")
    }

    private static func lines(of head: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (place, byte) in head.enumerated() {
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            let isSecondHalf = byte == UInt8(ascii: "\n") && place > 0 && head[place - 1] == UInt8(ascii: "\r")
            if !isSecondHalf { lines.append(head[start..<place]) }
            start = place + 1
        }
        return lines + [head[start...]]
    }

    private static func format(of line: String, path: String, line number: Int) throws(InputError) -> TrajectoryFormat {
        if line.contains(",") {
            let first = line.prefix { $0 != "," }
            return Double(first.trimmingSpaces) == nil ? .native : .euroc
        }
        let count = line.split { $0 == " " || $0 == "\t" }.count
        switch count {
        case 8: return .tum
        case 12: return .kitti
        default:
            let found = "a line with \(count) field\(count == 1 ? "" : "s") between spaces"
            throw unknown(path, line: number, found: found)
        }
    }

    private static func unknown(_ path: String, line: Int?, found: String) -> InputError {
        InputError(
            file: path,
            line: line,
            found: found,
            expected: "a trajectory: 8 numbers (TUM), 12 numbers (KITTI), or a CSV (EuRoC, native)",
            remedy:
                "check the file, or name its form with --input-format \(allCases.map(\.rawValue).joined(separator: "|"))"
        )
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
