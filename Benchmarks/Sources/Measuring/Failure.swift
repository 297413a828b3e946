/// The reason why a program cannot measure.
public struct Failure: Error, CustomStringConvertible {
    /// The reason in one line.
    public let description: String

    /// Creates a failure with a reason.
    public init(description: String) { self.description = description }
}
