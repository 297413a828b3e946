/// One stage of a SPEC as it was written: a name and the parameters that were given.
public struct StageText: Sendable, Hashable {
    public let name: String
    public let parameters: [String: String]
    /// Where the stage begins in the SPEC, counted from 1.
    public let column: Int

    public init(name: String, parameters: [String: String] = [:], column: Int = 1) {
        self.name = name
        self.parameters = parameters
        self.column = column
    }
}
