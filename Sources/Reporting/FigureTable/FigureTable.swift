public import Evaluation

/// A table of words and figures with what explains it, before anything is made text of it.
///
/// The same table goes to a terminal, a page, a paper and a program: see ``text(width:)``, ``markdown()``, ``csv()``,
/// ``latex()`` and ``json()``.
public struct FigureTable: Sendable, Hashable {
    public struct Column: Sendable, Hashable {
        /// The column's name for programs, with the unit; each once in a table.
        public var key: String
        /// What stands above it for people, without the unit.
        public var title: String
        /// "deg", "ms", "%", … as in `Metric.unit`; "" for words, counts and ratios.
        public var unit: String
        /// Which way its figures are good; nil for words.
        public var polarity: MetricPolarity?

        public init(key: String, title: String, unit: String = "", polarity: MetricPolarity? = nil) {
            self.key = key
            self.title = title
            self.unit = unit
            self.polarity = polarity
        }
    }

    public struct Cell: Sendable, Hashable {
        /// As people read it; nil where there is no value.
        public var text: String?
        /// The figure with all its digits; nil for words and where there is no value.
        public var value: Double?
        /// Whether it is the best of its column.
        public var isBest: Bool
        /// Of a mean, in its unit.
        public var interval: BootstrapInterval?
        /// On how many recordings, or other cases, a mean rests.
        public var count: Int?
        /// On how many it could rest.
        public var total: Int?
        /// The place among ``FigureTable/notes`` of what a reader must know of the cell.
        public var note: Int?

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

    /// One sentence; may be empty.
    public var caption: String
    /// Those without a polarity hold words and stand left.
    public var columns: [Column]
    /// Each as long as ``columns``.
    public var rows: [[Cell]]
    /// Sentences that cells refer to.
    public var notes: [String]
    /// What else is to be said below; a line each.
    public var remarks: [String]
    /// Where the figures come from: checksums, parameters, tool and host; a line each. A terminal does not show them.
    public var provenance: [String]

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
}

extension FigureTable.Column {
    var isWords: Bool { polarity == nil }

    /// The unit as people write it.
    var shownUnit: String { unit == "deg" ? "°" : unit }

    /// `total RMSE (°)`.
    var titleWithUnit: String { unit.isEmpty ? title : "\(title) (\(shownUnit))" }
}

extension FigureTable.Cell {
    /// Words.
    public static func words(_ text: String) -> FigureTable.Cell { FigureTable.Cell(text: text) }

    /// A figure, shown with about three significant digits, or with so many behind the point.
    public static func figure(_ value: Double, decimals: Int? = nil) -> FigureTable.Cell {
        guard let decimals, value.magnitude < 1e9, (0...5).contains(decimals) else {
            return FigureTable.Cell(text: NumberText.short(value), value: value)
        }
        let digits = NumberText.fixed(value.magnitude, decimals: decimals)
        let isNegative = value < 0 && digits.contains { $0 != "0" && $0 != "." }
        return FigureTable.Cell(text: (isNegative ? "-" : "") + digits, value: value)
    }

    /// No value.
    public static func missing(note: Int?) -> FigureTable.Cell { FigureTable.Cell(text: nil, note: note) }

    /// `[1.2, 3.4]`.
    var intervalText: String? {
        interval.map { "[\(NumberText.short($0.lower)), \(NumberText.short($0.upper))]" }
    }

    /// `(2/3)`, where a mean does not rest on all that it could.
    var basisText: String? {
        guard text != nil, let count, let total, count < total else { return nil }
        return "(\(count)/\(total))"
    }
}
