import ArgumentParser
import Foundation
import SensorModel

/// The number of workers. Results do not depend on it.
struct JobsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of recordings, or blocks of pairs, to process in parallel (default: one per core).",
            valueName: "N"
        )
    )
    var jobs: Int?

    func validate() throws {
        try Setting.jobs.validate(jobs)
    }

    /// The given number, or the number of active cores.
    var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// Whether the programs and libraries that a file names may start.
struct ProgramsOption: ParsableArguments {
    @Flag(name: .customLong("allow-programs"), help: "Start the programs and load the libraries that the file names.")
    var areAllowed = false

    /// The reason why a file's programs cannot start, with the programs; nil without programs, and where they are allowed.
    ///
    /// - Parameter programs: The programs that the file names.
    func refusal(_ programs: [String], of file: String) -> String? {
        guard !areAllowed, !programs.isEmpty else { return nil }
        return "\(file): names programs, which have not been started: \(programs.joined(separator: "; ")); "
            + "if you trust them, add --allow-programs"
    }

    /// Refuses programs that are not allowed.
    ///
    /// - Throws: ``UsageError`` with the programs.
    func check(_ programs: [String], of file: String) throws(UsageError) {
        if let refusal = refusal(programs, of: file) { throw UsageError(refusal) }
    }
}
