public import Recordings

/// A recording that a report table rests on.
public struct TableInput: Sendable {
    public enum Source: Sendable {
        /// In the repository, relative to the folder that holds the folder of tables.
        case recording(path: String, Layout?)
        /// Other people's, relative to where the reader keeps such data.
        case data(path: String, Layout?)
        case simulation(Simulation)
    }

    /// What the table calls it.
    public var name: String
    /// What it shares with others: the kind of motion, the device.
    public var group: String
    /// What is changed in it against its neighbours in the group; empty where nothing is.
    public var variant = ""
    public var source: Source
}
