/// Why a program measured nothing.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}
