/// How a file of delimited text is written.
public struct DelimitedFormat: Sendable, Hashable {
    /// The byte between two fields.
    public var delimiter: UInt8
    /// Other bytes that may stand between two fields: that which splits the first row into the most fields is taken.
    public var alternativeDelimiters: [UInt8] = []
    /// Whether several delimiters in a row count as one, and those at the ends of a row as none (columns aligned by
    /// spaces).
    public var collapsesDelimiters: Bool
    /// How many rows name the columns. With several, a column's name is that of each row in turn, with spaces between
    /// them; an empty cell in a row before the last one stands for the cell to its left.
    public var headerRows: Int
    /// A line that starts with this byte is skipped; nil where there are no comments.
    public var comment: UInt8?
    /// Whether numbers may be written with a comma for the decimal point.
    public var hasDecimalComma: Bool
    /// Whether an empty cell in a selected column reads as NaN rather than being an error.
    public var emptyIsNaN: Bool
    /// Whether bytes that are not UTF-8 are taken for Windows-1252 rather than being an error.
    public var acceptsWindows1252 = false
    /// A row, and with it a field, that is longer than this is an error: it bounds the reader's memory.
    public var maximumRowBytes: Int

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

    /// Whether the first row names the columns.
    public var hasHeader: Bool { headerRows > 0 }

    /// Commas and a header line.
    public static let commaSeparated = DelimitedFormat()
    /// Any number of spaces, no header line.
    public static let spaceAligned = DelimitedFormat(
        delimiter: UInt8(ascii: " "),
        collapsesDelimiters: true,
        hasHeader: false
    )
}
