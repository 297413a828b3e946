/// The version of the program that wrote the results.
public struct ProgramVersion: Sendable, Hashable, Codable {
    /// The version of Sextant.
    public var version: String
    /// The source revision of the binary; "unknown" if the build did not set it.
    public var revision: String

    /// Creates a description of the program.
    public init(version: String, revision: String) {
        self.version = version
        self.revision = revision
    }
}
