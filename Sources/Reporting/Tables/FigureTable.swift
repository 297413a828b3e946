public import Evaluation

/// A table of text and figures with caption, notes and remarks, independent of any output format.
///
/// Every table of a report is one of these. There is one renderer per format: ``text(width:)``
/// for terminals, ``markdown()``, ``csv()``, ``latex()``, ``json()``, and `PageTable` for HTML pages.
///
/// ```swift
/// let table = FigureTable(
///     columns: [
///         FigureTable.Column(key: "filter", title: "filter"),
///         FigureTable.Column(key: "lag_ms", title: "lag", unit: "ms", polarity: .closerToZeroIsBetter),
///     ],
///     rows: [[.text("lowPass"), .figure(12.5)], [.text("median"), .missing(note: nil)]]
/// )
/// print(table.markdown())
/// ```
public struct FigureTable: Sendable, Hashable {
    /// A column: text, or figures of one unit.
    public struct Column: Sendable, Hashable {
        /// The column's name for programs, with the unit; unique within a table.
        public var key: String
        /// The column's heading for people, without the unit.
        public var title: String
        /// The unit as in `Metric.unit`, such as "deg", "ms" or "%"; empty for text, counts and ratios.
        public var unit: String
        /// Which figures of the column are better; nil for a column of text.
        public var polarity: MetricPolarity?
        /// The heading for a terminal, in two lines; nil when title and unit are short enough.
        var shortHeading: ShortHeading?

        /// Creates a column of figures, or of text when there is no polarity.
        public init(key: String, title: String, unit: String = "", polarity: MetricPolarity? = nil) {
            self.key = key
            self.title = title
            self.unit = unit
            self.polarity = polarity
        }
    }

    /// A heading for narrow columns.
    struct ShortHeading: Sendable, Hashable {
        var title: String
        var unit: String
    }

    /// A cell: text, a figure, or a missing value.
    public struct Cell: Sendable, Hashable {
        /// The text for people; nil when there is no value.
        public var text: String?
        /// The figure with all its digits; nil for text and when there is no value.
        public var value: Double?
        /// Whether the cell is emphasised, as the best figure of its column is.
        public var isBest: Bool
        /// The confidence interval, in the column's unit.
        public var interval: BootstrapInterval?
        /// The number of recordings, or other cases, in a mean.
        public var count: Int?
        /// The number of recordings that could be in the mean.
        public var total: Int?
        /// The index in ``FigureTable/notes`` of a note on the cell.
        public var note: Int?
        /// Whether the text is code, such as an identifier.
        var isCode = false

        /// Creates a cell of text with its figure, if it has one.
        public init(
            text: String?,
            value: Double? = nil,
            isBest: Bool = false,
            interval: BootstrapInterval? = nil,
            count: Int? = nil,
            total: Int? = nil,
            note: Int? = nil
        ) {
            self.text = text
            self.value = value
            self.isBest = isBest
            self.interval = interval
            self.count = count
            self.total = total
            self.note = note
        }
    }

    /// One sentence above the table; may be empty.
    public var caption: String
    /// The columns. Those without a polarity hold text and are aligned left.
    public var columns: [Column]
    /// The rows, each as long as ``columns``.
    public var rows: [[Cell]]
    /// Sentences that cells refer to.
    public var notes: [String]
    /// Further sentences below the table, one per line.
    public var remarks: [String]
    /// The origin of the figures: checksums, parameters, tool and host, one per line. A terminal does not show them.
    public var provenance: [String]

    /// Creates a table.
    public init(
        caption: String = "",
        columns: [Column],
        rows: [[Cell]] = [],
        notes: [String] = [],
        remarks: [String] = [],
        provenance: [String] = []
    ) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
        self.notes = notes
        self.remarks = remarks
        self.provenance = provenance
    }

    /// Creates a table of plain text without rows; columns in `figures` are aligned right, and their titles are keys.
    package init(text: [String], figures: [String]) {
        self.init(
            columns: text.map { Column(key: $0, title: $0) }
                + figures.map { Column(key: $0, title: $0, polarity: .neutral) }
        )
    }

    /// Appends a row of texts.
    package mutating func append(_ texts: [String]) { rows.append(texts.map(Cell.text)) }
}

extension FigureTable {
    /// The table with its caption, notes and remarks as the content of a file.
    ///
    /// - Throws: ``ReportError/noTable(_:)`` for a format that has no tables, and ``ReportError/undrawable(_:)`` when
    ///   a value cannot be written as JSON.
    public func text(format: ReportFormat) throws(ReportError) -> String {
        switch format {
        case .markdown: (caption.isEmpty ? "" : MarkdownText.escaped(caption) + "\n\n") + markdown()
        case .csv: csv()
        case .json: try json()
        case .latex: LaTeXDocument.text(comments: provenance, sections: [latex()])
        case .html, .junit, .summary, .githubBenchmark, .bencher, .jsonLines: throw .noTable(format)
        }
    }
}

extension FigureTable.Column {
    /// Whether the column holds text.
    var isText: Bool { polarity == nil }

    /// The unit as people write it.
    var shownUnit: String { unit.hasPrefix("deg") ? "°" + unit.dropFirst(3) : unit }

    /// The title with its unit, such as `total RMSE (°)`.
    package var titleWithUnit: String { unit.isEmpty ? title : "\(title) (\(shownUnit))" }
}

extension FigureTable.Cell {
    /// A cell of text.
    public static func text(_ text: String) -> FigureTable.Cell { FigureTable.Cell(text: text) }

    /// A cell of code, such as an identifier.
    static func code(_ text: String) -> FigureTable.Cell {
        var cell = FigureTable.Cell(text: text)
        cell.isCode = true
        return cell
    }

    /// A figure with about three significant digits, or with a fixed number of decimals from 0 to 5.
    public static func figure(_ value: Double, decimals: Int? = nil) -> FigureTable.Cell {
        guard let decimals, value.magnitude < 1e9, (0...5).contains(decimals) else {
            return FigureTable.Cell(text: NumberText.short(value), value: value)
        }
        let digits = NumberText.fixed(value.magnitude, decimals: decimals)
        let isNegative = value < 0 && digits.contains { $0 != "0" && $0 != "." }
        return FigureTable.Cell(text: (isNegative ? "-" : "") + digits, value: value)
    }

    /// A cell without a value.
    ///
    /// - Parameter note: the index in ``FigureTable/notes`` of the reason.
    public static func missing(note: Int?) -> FigureTable.Cell { FigureTable.Cell(text: nil, note: note) }

    /// The interval as `[1.20, 3.40]`.
    var intervalText: String? { interval.map(NumberText.interval) }

    /// The share of recordings in the mean, such as `(2/3)`; nil when it is complete or the cell has no text.
    var basisText: String? { text == nil ? nil : partialBasisText }

    /// The share of recordings in the mean, such as `(2/3)`; nil when it is complete.
    var partialBasisText: String? {
        guard let count, let total, count < total else { return nil }
        return "(\(count)/\(total))"
    }
}
