import SensorModel

/// The columns of a file: their names, or only their number.
package struct DelimitedHeader {
    /// The name of the file in messages.
    let file: String
    /// The names of the columns; nil in a format without a header.
    package let names: [String]?
    let fieldCount: Int
    /// The line on which the header ends, or the first row if there is no header.
    let line: Int
    private let index: NameIndex

    init(file: String, names: [String]?, fieldCount: Int, line: Int) {
        self.file = file
        self.names = names
        self.fieldCount = fieldCount
        self.line = line
        index = NameIndex(names ?? [])
    }

    /// A column that was found.
    struct Match {
        /// The field, counted from 0.
        var field: Int
        /// The text in the header at the position of `{unit}` in the pattern.
        var unit: String?
    }

    /// The field of a column, counted from 0; nil if the file does not have it. O(1) after the first call.
    func firstIndex(of column: DelimitedColumn) -> Int? {
        switch column {
        case .named(let name): index.places[name]?.first
        case .position(let place): (1...max(fieldCount, 1)).contains(place) && fieldCount > 0 ? place - 1 : nil
        }
    }

    /// The field of a column, counted from 0.
    ///
    /// - Throws: ``SensorModel/InputError`` if the file does not have the column, or more than one of that name.
    func index(of column: DelimitedColumn) throws(InputError) -> Int {
        // An empty file without a header has any column, and no rows.
        if names == nil, fieldCount == 0 { return 0 }
        guard let index = firstIndex(of: column) else { throw missing(column) }
        if case .named(let wanted) = column, self.index.places[wanted]?.isUnique == false { throw ambiguous(column) }
        return index
    }

    /// The first of `columns` that the file has, by its name or by a pattern; nil if it has no such column.
    ///
    /// - Throws: ``SensorModel/InputError`` if more than one column of the file matches.
    func find(_ columns: [DelimitedColumn]) throws(InputError) -> Match? {
        for column in columns {
            if firstIndex(of: column) != nil { return Match(field: try index(of: column)) }
            guard case .named(let text) = column else { continue }
            let pattern = TextPattern(text, form: .header)
            if let literal = pattern.literal {
                guard let place = index.spellings[literal] else { continue }
                guard place.isUnique else { throw ambiguous(column) }
                return Match(field: place.first)
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

    /// Whether a name matches the pattern. O(1) for a pattern without wildcards, after the first call.
    func hasName(like pattern: TextPattern) -> Bool {
        if let literal = pattern.literal { return index.spellings[literal] != nil }
        return index.texts.contains { pattern.match($0) != nil }
    }

    /// Whether the names, joined with commas, match the pattern.
    func isNamed(like pattern: TextPattern) -> Bool { names != nil && pattern.match(index.joined) != nil }

    private func ambiguous(_ column: DelimitedColumn) -> InputError {
        InputError(
            file: file,
            line: line,
            message: "several columns could be the \(column)",
            advice: "rename all but one of them in the header"
        )
    }

    /// The remedy if the name of the only column contains a common delimiter; nil otherwise.
    var otherDelimiter: String? {
        guard let names, names.count == 1 else { return nil }
        let delimiters = [(";", "semicolon"), ("\t", "tab"), (",", "comma")]
        guard let word = delimiters.first(where: { names[0].contains($0.0) })?.1 else { return nil }
        if word == "comma" { return "commas separate the columns: set the delimiter 'comma'" }
        return "a \(word) separates the columns: use commas and decimal points, or, for a recording, a custom layout "
            + "with 'delimiter: \(word)', and 'decimalComma: true' for numbers such as 0,5"
    }

    func missing(_ column: DelimitedColumn) -> InputError {
        guard let names else {
            return InputError(
                file: file,
                line: line,
                message: "none of the \(fieldCount) columns is a \(column)",
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

    /// The names of columns for a message: all of them, or the first ones and the number of all.
    private static func listed(_ names: [String]) -> String {
        let maximumLength = 100
        var length = 0
        var fitting: [String] = []
        for name in names {
            let shown = name.excerpt
            length += shown.count + 2
            // The last name is followed by no comma.
            guard length <= (fitting.count + 1 == names.count ? maximumLength + 2 : maximumLength) else { break }
            fitting.append(shown)
        }
        if fitting.count == names.count { return fitting.joined(separator: ", ") }
        return "\(fitting.map { $0 + ", " }.joined())… (\(names.count) in all)"
    }
}

/// The positions of the names of columns, computed when the first name is looked up.
private final class NameIndex {
    /// The fields with a name.
    struct Place {
        var first: Int
        var isUnique = true
    }

    private let names: [String]

    init(_ names: [String]) { self.names = names }

    /// The fields by name.
    private(set) lazy var places = Self.index(names)
    /// The names in the form of patterns.
    private(set) lazy var texts = names.map { TextPattern.Text($0, form: .header) }
    /// The fields by name in the form of patterns.
    private(set) lazy var spellings = Self.index(texts)
    /// The names, joined with commas.
    private(set) lazy var joined = TextPattern.Text(names.joined(separator: ","), form: .header)

    private static func index<Name: Hashable>(_ names: [Name]) -> [Name: Place] {
        var places: [Name: Place] = [:]
        for (field, name) in names.enumerated() {
            if places[name] == nil { places[name] = Place(first: field) } else { places[name]?.isUnique = false }
        }
        return places
    }
}

/// A column of a delimited file, by its name in the header or by its position.
public enum DelimitedColumn: Sendable, Hashable, CustomStringConvertible {
    /// The column with this name in the header.
    case named(String)
    /// The column at this position, counted from 1.
    case position(Int)

    /// The words for messages: `column 'ax'` or `column 3`.
    public var description: String {
        switch self {
        case .named(let name): "column '\(name)'"
        case .position(let place): "column \(place)"
        }
    }
}

/// A selected field of each row, and the kind of its content.
struct FieldSelection: Hashable {
    /// The kind of content to read.
    enum Content: Hashable {
        case number
        /// A time stamp, in whole nanoseconds.
        case stamp(StampNotation)
        /// 1 if the text equals this word, and 0 otherwise.
        case word(String)
    }

    /// The position of the field in the file, counted from 0.
    var field: Int
    var content = Content.number
}
