import ArgumentParser
import Recordings
import SensorModel
import SensorSimulation

/// `sextant simulate`.
struct SimulateCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Simulate a recording of a known motion: all sensors with the errors of a phone, and the exact reference.",
        discussion: """
            A SCENARIO is a name with parameters, step-yaw:angle=90deg,riseTime=0.2s, or the path of a .yaml file. The same seed \
            produces the same bytes on every machine; another seed produces other noise on the same motion. See 'sextant list \
            scenarios' and 'sextant list noises'.

            --output receives a native recording: recording.yaml, a CSV for each sensor, and reference.csv.
            """
    )

    @Argument(help: "Motion of the device.")
    var scenario: String

    @Option(help: ArgumentHelp("Folder of the recording; created if it does not exist.", valueName: "DIR"))
    var output: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of the random numbers.", valueName: "S"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Duration: 30, 90s, 5min (default: that of the scenario).", valueName: "S"))
    var duration: String?

    @Option(help: ArgumentHelp("Sensors and their errors.", valueName: "NAME|FILE"))
    var noise: String = "iphone4s"

    @Option(
        name: .customLong("rate"),
        help: ArgumentHelp(
            "Samples per second of one stream (gyroscope=200) or of the three vector sensors (200); repeatable.",
            valueName: "[STREAM=]HZ"
        )
    )
    var rates: [String] = []

    @OptionGroup var replacement: ReplaceOption

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
        try WrittenFolder.check(output, receives: files.map(\.name))
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
