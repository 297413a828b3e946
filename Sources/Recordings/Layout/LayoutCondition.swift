/// A condition on a recording's file names, on the beginning of one of its files, and on values in its metadata.
///
/// A recording must meet all parts of the condition.
public struct LayoutCondition: Sendable, Hashable {
    /// The separator between numbers.
    public enum Separator: String, Sendable, Hashable, CaseIterable {
        /// Spaces.
        case space
        /// A comma, a semicolon or a tab.
        case comma
    }

    /// Patterns for files that must exist; empty if the recording is a single file. `*` matches any text.
    public var files: [String] = []
    /// Patterns for files that must not exist.
    public var excludedFiles: [String] = []
    /// Patterns for the column names, joined with commas, of the file that matches the first pattern of ``files``. All
    /// patterns must match. `*` matches any text.
    public var header: [String] = []
    /// The required columns, in any order, of the file that matches the first pattern of ``files``. Each element lists
    /// alternative patterns for one column.
    public var columns: [[String]] = []
    /// Patterns for lines at the start of a file. Each pattern must match at least one line. The file is the one that
    /// matches the first pattern of ``files``.
    public var lines: [String] = []
    /// Patterns for lines that must not occur at the start of the file. The file is the one that matches the first
    /// pattern of ``files``.
    public var excludedLines: [String] = []
    /// The accepted range of the median vector length. The median is computed over the first rows of the file that
    /// matches the first pattern of ``files``. The file must have the columns x, y and z.
    public var length: ClosedRange<Double>?
    /// The name of the root element, for an XML file.
    public var root: String?
    /// The count of numbers that the first row of a file must contain. The file is the one that matches the first
    /// pattern of ``files``.
    public var numbers: Int?
    /// The index, counted from 1, of the first of four adjacent ``numbers`` that must be a unit quaternion.
    public var quaternion: Int?
    /// The separator between the ``numbers``, or `nil` for any separator.
    public var separator: Separator?
    /// The accepted texts for values in the metadata, by path of the value. Case is ignored.
    public var metadata: [String: [String]] = [:]
}

extension LayoutCondition {
    /// Returns whether a recording and its metadata meet the condition.
    func holds(for folder: RecordingFolder, _ metadata: RecordingMetadata) -> Bool {
        for (path, texts) in self.metadata {
            guard let found = metadata.text(at: path)?.lowercased() else { return false }
            if !texts.contains(where: { $0.lowercased() == found }) { return false }
        }
        return evidence(in: folder) != nil
    }

    /// Returns a clause that states how a recording meets the condition, or `nil` if the recording does not meet it.
    /// Metadata are ignored.
    func evidence(in folder: RecordingFolder) -> String? {
        let matches = files.map { folder.files(like: $0) }
        guard !matches.contains([]), excludedFiles.allSatisfy({ folder.files(like: $0).isEmpty }) else { return nil }
        let names = matches.compactMap(\.first)
        if let length {
            guard let first = names.first, let path = try? folder.member(first),
                let found = LogBeginning.length(of: path)
            else { return nil }
            return length.contains(found) ? "\(first) starts with vectors of length \(Float(found))" : nil
        }
        guard !header.isEmpty || !columns.isEmpty || !lines.isEmpty || numbers != nil || root != nil else {
            return names.isEmpty ? "nothing contradicts it" : "it has \(names.joined(separator: ", "))"
        }
        for file in matches.first.map({ $0.map(Optional.some) }) ?? [nil] {
            guard let found = beginning(of: file, in: folder) else { continue }
            let others = names.dropFirst().map { ", and it has \($0)" }.joined()
            return "\(file ?? "the file") \(found)\(others)"
        }
        return nil
    }

    /// Returns a clause that states how the beginning of a file meets the condition. The result is `nil` if the
    /// beginning does not meet the condition.
    private func beginning(of file: String?, in folder: RecordingFolder) -> String? {
        var words: [String] = []
        if !header.isEmpty || !columns.isEmpty {
            let found = try? folder.header(of: file, format: .unknown())
            guard let found, let names = found.names, Self.has(columns, in: found) else { return nil }
            for pattern in header where !found.isNamed(like: TextPattern(pattern, form: .header)) { return nil }
            if !header.isEmpty { words.append("starts with the columns \(Self.shown(names))") }
            if !columns.isEmpty { words.append("has the columns \(Self.shown(names))") }
        }
        if !lines.isEmpty {
            guard let path = try? folder.member(file) else { return nil }
            if (try? folder.matrix(at: path)) != nil { return nil }
            let found = LogBeginning.lines(of: path)
            for pattern in lines {
                let pattern = TextPattern(pattern, form: .header)
                guard found.contains(where: { pattern.match($0) != nil }) else { return nil }
            }
            let excluded = excludedLines.map { TextPattern($0, form: .header) }
            if found.contains(where: { line in excluded.contains { $0.match(line) != nil } }) { return nil }
            words.append("starts with lines such as '\(lines[0])'")
        }
        if let root {
            guard let path = try? folder.member(file), XMLRoot.name(path: path) == root else { return nil }
            words.append("starts with the element <\(root)>")
        }
        if let numbers {
            guard let found = self.numbers(in: file, folder), found.count == numbers else { return nil }
            words.append("starts with \(numbers) numbers")
            if let quaternion {
                let squares = found.dropFirst(max(0, quaternion - 1)).prefix(4).map { $0 * $0 }
                guard squares.count == 4, Self.unitSquare.contains(squares.reduce(0, +)) else { return nil }
            }
        }
        return words.joined(separator: " and ")
    }

    /// Returns whether a file has each of the columns.
    private static func has(_ columns: [[String]], in header: DelimitedHeader) -> Bool {
        columns.allSatisfy { candidates in
            candidates.contains { header.hasName(like: TextPattern($0, form: .header)) }
        }
    }

    /// Returns the first three names and the number of the remaining names, for a message.
    static func shown(_ names: [String]) -> String {
        names.prefix(3).map(\.excerpt).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }

    /// The squared length of a quaternion with rounded components.
    private static let unitSquare = 0.9...1.1

    /// Returns the numbers in the first row of a file, or `nil` if a field of the row is not a number.
    private func numbers(in file: String?, _ folder: RecordingFolder) -> [Double]? {
        let found = try? folder.header(of: file, format: .unknown(comment: UInt8(ascii: "#")))
        guard var fields = found?.names else { return nil }
        if let separator, (separator == .space) != (fields.count == 1) { return nil }
        if fields.count == 1 { fields = fields[0].split(separator: " ").map(String.init) }
        let numbers = fields.compactMap { Double($0) }
        return numbers.count == fields.count ? numbers : nil
    }

    /// The condition as text, for an error message.
    var words: String {
        var words = files
        words += header.map { "columns '\($0)'" }
        if !columns.isEmpty { words.append("the columns '\(columns.compactMap(\.first).joined(separator: "', '"))'") }
        words += lines.map { "a line '\($0)'" }
        if let length { words.append("vectors of length \(length.lowerBound) to \(length.upperBound)") }
        if let root { words.append("the element <\(root)>") }
        if let numbers { words.append("\(numbers) numbers in the first row") }
        words += metadata.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.joined(separator: " or "))" }
        return words.joined(separator: " with ")
    }
}

/// The first lines of a log.
enum LogBeginning {
    private static let bytes = 1 << 14
    private static let maximumLines = 100

    /// Returns the first lines of a file. The last line is omitted if it may be incomplete. The result is empty if the
    /// file cannot be read.
    static func lines(of path: String) -> [String] {
        guard let head = try? ByteSource.head(of: path, bytes: bytes) else { return [] }
        let lines = head.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        let whole = head.count < bytes ? lines[...] : lines.dropLast()
        return whole.prefix(maximumLines).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the median length of the vectors in the columns x, y, z of the first rows, or `nil` if the file has no
    /// such columns or no vectors.
    ///
    /// Zero vectors are ignored, because some sensors write them before they start.
    static func length(of path: String) -> Double? {
        let rows = lines(of: path).map { line in line.split(omittingEmptySubsequences: false) { ",;\t".contains($0) } }
        guard let header = rows.first else { return nil }
        let indices = ["x", "y", "z"].compactMap { axis in header.firstIndex { $0.lowercased() == axis } }
        guard indices.count == 3 else { return nil }
        let lengths = rows.dropFirst().compactMap { row -> Double? in
            let values = indices.compactMap { row.indices.contains($0) ? Double(row[$0]) : nil }
            let squared = values.reduce(0) { $0 + $1 * $1 }
            return values.count == 3 && squared > 0 ? squared.squareRoot() : nil
        }
        return lengths.isEmpty ? nil : lengths.sorted()[lengths.count / 2]
    }
}
