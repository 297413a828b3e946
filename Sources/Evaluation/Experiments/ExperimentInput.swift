public import Recordings

/// A recording that an experiment runs over.
public struct ExperimentInput: Sendable {
    public enum Source: Sendable {
        /// A folder or a file; no layout to tell it from the files.
        case recording(path: String, Layout?)
        case simulation(Simulation)
    }

    /// What messages call it: the path, or the scenario and its seed.
    public var name: String
    /// What it shares with others: the kind of motion, the device.
    public var tags: [String]
    public var source: Source
    /// Where a recording is looked for and kept; nil to read it from its files.
    public var cache: RecordingCache?

    public init(name: String, tags: [String] = [], source: Source) {
        self.name = name
        self.tags = tags
        self.source = source
    }

    /// Reads or simulates it.
    public func recording() throws(InputError) -> Recording {
        switch source {
        case .recording(let path, let layout):
            return try RecordingReader(layout: layout, cache: cache).read(path: path)
        case .simulation(let simulation):
            var recording = simulation.recording()
            recording.name = name
            return recording
        }
    }
}
