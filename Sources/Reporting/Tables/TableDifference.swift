/// A place where a committed report table is not what comes out.
public struct TableDifference: Sendable, Hashable {
    public var file: String
    /// In the committed file, counted from 1; nil where the line is missing there.
    public var line: Int?
    /// What tells the row apart; nil outside of rows.
    public var row: String?
    public var column: String?
    /// nil where there is nothing.
    public var committed: String?
    public var found: String?
}

extension TableDifference: CustomStringConvertible {
    public var description: String {
        let place = [row, column].compactMap(\.self).joined(separator: ", ")
        let head = "\(file)\(line.map { ":\($0)" } ?? ""): \(place.isEmpty ? "" : place + ": ")"
        switch (committed, found) {
        case (let committed?, let found?): return "\(head)committed \(committed), found \(found)"
        case (let committed?, nil): return "\(head)committed \(committed), found no such line"
        case (nil, let found): return "\(head)found \(found ?? ""), which is not committed"
        }
    }
}
