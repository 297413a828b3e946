/// One stage of a SPEC as it was written: a name and the parameters that were given.
public struct StageText: Sendable, Hashable {
    public let name: String
    public let parameters: [String: String]
    /// Where the stage begins in its line, counted from 1.
    public let column: Int
    /// The line of the file that holds the stage, counted from 1; nil in a SPEC of one line.
    public let line: Int?

    public init(name: String, parameters: [String: String] = [:], column: Int = 1, line: Int? = nil) {
        self.name = name
        self.parameters = parameters
        self.column = column
        self.line = line
    }

    /// The stages as a SPEC writes them, each with its parameters in the order of their names.
    static func text(of stages: [StageText]) -> String {
        stages.map { stage in
            let assignments = stage.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return assignments.isEmpty ? stage.name : "\(stage.name):\(assignments.joined(separator: ","))"
        }.joined(separator: "+")
    }
}
