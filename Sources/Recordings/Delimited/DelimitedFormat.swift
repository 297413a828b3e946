import Foundation

/// The format of a delimited text file: its delimiter, header rows, comments and notation of numbers.
public struct DelimitedFormat: Sendable, Hashable {
    /// The rows of one type, in a file whose rows have several types.
    struct RowType: Sendable, Hashable {
        /// The column with the type, counted from 1.
        var column: Int
        /// The type of the rows to read. In these rows, ``column`` contains this text.
        var text: String
        /// A Boolean value that indicates whether the column names are in a comment line that starts with the type.
        var hasHeaderInComments: Bool
    }

    /// The first line to read in a file.
    package enum Start: Sendable, Hashable {
        /// A line number, counted from 1.
        case line(Int)
        /// A pattern. The first line that matches the pattern is the first line to read.
        case pattern(String)

        /// Returns a Boolean value that indicates whether a line is the first line to read.
        func matches(_ text: String, line: Int) -> Bool {
            switch self {
            case .line(let number): line == number
            case .pattern(let pattern): TextPattern(pattern, form: .header).match(text) != nil
            }
        }

        /// The description of the first line to read, for messages.
        var description: String {
            switch self {
            case .line(let number): "line \(number)"
            case .pattern(let pattern): "the line '\(pattern)'"
            }
        }
    }

    /// The byte between two fields.
    public var delimiter: UInt8
    /// Other possible delimiters. The reader uses the delimiter that splits the first row into the largest number of
    /// fields.
    public var alternativeDelimiters: [UInt8] = []
    /// A Boolean value that indicates whether consecutive delimiters count as one delimiter, as in columns aligned with
    /// spaces. If `true`, delimiters at the ends of a row are ignored.
    public var collapsesDelimiters: Bool
    /// The number of header rows.
    ///
    /// With several header rows, the name of a column consists of the column's cells in all header rows, separated by
    /// spaces. In all rows except the last, an empty cell repeats the cell to its left.
    public var headerRows: Int
    /// The byte that starts a comment line, or `nil` if the file has no comments.
    public var comment: UInt8?
    /// A Boolean value that indicates whether numbers may have a decimal comma.
    public var hasDecimalComma: Bool
    /// A Boolean value that indicates whether an empty cell, or a word such as `NULL` or `NA`, in a selected column is
    /// read as NaN. Otherwise, such a cell is an error.
    public var emptyIsNaN: Bool
    /// A Boolean value that indicates whether text that is not UTF-8 is decoded as Windows-1252. Otherwise, it is an
    /// error.
    public var acceptsWindows1252 = false
    /// The rows to read in a file whose rows have different columns, or `nil` if all rows have the same columns.
    var rowType: RowType?
    /// The first line to read. Earlier lines are skipped. If `nil`, no lines are skipped.
    package var start: Start?
    /// The maximum length of a row in bytes, which limits the reader's memory. A longer row is an error.
    public var maximumRowBytes: Int

    /// Creates a format. The parameters are described at the properties.
    public init(
        delimiter: UInt8 = UInt8(ascii: ","),
        collapsesDelimiters: Bool = false,
        hasHeader: Bool = true,
        comment: UInt8? = UInt8(ascii: "#"),
        hasDecimalComma: Bool = false,
        emptyIsNaN: Bool = false,
        maximumRowBytes: Int = 1 << 20
    ) {
        self.delimiter = delimiter
        self.collapsesDelimiters = collapsesDelimiters
        self.headerRows = hasHeader ? 1 : 0
        self.comment = comment
        self.hasDecimalComma = hasDecimalComma
        self.emptyIsNaN = emptyIsNaN
        self.maximumRowBytes = maximumRowBytes
    }

    /// Returns a format with a header row for files in which commas, semicolons or tabs separate the fields. The text
    /// may be in Windows-1252.
    static func unknown(comment: UInt8? = nil) -> DelimitedFormat {
        var format = DelimitedFormat(comment: comment)
        format.alternativeDelimiters = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        format.acceptsWindows1252 = true
        return format
    }

    /// A Boolean value that indicates whether the file starts with the names of the columns.
    public var hasHeader: Bool { headerRows > 0 }

    /// The format with commas as delimiters and one header row.
    public static let commaSeparated = DelimitedFormat()
    /// The format with one or more spaces between fields and no header.
    public static let spaceAligned = DelimitedFormat(
        delimiter: UInt8(ascii: " "),
        collapsesDelimiters: true,
        hasHeader: false
    )
}

/// The parser and the number of threads for reading delimited files. Results and errors do not depend on these
/// settings.
public struct DelimitedReading: Sendable, Hashable {
    /// A parser of rows.
    public enum Parser: String, Sendable, CaseIterable {
        /// The fast parser for rows of plain numbers, and libcsv for all other rows.
        case fast
        /// libcsv for all rows.
        case libcsv
    }

    /// The parser for rows.
    public var parser: Parser
    /// The number of threads, at least 1. Pipes and short files use one thread.
    public var threads: Int

    /// Creates the settings.
    ///
    /// - Parameters:
    ///   - parser: the parser for rows.
    ///   - threads: the number of threads, at least 1. The default is the number of cores, at most four. More threads
    ///     do not help, because one thread consumes the rows.
    public init(parser: Parser = .fast, threads: Int? = nil) {
        precondition(threads ?? 1 > 0, "reading needs at least one thread")
        self.parser = parser
        self.threads = threads ?? min(ProcessInfo.processInfo.activeProcessorCount, 4)
    }
}

extension DelimitedFormat {
    /// The option with which `awk` splits rows in this format, followed by a space; empty for spaces.
    package var awkSeparator: String {
        switch delimiter {
        case UInt8(ascii: " "): ""
        case UInt8(ascii: "\t"): "-F'\\t' "
        default: "-F'\(UnicodeScalar(delimiter))' "
        }
    }
}
