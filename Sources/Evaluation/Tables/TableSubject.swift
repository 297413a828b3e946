/// A pipeline or a described system of a report table, and what the table calls it.
public struct TableSubject: Sendable {
    public var name: String
    /// The value of the parameter that the table goes through; nil where it goes through none.
    public var value: Double?
    public var subject: EvaluationSubject
}
