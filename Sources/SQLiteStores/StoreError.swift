/// Why a file is no store, or took nothing: what was found, what was expected, and what to do.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    public var file: String
    public var found: String
    public var expected: String
    public var remedy: String
    /// Whether the surroundings are at fault (permissions, disk) rather than the file.
    public var isEnvironment: Bool

    public init(file: String, found: String, expected: String, remedy: String, isEnvironment: Bool = false) {
        self.file = file
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.isEnvironment = isEnvironment
    }

    public var description: String { "\(file): found \(found), expected \(expected); \(remedy)" }
}
