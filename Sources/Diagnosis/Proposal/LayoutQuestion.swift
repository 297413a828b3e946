/// A setting that the data do not determine.
public struct LayoutQuestion: Sendable, Hashable {
    /// The setting, such as `gyroscope unit`.
    public var subject: String
    /// The reason why the data do not determine it.
    public var reason: String
    /// The lines of a layout from which the user selects one, or an instruction.
    public var choices: [String]

    /// The question in one line.
    public var description: String {
        "unknown: \(subject): \(reason); write \(choices.count > 1 ? "one of " : "")\(choices.joined(separator: ", "))"
    }
}
