/// A column of a delimited file, by what the header calls it or by its place.
public enum DelimitedColumn: Sendable, Hashable, CustomStringConvertible {
    /// The column with this name in the header line.
    case named(String)
    /// The column at this place, counted from 1.
    case position(Int)

    /// As it stands in messages: `column 'ax'` or `column 3`.
    public var description: String {
        switch self {
        case .named(let name): "column '\(name)'"
        case .position(let place): "column \(place)"
        }
    }
}
