/// The version and the source revision of Sextant, as stored in results.
public struct ProgramVersion: Sendable, Hashable, Codable {
    /// The version of Sextant.
    public var version: String
    /// The source revision of the binary; "unknown" if the build did not set it.
    public var revision: String

    /// Creates a version from its parts.
    public init(version: String, revision: String) {
        self.version = version
        self.revision = revision
    }
}
