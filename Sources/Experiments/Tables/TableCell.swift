public import Evaluation

/// The content of a cell in a report table.
public enum TableCell: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A SPEC or an identifier, which renderers distinguish from prose.
    case code(String)
    /// A number with its form and tolerance.
    case number(TableNumber)
    /// A missing value; the table's notes give the reason.
    case missing
}

/// A number in a report table, with its form and tolerance.
public struct TableNumber: Sendable, Hashable {
    /// The exact value.
    public var value: Double
    /// The form in documents.
    public var form: TableNumberForm
    /// The accepted difference when the table is regenerated.
    public var tolerance: TableTolerance

    /// Creates a number.
    public init(_ value: Double, _ form: TableNumberForm, tolerance: TableTolerance = .absolute(0)) {
        self.value = value
        self.form = form
        self.tolerance = tolerance
    }
}

/// The form of a number in documents.
public enum TableNumberForm: Sendable, Hashable {
    /// This number of decimals.
    case decimals(Int)
    /// At most this number of significant digits, without trailing zeros.
    case digits(Int)
    /// A length in metres with a suitable unit and two significant digits, such as `12 mm`. A length up to the
    /// resolution is shown as `<1 µm`.
    case length(resolution: Double)
}
