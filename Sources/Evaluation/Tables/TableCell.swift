/// What stands in a cell of a report table.
public enum TableCell: Sendable, Hashable {
    case text(String)
    /// What a SPEC, a name in a program or the like is called: set apart from prose.
    case code(String)
    case number(TableNumber)
    /// There is no value; the table's notes say why.
    case missing
}
