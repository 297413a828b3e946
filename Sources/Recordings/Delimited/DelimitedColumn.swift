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
