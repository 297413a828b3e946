import SensorModel

/// One parsed stage of a pipeline's text (SPEC): a name and the parameters as written.
public struct StageText: Sendable, Hashable {
    /// The name of the estimator, filter or other stage.
    public let name: String
    /// The value of each parameter as written, by the parameter's name.
    public let parameters: [String: String]
    /// The column in the text or file at which the stage begins, counted from 1.
    public let column: Int
    /// The line in a file, counted from 1; `nil` if the text is not in a file.
    public let line: Int?

    /// Creates a stage from its parts.
    public init(name: String, parameters: [String: String] = [:], column: Int = 1, line: Int? = nil) {
        self.name = name
        self.parameters = parameters
        self.column = column
        self.line = line
    }

    /// Returns a copy of the stage with the given parameters instead of its own.
    func with(_ parameters: [String: String]) -> StageText {
        StageText(name: name, parameters: parameters, column: column, line: line)
    }

    /// Returns the text of a pipeline with these stages. The parameters of each stage are sorted by name.
    static func text(of stages: [StageText]) -> String {
        stages.map { stage in
            let assignments = stage.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return assignments.isEmpty ? stage.name : "\(stage.name):\(assignments.joined(separator: ","))"
        }.joined(separator: "+")
    }
}

extension StageText {
    private static let pluginName = "plugin"

    /// Parses the text of a pipeline, `name:key=value,key=value+name+…`, into its stages, in order.
    ///
    /// A `+` starts a new stage only if a letter or a path follows, so `1e+3` is a number. The name of a shared library
    /// is `plugin:`, followed by its path.
    ///
    /// - Throws: `InputError` if a name is missing, or a parameter is malformed or repeated.
    static func parse(_ specification: String) throws(InputError) -> [StageText] {
        var stages: [StageText] = []
        var column = 1
        for part in parts(of: specification) {
            stages.append(try stage(part, at: column, in: specification))
            column += part.count + 1
        }
        return stages
    }

    private static func parts(of specification: String) -> [Substring] {
        var parts: [Substring] = []
        var start = specification.startIndex
        var index = start
        while index < specification.endIndex {
            let next = specification.index(after: index)
            let beginsStage =
                next == specification.endIndex || specification[next].isLetter || "+./_".contains(specification[next])
            if specification[index] == "+", beginsStage {
                parts.append(specification[start..<index])
                start = next
            }
            index = next
        }
        return parts + [specification[start...]]
    }

    private static func stage(
        _ part: Substring,
        at column: Int,
        in specification: String
    ) throws(InputError) -> StageText {
        var name = part.prefix { $0 != ":" }
        if name == pluginName, part.count > name.count {
            name = part[..<(part.dropFirst(name.count + 1).firstIndex(of: ":") ?? part.endIndex)]
        }
        guard !name.isEmpty else {
            throw InputError(
                specification: specification,
                column: column,
                message: "the name of an estimator or a filter is missing",
                advice: "see 'sextant list estimators' and 'sextant list filters'"
            )
        }
        var parameters: [String: String] = [:]
        var place = column + name.count + 1
        for assignment in part.dropFirst(name.count + 1).split(separator: ",", omittingEmptySubsequences: false)
        where part.count > name.count {
            let (key, value) = try keyAndValue(assignment, at: place, in: specification)
            guard parameters.updateValue(value, forKey: key) == nil else {
                throw InputError(
                    specification: specification,
                    column: place,
                    message: "the parameter '\(key)' is repeated",
                    advice: "keep only one '\(key)'"
                )
            }
            place += assignment.count + 1
        }
        return StageText(name: String(name), parameters: parameters, column: column)
    }

    private static func keyAndValue(
        _ assignment: Substring,
        at column: Int,
        in specification: String
    ) throws(InputError) -> (String, String) {
        guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex,
            assignment.index(after: equals) < assignment.endIndex
        else {
            throw InputError(
                specification: specification,
                column: column,
                message: assignment.isEmpty ? "a parameter is missing" : "'\(assignment)' is not a parameter",
                advice: "write parameters as name:key=value,key=value"
            )
        }
        return (String(assignment[..<equals]), String(assignment[assignment.index(after: equals)...]))
    }
}
