import Evaluation
import Experiments
import Recordings

/// A file format of committed report tables, with functions that write and parse rows.
public enum TableFormat: String, Sendable, Hashable, CaseIterable {
    /// A page in Markdown.
    case markdown = "md"
    /// Comma-separated values. The tolerance of a number determines how many digits are written.
    case csv

    /// The file name of a report table in this format: `table.md` or `table.csv`.
    public var fileName: String { "table.\(rawValue)" }

    /// The line of a row that consists of the given cell texts. The line end is not included.
    func line(_ cells: [String]) -> String {
        switch self {
        case .markdown: FigureTable.markdownLine(cells)
        case .csv: cells.map(CSVText.quoted).joined(separator: ",")
        }
    }

    /// The text of a cell in this format.
    func text(_ cell: TableCell) -> String {
        switch (self, cell) {
        case (.markdown, .text(let text)): MarkdownText.escaped(text)
        case (.markdown, .code(let text)): MarkdownText.code(text)
        case (.markdown, .number(let number)): TableText(shown: number).text
        case (.markdown, .missing): "–"
        case (.csv, .text(let text)), (.csv, .code(let text)): CSVText.safe(text)
        case (.csv, .number(let number)): TableText(exact: number).text
        case (.csv, .missing): ""
        }
    }

    /// Returns whether a committed text equals the cell within the cell's tolerance.
    func allows(_ committed: String, for cell: TableCell) -> Bool {
        guard case .number(let number) = cell else { return committed == text(cell) }
        return (self == .markdown ? TableText(shown: number) : TableText(exact: number)).allows(committed)
    }

    /// The cells of a line; `nil` for a line that is not a row.
    func cells(of line: Substring) -> [String]? {
        switch self {
        case .markdown:
            guard line.hasPrefix("| "), line.hasSuffix(" |"), line.count >= 4 else { return nil }
            // A separator begins with a blank, so an escaped bar (`\|`) does not separate cells.
            let content = line.dropFirst(2).dropLast(2)
            return content.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
        case .csv: return Self.fields(of: line)
        }
    }

    private static func fields(of line: Substring) -> [String] {
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        for character in line {
            switch character {
            case "\"":
                // Two quotes inside a quoted field represent one quote.
                if !isQuoted, field.isEmpty == false { field.append("\"") }
                isQuoted.toggle()
            case "," where !isQuoted:
                fields.append(field)
                field = ""
            default: field.append(character)
            }
        }
        return fields + [field]
    }
}

/// The text of a number in a report table, and its comparison with a committed text.
struct TableText {
    let number: TableNumber
    private let form: TableNumberForm

    /// Formats a number for people.
    init(shown number: TableNumber) {
        self.number = number
        form = number.form
    }

    /// Formats a number for programs, with every digit that its tolerance justifies.
    ///
    /// The text never has fewer digits than the text for people.
    init(exact number: TableNumber) {
        self.number = number
        switch (number.form, number.tolerance) {
        case (.decimals(let decimals), .absolute(let limit)) where limit > 0:
            form = .decimals(max(decimals, Self.certainDigits(limit)))
        case (.digits(let digits), .relative(let share)) where share > 0:
            form = .digits(max(digits, Self.certainDigits(share)))
        case (.length, .relative(let share)) where share > 0: form = .digits(max(2, Self.certainDigits(share)))
        case (.length, _): form = .digits(3)
        default: form = number.form
        }
    }

    /// The formatted number.
    var text: String { text(of: number.value) }

    /// Returns whether `committed` is the text of an acceptable number. The difference between that number and the
    /// newly computed number must not exceed the tolerance.
    func allows(_ committed: String) -> Bool {
        if committed == text { return true }
        let limit = number.tolerance.limit(at: number.value)
        guard limit > 0 else { return false }
        if case .length = form { return [-limit, limit].contains { text(of: number.value + $0) == committed } }
        guard let value = Double(committed) else { return false }
        // Formatting rounds by up to half a unit of the last digit.
        return (value - number.value).magnitude <= limit + lastDigitUnit / 2
    }

    private func text(of value: Double) -> String {
        switch form {
        case .decimals(let decimals):
            let digits = NumberText.fixed(value.magnitude, decimals: decimals)
            return value < 0 && Double(digits) != 0 ? "-" + digits : digits
        case .digits(let digits): return NumberText.exact(NumberText.significant(value, digits: digits))
        case .length(let resolution): return LengthText.rounded(max(value, 0), resolution: resolution)
        }
    }

    /// The value of one unit in the last digit of the formatted number, such as 0.01 for two decimals.
    private var lastDigitUnit: Double {
        switch form {
        case .decimals(let decimals): return Self.powerOfTen(-decimals)
        case .digits(let digits):
            guard number.value != 0 else { return 0 }
            var (size, exponent) = (number.value.magnitude, 1 - digits)
            while size >= 10 { (size, exponent) = (size / 10, exponent + 1) }
            while size < 1 { (size, exponent) = (size * 10, exponent - 1) }
            return Self.powerOfTen(exponent)
        case .length: return 0
        }
    }

    /// The number of decimals that are certain if a value may deviate by `limit`. One unit of the last certain decimal
    /// is at least ten times the limit.
    private static func certainDigits(_ limit: Double) -> Int {
        (0...5).last { powerOfTen(-$0) > 9.9 * limit } ?? 0
    }

    private static func powerOfTen(_ exponent: Int) -> Double {
        let power = (0..<exponent.magnitude).reduce(1.0) { power, _ in power * 10 }
        return exponent < 0 ? 1 / power : power
    }
}
