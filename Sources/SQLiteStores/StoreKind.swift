/// What a store holds, and what its errors advise.
public struct StoreKind: Sendable, Hashable {
    /// "a store of places".
    public var name: String
    /// By which `file` and others tell it from other databases: four letters in ASCII.
    public var application: Int32
    public var version: Int32
    /// What is safe when the disk is full.
    public var kept: String
    /// What to do once another process is done with it.
    public var retry: String
    /// What to do with one that is damaged, or of another version.
    public var renewal: String
    /// How a store comes to be.
    public var making: String

    public init(
        name: String,
        application: Int32,
        version: Int32,
        kept: String,
        retry: String,
        renewal: String,
        making: String
    ) {
        self.name = name
        self.application = application
        self.version = version
        self.kept = kept
        self.retry = retry
        self.renewal = renewal
        self.making = making
    }
}
