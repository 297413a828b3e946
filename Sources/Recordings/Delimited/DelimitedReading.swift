import Foundation

/// How the rows of a delimited file are gone through. What comes out never depends on it.
public struct DelimitedReading: Sendable, Hashable {
    /// What parses the rows.
    public enum Road: String, Sendable, CaseIterable {
        /// Rows of plain numbers many at a time, all others through libcsv.
        case fast
        /// libcsv, for every row.
        case libcsv
    }

    public var road: Road
    /// Parts of a file that are parsed at a time, at least 1. A pipe and a short file are parsed in one go.
    public var threads: Int

    /// Without `threads` one for each core, at most four: with more, handing the rows out takes longer than parsing.
    public init(road: Road = .fast, threads: Int? = nil) {
        precondition(threads ?? 1 > 0, "something has to parse the rows")
        self.road = road
        self.threads = threads ?? min(ProcessInfo.processInfo.activeProcessorCount, 4)
    }
}
