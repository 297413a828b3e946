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
