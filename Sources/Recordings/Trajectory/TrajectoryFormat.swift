public import SensorModel

/// A file format of trajectories.
public enum TrajectoryFormat: String, Sendable, Hashable, CaseIterable {
    /// `t tx ty tz qx qy qz qw`, seconds and metres, separated by spaces (TUM RGB-D benchmark).
    case tum
    /// Nanoseconds, position in metres, quaternion `w, x, y, z` and further columns, separated by commas (EuRoC's
    /// ground truth).
    case euroc
    /// Twelve numbers, the rows of the 3×4 matrix `[R | t]`, separated by spaces, without times (KITTI odometry).
    case kitti
    /// A header line and columns separated by commas, as in `pose.csv` or `reference.csv` of a native recording.
    case native

    var delimited: DelimitedFormat {
        switch self {
        case .tum, .kitti: .spaceAligned
        case .euroc: DelimitedFormat(hasHeader: false)
        case .native: DelimitedFormat(emptyIsNaN: true)
        }
    }
}

extension TrajectoryFormat {
    /// The number of bytes to read for detection. Comments at the beginning of a file are shorter.
    private static let headBytes = 1 << 16

    /// Detects the format of a file from the first line that is neither blank nor a comment.
    ///
    /// Without commas, eight numbers are ``tum`` and twelve are ``kitti``. With commas, a line that starts with a
    /// number is ``euroc``. Any other line is ``native``.
    ///
    /// - Throws: `InputError` if the file cannot be read or its format is unknown.
    public static func detect(path: String) throws(InputError) -> TrajectoryFormat {
        for (index, line) in try lines(of: path).enumerated() {
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let first = text.first, first != UInt8(ascii: "#") else { continue }
            return try format(of: String(decoding: text, as: UTF8.self), path: path, line: index + 1)
        }
        throw unknown(path, line: nil, "the file has no poses")
    }

    /// Returns the first lines of a file.
    static func lines(of path: String) throws(InputError) -> [ArraySlice<UInt8>] {
        var head = try ByteSource.head(of: path, bytes: headBytes)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in head.enumerated() {
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            let isSecondHalf = byte == UInt8(ascii: "\n") && index > 0 && head[index - 1] == UInt8(ascii: "\r")
            if !isSecondHalf { lines.append(head[start..<index]) }
            start = index + 1
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
            let problem = "the line has \(count) field\(count == 1 ? "" : "s") separated by spaces"
            throw unknown(path, line: number, problem)
        }
    }

    private static func unknown(_ path: String, line: Int?, _ problem: String) -> InputError {
        let names = allCases.map(\.rawValue).joined(separator: "|")
        return InputError(
            file: path,
            line: line,
            message: "\(problem), but a trajectory has 8 (TUM) or 12 (KITTI) numbers per line, or columns separated by "
                + "commas (EuRoC, native)",
            advice: "check the file, or select one of \(names) with --input-format"
        )
    }
}
