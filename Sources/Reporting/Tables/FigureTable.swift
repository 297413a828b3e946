public import Evaluation
import Foundation
import Recordings

/// A table of text and numbers with caption, notes and remarks, independent of any output format.
///
/// All tables of reports have this type. There is one renderer per format: ``text(width:)`` for terminals,
/// ``markdown()``, ``csv()``, ``latex()``, ``json()``, and `pageValues` for HTML pages.
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
    /// A column of text, or of numbers with the same unit.
    public struct Column: Sendable, Hashable {
        /// The column's name for programs, with the unit. It is unique within a table.
        public var key: String
        /// The column's heading for people, without the unit.
        public var title: String
        /// The unit as in `Metric.unit`, such as "deg", "ms" or "%"; empty for text, counts and ratios.
        public var unit: String
        /// The polarity of the column: whether smaller or larger numbers are better; `nil` for a column of text.
        public var polarity: MetricPolarity?
        /// The heading for a terminal, in two lines; `nil` if title and unit are short enough.
        var shortHeading: ShortHeading?
        /// The largest difference between two numbers that counts as no difference when best values are marked.
        var negligibleDifference = 0.0

        /// Creates a column of numbers, or a column of text if there is no polarity.
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

    /// A cell: text, a number, or a missing value.
    public struct Cell: Sendable, Hashable {
        /// The text for people; `nil` if there is no value.
        public var text: String?
        /// The unrounded number; `nil` for text and for missing values.
        public var value: Double?
        /// A Boolean value that indicates whether the cell is emphasised because it is the best of its column.
        public var isBest: Bool
        /// The confidence interval, in the column's unit.
        public var interval: BootstrapInterval?
        /// The number of recordings or runs in a mean.
        public var count: Int?
        /// The number of all recordings or runs, including those without a value.
        public var total: Int?
        /// The index in ``FigureTable/notes`` of the note on the cell.
        public var note: Int?
        /// A Boolean value that indicates whether the text is code, such as an identifier.
        var isCode = false

        /// Creates a cell of text. If the text represents a number, `value` is this number.
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

    /// A sentence above the table, or an empty string.
    public var caption: String
    /// The columns. Columns without a polarity contain text and are aligned left.
    public var columns: [Column]
    /// The rows, each as long as ``columns``.
    public var rows: [[Cell]]
    /// Notes below the table; ``Cell/note`` is an index in this list.
    public var notes: [String]
    /// Further sentences below the table, one per line.
    public var remarks: [String]
    /// The origin of the values: checksums, parameters, tool and host, one per line. Tables on terminals omit the
    /// origin.
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

    /// Creates a table of plain text without rows. `text` contains the titles of the left-aligned columns. `figures`
    /// contains the titles of the right-aligned columns, which follow. Each title is also the key of its column.
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
    /// - Throws: ``ReportError/noTable(_:)`` for a format that has no tables, and ``ReportError/undrawable(_:)`` if a
    ///   value cannot be written as JSON.
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
    /// Creates the column of a metric, with the title that reports use.
    ///
    /// - Parameter title: the title of a metric that has no column in reports; by default, the metric's name.
    init(of metric: Metric, otherwise title: String? = nil) {
        let known = ReportColumn.all.first { $0.metric == metric }?.plainTitle
        self.init(key: metric.name, title: known ?? title ?? metric.name, unit: metric.unit, polarity: metric.polarity)
        negligibleDifference = metric.negligibleDifference
    }

    /// A Boolean value that indicates whether the column contains text.
    var isText: Bool { polarity == nil }

    /// The unit as shown to people.
    var shownUnit: String { unit.hasPrefix("deg") ? "°" + unit.dropFirst(3) : unit }

    /// The title with its unit, such as `total RMSE (°)`.
    package var titleWithUnit: String { unit.isEmpty ? title : "\(title) (\(shownUnit))" }

    /// Returns a copy with another key and title.
    func named(_ name: String) -> FigureTable.Column {
        var column = self
        (column.key, column.title) = (name, name)
        return column
    }
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

    /// A number with about three significant digits, or with a fixed number of decimals from 0 to 5.
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
    /// - Parameter note: the index in ``FigureTable/notes`` of the note that gives the reason; `nil` for no note.
    public static func missing(note: Int?) -> FigureTable.Cell { FigureTable.Cell(text: nil, note: note) }

    /// The interval as `[1.20, 3.40]`.
    var intervalText: String? { interval.map(NumberText.interval) }

    /// The number of recordings in the mean and the number of all recordings, such as `(2/3)`; `nil` if the mean covers
    /// all recordings or the cell has no text.
    var basisText: String? { text == nil ? nil : partialBasisText }

    /// The number of recordings in the mean and the number of all recordings, such as `(2/3)`; `nil` if the mean covers
    /// all recordings.
    var partialBasisText: String? {
        guard let count, let total, count < total else { return nil }
        return "(\(count)/\(total))"
    }
}

extension FigureTable {
    /// The table as CSV, with unrounded numbers.
    ///
    /// A column with intervals is followed by the columns `…_lower` and `…_upper`, and a column of means by `…_count`.
    /// A missing value is an empty field. Text that begins like a spreadsheet formula gets a leading apostrophe.
    public func csv() -> String {
        let extras = columns.indices.map { column in
            (
                hasIntervals: rows.contains { $0[column].interval != nil },
                hasCounts: rows.contains { $0[column].count != nil }
            )
        }
        let header = zip(columns, extras).flatMap { (column, extras) -> [String] in
            var keys = [column.key]
            if extras.hasIntervals { keys += ["\(column.key)_lower", "\(column.key)_upper"] }
            if extras.hasCounts { keys.append("\(column.key)_count") }
            return keys
        }
        let fields = rows.map { row in
            zip(row, extras).flatMap { (cell, extras) -> [String] in
                var fields = [cell.value.map(NumberText.exact) ?? CSVText.safe(cell.text ?? "")]
                if extras.hasIntervals {
                    fields += [cell.interval?.lower, cell.interval?.upper].map { $0.map(NumberText.exact) ?? "" }
                }
                if extras.hasCounts { fields.append(cell.count.map(String.init) ?? "") }
                return fields
            }
        }
        return CSVText.lines([header.map(CSVText.safe)] + fields)
    }
}

extension FigureTable {
    /// The table as JSON of schema `sextant.table/1`.
    ///
    /// A column has its unit and polarity. A cell has its text, its unrounded value, its interval, its count, and the
    /// index of its note.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> String {
        let document: JSONObject = [
            "schema": "sextant.table/1",
            "caption": caption,
            "columns": columns.map { column -> JSONObject in
                let polarity = column.polarity?.rawValue
                return JSONObject(known: [
                    "key": column.key, "title": column.title, "unit": column.unit, "polarity": polarity,
                ])
            },
            "rows": rows.map { $0.map(Self.json) },
            "notes": notes,
            "remarks": remarks,
            "provenance": provenance,
        ]
        return try TidyJSON.text(document, file: "table.json")
    }

    private static func json(_ cell: Cell) -> JSONObject {
        JSONObject(known: [
            "text": cell.text,
            "value": cell.value,
            "lower": cell.interval?.lower,
            "upper": cell.interval?.upper,
            "count": cell.count,
            "total": cell.total,
            // The index in `notes`, counted from 0.
            "note": cell.note,
            "best": cell.isBest,
        ])
    }
}

extension FigureTable {
    /// The maximum total width of the columns of text, in em. Longer texts are wrapped.
    private static let maximumTextWidth = 20.0
    /// An upper bound for the width of most letters, in em.
    private static let letterWidth = 0.55

    /// The table as LaTeX: a `longtable` with `booktabs` rules and `siunitx` columns, followed by notes and remarks.
    ///
    /// It needs the packages array, booktabs, longtable, siunitx and textcomp.
    public func latex() -> String {
        let formats = columns.indices.map { column in
            columns[column].isText
                ? ">{\\raggedright\\arraybackslash}p{\(width(of: column))em}" : "S[table-format=\(format(of: column))]"
        }
        // Numbers are narrower than titles, so each word of a title gets a separate line.
        let titles = columns.map { column in
            let words = column.title.split(separator: " ").map { LaTeXText.escaped(String($0)) }
            return column.isText || words.count < 2
                ? "{\(LaTeXText.breakable(column.title))}"
                : "{\\shortstack{\(words.joined(separator: "\\\\"))}}"
        }
        let units = columns.map { $0.unit.isEmpty ? "" : "{(\(LaTeXText.escaped($0.shownUnit)))}" }
        let hasUnits = units.contains { !$0.isEmpty }
        let header = [titles] + (hasUnits ? [units] : [])
        let headerLines = header.map { $0.joined(separator: " & ") + " \\\\\n" }.joined()
        var text = "\\begingroup\\small\\setlength{\\tabcolsep}{3pt}\n"
        text += "\\begin{longtable}{\(formats.joined(separator: "\n  "))}\n"
        if !caption.isEmpty { text += "\\caption{\(LaTeXText.escaped(caption))} \\\\\n" }
        text += "\\toprule\n\(headerLines)\\midrule\n\\endfirsthead\n"
        text += "\\toprule\n\(headerLines)\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n"
        text += rows.map(lines).joined()
        text += "\\end{longtable}\n\\endgroup\n"
        let below =
            notes.enumerated().map { "\\textsuperscript{\($0 + 1)}~\(LaTeXText.breakable($1))" }
            + (remarks + provenance).map(LaTeXText.breakable)
        if !below.isEmpty {
            text += "{\\footnotesize\n" + below.map { "\($0)\\par\n" }.joined() + "}\n"
        }
        return text
    }

    /// Returns the row as LaTeX. If the row has confidence intervals, they follow below the values in small type.
    private func lines(_ row: [Cell]) -> String {
        let figures = zip(columns, row).map { column, cell in
            column.isText ? LaTeXText.breakable(cell.text ?? "–") + Self.mark(cell) : Self.figure(cell)
        }
        var text = figures.joined(separator: " & ") + " \\\\"
        if row.contains(where: { $0.interval != nil || $0.basisText != nil }) {
            let below = row.map { cell in
                let parts = [cell.intervalText, cell.basisText].compactMap { $0.map(LaTeXText.escaped) }
                return parts.isEmpty ? "" : Self.stack(parts)
            }
            text += "*\n" + below.joined(separator: " & ") + " \\\\[2pt]"
        }
        return text + "\n"
    }

    /// The LaTeX of lines in small type, one below the other. The first line is aligned with the row.
    private static func stack(_ lines: [String]) -> String {
        "{\\scriptsize\\begin{tabular}[t]{@{}c@{}}\(lines.joined(separator: "\\\\"))\\end{tabular}}"
    }

    private static func figure(_ cell: Cell) -> String {
        guard let shown = cell.text else { return "{\\textendash\(mark(cell))}" }
        let weight = cell.isBest ? "\\bfseries " : ""
        // siunitx aligns only plain numbers at the decimal point.
        guard isPlain(shown) else { return "{\(weight)\(LaTeXText.escaped(shown))\(mark(cell))}" }
        return weight + shown + mark(cell)
    }

    private static func mark(_ cell: Cell) -> String {
        cell.note.map { "\\textsuperscript{\($0 + 1)}" } ?? ""
    }

    private static func isPlain(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    /// The width of a column of text, in em.
    private func width(of column: Int) -> String {
        let longest = ([columns[column].title] + rows.map { $0[column].text ?? "" }).map(DisplayWidth.of).max() ?? 0
        let maximum = Self.maximumTextWidth / Double(max(1, columns.count { $0.isText }))
        return NumberText.fixed(min(maximum, Double(longest + 1) * Self.letterWidth), decimals: 1)
    }

    /// The `siunitx` format of a column: the maximum numbers of digits before and after the decimal point.
    private func format(of column: Int) -> String {
        var (whole, decimals, isNegative) = (1, 0, false)
        for row in rows {
            guard let text = row[column].text, Self.isPlain(text) else { continue }
            let parts = text.drop { $0 == "-" }.split(separator: ".")
            whole = max(whole, parts[0].count)
            decimals = max(decimals, parts.count > 1 ? parts[1].count : 0)
            isNegative = isNegative || text.hasPrefix("-")
        }
        return (isNegative ? "-" : "") + "\(whole).\(decimals)"
    }

    /// Returns the LaTeX code of a table that contains only text. The code has no caption and uses the normal font
    /// size.
    ///
    /// - Parameter widths: the width of each column, as a fraction of the line's width.
    func latexText(widths: [String]) -> String {
        let format = widths.map { ">{\\raggedright\\arraybackslash}p{\($0)\\linewidth}" }.joined(separator: "\n  ")
        let cells = [columns.map(\.title)] + rows.map { $0.map { $0.text ?? "–" } }
        let lines = cells.map { $0.map(LaTeXText.breakable).joined(separator: " & ") + " \\\\\n" }
        return "\\begin{longtable}{\(format)}\n\\toprule\n\(lines[0])\\midrule\n\\endhead\n"
            + "\\bottomrule\n\\endlastfoot\n" + lines.dropFirst().joined() + "\\end{longtable}\n"
    }
}

extension FigureTable {
    /// The table as a bare `tabular` with `booktabs` rules, to be read by `\input` within a `table` of a paper.
    ///
    /// It contains no paths, no checksums and no origin. Columns are as narrow as their values, so that eight columns
    /// fit a width of 85 mm in `\footnotesize`. It needs the package booktabs.
    ///
    /// - Parameter hasIntervals: whether the intervals are printed below the values.
    public func latexFragment(hasIntervals: Bool) -> String {
        let formats = columns.indices.map { column in
            guard columns[column].isText else { return "r" }
            let longest = rows.map { DisplayWidth.of($0[column].text ?? "") }.max() ?? 0
            return longest > Self.longestLine ? "p{\(Self.narrowWidth)}" : "l"
        }.joined()
        let heads = columns.map { column in
            let words = column.title.split(separator: " ").map { LaTeXText.escaped(String($0)) }
            let unit = column.unit.isEmpty ? [] : ["(\(LaTeXText.escaped(column.shownUnit)))"]
            let lines = column.isText ? [words.joined(separator: " ")] : words + unit
            return lines.count > 1 ? "\\shortstack[r]{\(lines.joined(separator: "\\\\"))}" : lines.joined()
        }
        var text = "\\begin{tabular}{@{}\(formats)@{}}\n\\toprule\n\(heads.joined(separator: " & ")) \\\\\n\\midrule\n"
        for row in rows {
            let cells = zip(columns, row).map { column, cell in
                let text = cell.text ?? "–"
                let shown = column.isText ? LaTeXText.breakable(text) : LaTeXText.escaped(text)
                let figure = column.isText || cell.text == nil ? shown : Self.withMinus(shown)
                return cell.isBest ? "\\textbf{\(figure)}" : figure
            }
            text += cells.joined(separator: " & ") + " \\\\\n"
            guard hasIntervals, row.contains(where: { $0.interval != nil }) else { continue }
            let below = row.map { cell in
                cell.intervalText.map { "{\\tiny \(LaTeXText.escaped($0))}" } ?? ""
            }
            text += below.joined(separator: " & ") + " \\\\[1pt]\n"
        }
        return text + "\\bottomrule\n\\end{tabular}%\n"
    }

    /// The definition of `\sextantcaption`, the text for the `\caption` of ``latexFragment(hasIntervals:)``. It
    /// describes the content of the table and the meaning of its marks.
    public func latexCaption(hasIntervals: Bool) -> String {
        var sentences = [caption]
        let hasMeans = rows.joined().contains { $0.total.map { $0 > 1 } ?? false }
        if hasMeans { sentences.append("Means over the recordings with equal weights.") }
        sentences += [fewerRecordings].compactMap(\.self)
        if rows.joined().contains(where: \.isBest) {
            sentences.append(
                "Bold: the best value" + (hasUnmarked ? ", if all means cover the same recordings." : ".")
            )
        }
        let signed = columns.filter { $0.polarity == .closerToZeroIsBetter }.map(\.title)
        if hasMeans, !signed.isEmpty {
            let titles = signed.joined(separator: ", ").capitalisedFirst
            sentences.append("\(titles): means with signs, compared by absolute values.")
        }
        if hasIntervals, rows.joined().contains(where: { $0.interval != nil }) {
            sentences.append("Brackets: 95 % bootstrap interval over the recordings.")
        }
        return "\\def\\sextantcaption{\(sentences.map(LaTeXText.escaped).joined(separator: " "))}%\n"
    }

    /// A sentence that lists the columns whose means do not cover all recordings; `nil` if there are no such columns.
    private var fewerRecordings: String? {
        let parts = columns.indices.compactMap { column -> (title: String, counts: [Int], totals: Set<Int>)? in
            let cells = rows.map { $0[column] }
            let counts = cells.compactMap(\.count)
            guard cells.contains(where: { ($0.count ?? 0) < ($0.total ?? 0) && $0.text != nil }) else { return nil }
            return (columns[column].title, counts, Set(cells.compactMap(\.total)))
        }
        guard !parts.isEmpty else { return nil }
        guard parts.count < 5, parts.allSatisfy({ $0.totals.count == 1 }) else {
            return "Some means are over fewer recordings."
        }
        let texts = parts.map { part in
            let (minimum, maximum) = (part.counts.min() ?? 0, part.counts.max() ?? 0)
            let range = minimum == maximum ? "\(minimum)" : "\(minimum) to \(maximum)"
            return "\(part.title) (\(range) of \(part.totals.first ?? 0))"
        }
        return "Over fewer recordings: \(texts.joined(separator: ", "))."
    }

    /// A Boolean value that indicates whether a column has no marked best value. Columns with fewer than two values,
    /// and columns without a better direction, are ignored.
    private var hasUnmarked: Bool {
        columns.indices.contains { column in
            columns[column].polarity != nil && columns[column].polarity != .neutral
                && rows.count { $0[column].value != nil } > 1 && !rows.contains { $0[column].isBest }
        }
    }

    /// The maximum width of a text that is not wrapped, in terminal columns.
    private static let longestLine = 16
    private static let narrowWidth = "10em"

    private static func withMinus(_ text: String) -> String {
        text.hasPrefix("-") ? "$-$" + text.dropFirst() : text
    }
}

extension FigureTable {
    /// The table as Markdown, followed by notes, remarks and provenance.
    ///
    /// The caption is not included, because only the caller knows its heading level.
    public func markdown() -> String {
        var text = markdownRows()
        if !notes.isEmpty {
            text += "\n" + notes.enumerated().map { "\($0 + 1). \(MarkdownText.escaped($1))\n" }.joined()
        }
        let below = remarks + provenance
        if !below.isEmpty { text += "\n" + below.map { "- \(MarkdownText.escaped($0))\n" }.joined() }
        return text
    }

    /// The header and the rows of the table.
    ///
    /// - Parameter showsEmptyBasis: whether a missing mean is followed by its number of recordings, as in
    ///   `– (0/3)`.
    package func markdownRows(showsEmptyBasis: Bool = false) -> String {
        let header = columns.map { MarkdownText.escaped($0.titleWithUnit) }
        let rule = columns.map { $0.isText ? "---" : "---:" }
        let cells = rows.map { row in row.map { Self.markdown($0, showsEmptyBasis: showsEmptyBasis) } }
        return ([header, rule] + cells).map { Self.markdownLine($0) + "\n" }.joined()
    }

    /// A table line of cells that are already Markdown.
    package static func markdownLine(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private static func markdown(_ cell: Cell, showsEmptyBasis: Bool) -> String {
        let shown = cell.text.map { text in
            cell.isCode ? MarkdownText.code(text) : cell.value == nil ? MarkdownText.escaped(text) : text
        }
        let figure = shown ?? "–"
        let basis = showsEmptyBasis ? cell.partialBasisText : cell.basisText
        let parts = [cell.isBest ? "**\(figure)**" : figure, cell.intervalText, basis]
        return parts.compactMap(\.self).joined(separator: " ") + (cell.note.map { "<sup>\($0 + 1)</sup>" } ?? "")
    }
}
