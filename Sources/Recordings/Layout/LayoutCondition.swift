/// What a recording looks like from outside: the names of its files, how one of them starts, what its metadata say.
///
/// All of it has to hold.
public struct LayoutCondition: Sendable, Hashable {
    /// What stands between numbers.
    public enum Separator: String, Sendable, Hashable, CaseIterable {
        case space
        /// Or a semicolon, or a tabulator.
        case comma
    }

    /// Files that are there, with `*` for any text; empty where the recording itself is meant.
    public var files: [String] = []
    /// What the names of the columns of a file that fits the first of ``files`` look like, joined with commas: `*` stands for any text.
    /// All of them fit.
    public var header: [String] = []
    /// The name of the outermost element, in a file of XML.
    public var root: String?
    /// How many numbers stand in the first row of a file that fits the first of ``files``.
    public var numbers: Int?
    /// What stands between ``numbers``; nil where that may be anything.
    public var separator: Separator?
    /// One of these texts stands in the metadata under that path; upper and lower case are the same.
    public var metadata: [String: [String]] = [:]
}
