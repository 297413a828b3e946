import ArgumentParser
import Foundation

/// How much is evaluated at a time; a result never depends on it.
struct JobsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Recordings evaluated at a time (default: as many as there are cores).", valueName: "N")
    )
    var jobs: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); give a whole number, at least 1.") }
    }

    /// What was asked for, else one for each core.
    var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}
