import ArgumentParser
import Recordings
import SensorModel

/// `sextant simulate`.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Make a recording of a known motion: every sensor, with the errors of a phone, and the exact truth.",
        discussion: """
            A SCENARIO is a name with parameters, step-yaw:angle=90deg,riseTime=0.2s, or the path of a .yaml file of your own. \
            The same seed gives the same bytes on every machine; another seed gives other noise on the same motion. See \
            'sextant list scenarios' and 'sextant list noises'.

            --output gets a native recording: recording.yaml, a CSV for each sensor, and reference.csv, the truth.
            """
    )

    @Argument(help: "What the device does.")
    var scenario: String

    @Option(help: ArgumentHelp("The recording's folder; made if it is missing.", valueName: "DIR"))
    var output: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Where the random numbers start.", valueName: "S"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Length: 30, 90s, 5min (default: the scenario's own).", valueName: "S"))
    var duration: String?

    @Option(help: ArgumentHelp("The sensors and their errors.", valueName: "NAME|FILE"))
    var noise: String = "iphone4s"

    @Option(
        name: .customLong("rate"),
        help: ArgumentHelp(
            "Samples per second: of one stream (gyroscope=200), or of the three vector sensors (200). Repeatable.",
            valueName: "[STREAM=]HZ"
        )
    )
    var rates: [String] = []

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() throws {
        let scenario = try SimulationArguments.scenario(
            scenario,
            duration: try SimulationArguments.duration(duration)
        )
        var noise = try SimulationArguments.noise(noise)
        for rate in rates { try SimulationArguments.setRate(rate, of: &noise) }
        let simulation = Simulation(scenario, noise: noise, seed: seed)
        try SimulationArguments.checkLength(simulation, inMemory: false)
        let files = simulation.files()
        try SimulationArguments.checkFolder(output, receives: files.map(\.name))
        let rows = try WrittenFolder(path: output, verbosity: verbosity).write(files)
        guard !verbosity.quiet else { return }
        let streams = noise.streams.map(\.rawValue).joined(separator: ", ")
        try Terminal.print(
            """
            \(output): \(scenario.name), \(lengthText(scenario)) s, noise \(noise.name), seed \(seed)
              \(streams); \(rows) samples

            """
        )
    }

    private func lengthText(_ scenario: Scenario) -> String {
        DecimalText.exact(scenario.duration)
    }
}
