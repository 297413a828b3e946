public import Recordings
import SensorModel
public import SensorSimulation

/// A recording that a report table evaluates.
public struct TableInput: Sendable {
    /// The source of the recording.
    public enum Source: Sendable {
        /// A recording in the repository. The path is relative to the parent of the folder of tables.
        case recording(path: String, Layout?)
        /// A third-party recording. The path is relative to the user's folder of such data.
        case data(path: String, Layout?)
        /// A simulated recording.
        case simulation(Simulation)
    }

    /// The name in the table.
    public var name: String
    /// The group of recordings that this one belongs to, such as a kind of motion or a device.
    public var group: String
    /// The difference from other recordings of the group; empty without one.
    public var variant = ""
    /// The source of the recording.
    public var source: Source
}

extension [TableInput] {
    /// The third-party files or folders among the recordings.
    package var dataPaths: [String] {
        compactMap { input in
            guard case .data(let path, _) = input.source else { return nil }
            return path
        }
    }
}

extension TableInput {
    /// Reads a path, or a path with a name for the table.
    init(recording value: YAMLValue, isOurs: Bool) throws(InputError) {
        let root = value.isMapping ? try value.mapping("a recording") : nil
        try root?.allow(["path", "layout", "name", "group"])
        let path = try (try root?.required("path") ?? value).text("path")
        let layout = try root?["layout"].map { item throws(InputError) in try item.layout() }
        name = try root?.text("name") ?? String(path.split(separator: "/").last ?? path[...])
        group = try root?.text("group") ?? name
        source = isOurs ? .recording(path: path, layout) : .data(path: path, layout)
    }

    /// Reads a scenario, or one with noise, seeds and duration. Returns an input per seed.
    static func simulated(_ value: YAMLValue) throws(InputError) -> [TableInput] {
        let simulations = try value.simulations(beside: ["group", "variant"])
        let group = try (value.isMapping ? value.mapping("a scenario").text("group") : nil) ?? simulations.scenario
        let variant = try (value.isMapping ? value.mapping("a scenario").text("variant") : nil) ?? ""
        return simulations.bySeed.map { seed, simulation in
            TableInput(
                name: simulations.name(seed),
                group: group,
                variant: variant,
                source: .simulation(simulation)
            )
        }
    }
}
