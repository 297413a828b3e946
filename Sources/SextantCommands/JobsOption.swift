import ArgumentParser
import Foundation
import SensorModel

/// How much is evaluated at a time; a result never depends on it.
struct JobsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Recordings evaluated at a time (default: as many as there are cores).", valueName: "N")
    )
    var jobs: Int?

    func validate() throws {
        try Setting.jobs.validate(jobs)
    }

    /// What was asked for, else one for each core.
    var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}
