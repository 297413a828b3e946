/// A format of stores: how its files are recognised, and the advice in its error messages.
public struct StoreKind: Sendable, Hashable {
    /// The format as a noun phrase: "a store of places".
    public var name: String
    /// The `application_id` of the SQLite file: four ASCII letters.
    public var application: Int32
    /// The `user_version` of the SQLite file.
    public var version: Int32
    /// What remains valid when the disk is full.
    public var fullDiskNote: String
    /// What to do when another process no longer uses the file.
    public var retryAdvice: String
    /// What to do with a damaged file or one of another version.
    public var replacementAdvice: String
    /// How to create a store.
    public var creationAdvice: String

    /// Creates a format from its parts.
    public init(
        name: String,
        application: Int32,
        version: Int32,
        fullDiskNote: String,
        retryAdvice: String,
        replacementAdvice: String,
        creationAdvice: String
    ) {
        self.name = name
        self.application = application
        self.version = version
        self.fullDiskNote = fullDiskNote
        self.retryAdvice = retryAdvice
        self.replacementAdvice = replacementAdvice
        self.creationAdvice = creationAdvice
    }
}
