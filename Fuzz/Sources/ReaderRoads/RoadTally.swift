/// What a comparison of the roads went through: whether it was worth it.
public struct RoadTally: Sendable {
    public private(set) var cases = 0
    /// Cases that end with an error, behind any number of rows.
    public private(set) var errors = 0
    /// Cases that give rows.
    public private(set) var withRows = 0
    public private(set) var rows = 0

    mutating func count(rows: Int, isError: Bool) {
        cases += 1
        if isError { errors += 1 }
        if rows > 0 { withRows += 1 }
        self.rows += rows
    }
}
