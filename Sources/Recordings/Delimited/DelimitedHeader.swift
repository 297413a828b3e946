import SensorModel

/// The columns of a file: their names or, without a header, their number.
package struct DelimitedHeader {
    /// The name of the file in messages.
    let file: String
    /// The names of the columns, or `nil` in a format without a header.
    package let names: [String]?
    let fieldCount: Int
    /// The line on which the header ends, or the line of the first row if there is no header.
    let line: Int
    private let index: NameIndex

    init(file: String, names: [String]?, fieldCount: Int, line: Int) {
        self.file = file
        self.names = names
        self.fieldCount = fieldCount
        self.line = line
        index = NameIndex(names ?? [])
    }

    /// The result of a search for a column.
    struct Match {
        /// The index of the field in a row.
        var field: Int
        /// The part of the column name that `{unit}` in the pattern matched, or `nil` if the pattern has no `{unit}`.
        var unit: String?
    }

    /// Returns the field index of a column, or `nil` if the file does not have the column. O(1) after the first call.
    func firstIndex(of column: DelimitedColumn) -> Int? {
        switch column {
        case .named(let name): index.entries[name]?.first
        case .position(let number): (1...max(fieldCount, 1)).contains(number) && fieldCount > 0 ? number - 1 : nil
        }
    }

    /// Returns the field index of a column.
    ///
    /// - Throws: `InputError` if the file has no column or several columns with that name.
    func index(of column: DelimitedColumn) throws(InputError) -> Int {
        // An empty file without a header has no rows, so any column is accepted.
        if names == nil, fieldCount == 0 { return 0 }
        guard let index = firstIndex(of: column) else { throw missing(column) }
        if case .named(let wanted) = column, self.index.entries[wanted]?.isUnique == false { throw ambiguous(column) }
        return index
    }

    /// Returns the first of `columns` that the file contains, by name or by pattern, or `nil` if the file contains no
    /// such column.
    ///
    /// - Throws: `InputError` if more than one column of the file matches.
    func find(_ columns: [DelimitedColumn]) throws(InputError) -> Match? {
        for column in columns {
            if firstIndex(of: column) != nil { return Match(field: try index(of: column)) }
            guard case .named(let text) = column else { continue }
            let pattern = TextPattern(text, form: .header)
            if let literal = pattern.literal {
                guard let entry = index.spellings[literal] else { continue }
                guard entry.isUnique else { throw ambiguous(column) }
                return Match(field: entry.first)
            }
            var found: Match?
            for (field, name) in index.texts.enumerated() {
                guard let match = pattern.match(name) else { continue }
                guard found == nil else { throw ambiguous(column) }
                found = Match(field: field, unit: match.unit)
            }
            if let found { return found }
        }
        return names == nil && fieldCount == 0 ? Match(field: 0) : nil
    }

    /// Returns whether at least one column name matches the pattern. O(1) for a pattern without wildcards, after the
    /// first call.
    func hasName(like pattern: TextPattern) -> Bool {
        if let literal = pattern.literal { return index.spellings[literal] != nil }
        return index.texts.contains { pattern.match($0) != nil }
    }

    /// Returns whether all column names, joined with commas, match the pattern.
    func isNamed(like pattern: TextPattern) -> Bool { names != nil && pattern.match(index.joined) != nil }

    private func ambiguous(_ column: DelimitedColumn) -> InputError {
        InputError(
            file: file,
            line: line,
            message: "several columns match \(column)",
            advice: "rename all but one of these columns in the header"
        )
    }

    /// The advice for a file that seems to use another delimiter than the format, or `nil` for other files.
    var otherDelimiter: String? {
        guard let names, names.count == 1 else { return nil }
        let delimiters = [(";", "semicolon"), ("\t", "tab"), (",", "comma")]
        guard let word = delimiters.first(where: { names[0].contains($0.0) })?.1 else { return nil }
        if word == "comma" { return "commas separate the columns: set 'delimiter: comma' in the layout" }
        return "a \(word) separates the columns: use commas and decimal points, or, for a recording, a custom layout "
            + "with 'delimiter: \(word)', and 'decimalComma: true' for numbers such as 0,5"
    }

    func missing(_ column: DelimitedColumn) -> InputError {
        guard let names else {
            let count = fieldCount
            return InputError(
                file: file,
                line: line,
                message: "there is no \(column), because the file has only \(count) column\(count == 1 ? "" : "s")",
                advice: "check the delimiter, or choose another layout"
            )
        }
        var remedy = otherDelimiter ?? "check the delimiter and the header, or choose another layout"
        if case .named(let wanted) = column, let near = NearestName.suggestion(for: wanted, among: names) {
            remedy = "did you mean '\(near)'?"
        }
        return InputError(
            file: file,
            line: line,
            message: "there is no \(column) among the columns \(Self.listed(names))",
            advice: remedy
        )
    }

    /// Returns column names for a message: all of them, or the first ones and the total number.
    private static func listed(_ names: [String]) -> String {
        let maximumLength = 100
        var length = 0
        var fitting: [String] = []
        for name in names {
            let shown = name.excerpt
            length += shown.count + 2
            // No comma follows the last name.
            guard length <= (fitting.count + 1 == names.count ? maximumLength + 2 : maximumLength) else { break }
            fitting.append(shown)
        }
        if fitting.count == names.count { return fitting.joined(separator: ", ") }
        return "\(fitting.map { $0 + ", " }.joined())… (\(names.count) in all)"
    }
}

/// An index of column names, computed on the first lookup.
private final class NameIndex {
    /// The index of the first field that has a given name, and whether no other field has this name.
    struct Entry {
        var first: Int
        var isUnique = true
    }

    private let names: [String]

    /// The number of bytes of a name that patterns are compared with. No pattern is longer.
    private static let comparedBytes = 4_096

    init(_ names: [String]) { self.names = names }

    /// The first field with each name, and whether the name is unique.
    private(set) lazy var entries = Self.index(names)
    /// The starts of the names.
    private lazy var starts = names.map { name in
        name.utf8.count <= Self.comparedBytes
            ? name : String(decoding: name.utf8.prefix(Self.comparedBytes), as: UTF8.self)
    }
    /// The names, normalised for pattern matching.
    private(set) lazy var texts = starts.map { TextPattern.Text($0, form: .header) }
    /// The first field with each normalised name, and whether the name is unique.
    private(set) lazy var spellings = Self.index(texts)
    /// The names joined with commas, normalised for pattern matching.
    private(set) lazy var joined = TextPattern.Text(starts.joined(separator: ","), form: .header)

    private static func index<Name: Hashable>(_ names: [Name]) -> [Name: Entry] {
        var entries: [Name: Entry] = [:]
        for (field, name) in names.enumerated() {
            if entries[name] == nil { entries[name] = Entry(first: field) } else { entries[name]?.isUnique = false }
        }
        return entries
    }
}

/// A column of a delimited file, by its name in the header or by its position.
public enum DelimitedColumn: Sendable, Hashable, CustomStringConvertible {
    /// The column with this name in the header.
    case named(String)
    /// The column at this position, counted from 1.
    case position(Int)

    /// The column in messages: `column 'ax'` or `column 3`.
    public var description: String {
        switch self {
        case .named(let name): "column '\(name)'"
        case .position(let number): "column \(number)"
        }
    }
}

/// A field to read from each row, and the kind of its content.
struct FieldSelection: Hashable {
    /// The kind of content to read.
    enum Content: Hashable {
        case number
        /// A timestamp, in whole nanoseconds.
        case stamp(StampNotation)
        /// A word. The value of the field is 1 if the field's text equals the word, and 0 otherwise.
        case word(String)
    }

    /// The index of the field in a row.
    var field: Int
    var content = Content.number
}
