import ArgumentParser
import Foundation
import OutsideEstimators
import SensorModel

/// The subcommand `sextant plugin-host`: the separate process in which an estimator of a shared library runs with
/// `isolated=true`. Only Sextant starts this process.
struct PluginHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: PluginHost.subcommand,
        abstract: "Run an estimator of a shared library on samples from standard input.",
        shouldDisplay: false
    )

    @Argument(help: "The shared library.")
    var library: String

    @Argument(help: "The sensors whose samples each return an orientation, separated by commas.")
    var drivers: String

    @Argument(parsing: .allUnrecognized, help: "The values of the library's parameters, in the order of its table.")
    var values: [String] = []

    func run() throws {
        try PluginHost.run(
            file: library,
            drivers: drivers.split(separator: ",").map(String.init),
            values: values.compactMap { Double($0) }
        )
        Foundation.exit(PluginHost.completion)
    }
}
