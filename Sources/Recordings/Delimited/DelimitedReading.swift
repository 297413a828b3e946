import Foundation

/// The parser and the number of threads for reading delimited files. Results and errors do not depend on these
/// settings.
public struct DelimitedReading: Sendable, Hashable {
    /// A parser of rows.
    public enum Parser: String, Sendable, CaseIterable {
        /// The fast parser for rows of plain numbers, and libcsv for all other rows.
        case fast
        /// libcsv for all rows.
        case libcsv
    }

    /// The parser for rows.
    public var parser: Parser
    /// The number of threads, at least 1. Pipes and short files use one thread.
    public var threads: Int

    /// Creates the settings.
    ///
    /// - Parameters:
    ///   - parser: the parser for rows.
    ///   - threads: the number of threads, at least 1. The default is the number of cores, at most four. More threads
    ///     do not help, because one thread consumes the rows.
    public init(parser: Parser = .fast, threads: Int? = nil) {
        precondition(threads ?? 1 > 0, "reading needs at least one thread")
        self.parser = parser
        self.threads = threads ?? min(ProcessInfo.processInfo.activeProcessorCount, 4)
    }
}
