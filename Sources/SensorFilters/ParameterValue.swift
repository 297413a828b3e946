/// A parameter's value: a number in the parameter's own unit, or one of the words it knows.
public enum ParameterValue: Sendable, Hashable {
    case number(Double)
    case word(String)
}
