/// How far an experiment is.
public struct ExperimentProgress: Sendable, Hashable {
    /// Cells that this process ran.
    public var ran = 0
    /// Cells that had been run before, or by another process.
    public var found = 0
    /// Cells of recordings that could not be read.
    public var failed = 0
    public let total: Int

    public init(total: Int) {
        self.total = total
    }

    /// Cells of which nothing more is to come.
    public var done: Int { ran + found + failed }
}
