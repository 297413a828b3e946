public import Recordings
public import SensorSimulation

/// A recording of an experiment.
public struct ExperimentInput: Sendable {
    /// The source of the recording.
    public enum Source: Sendable {
        /// A folder or a file; without a layout, the layout is detected from the files.
        case recording(path: String, Layout?)
        /// A simulated recording.
        case simulation(Simulation)
    }

    /// The form of the sensors' values.
    public enum SensorForm: Sendable, Hashable {
        /// With the calibration of the recording.
        case calibrated
        /// As the device calibrated them.
        case device
        /// Before the device's own calibration, where the recording has such values.
        case raw
    }

    /// The name in messages: the path, or the scenario and its seed.
    public var name: String
    /// The tags that group recordings, such as a kind of motion or a device.
    public var tags: [String]
    /// The source of the recording.
    public var source: Source
    /// The options of runs over this recording that differ from those of the experiment.
    public var options = RecordingOptions()
    /// The calibration of the device's sensors; nil for the one that the recording or its layout names, if any.
    public var calibration: RecordingCalibration?

    /// Creates a recording of an experiment.
    public init(name: String, tags: [String] = [], source: Source) {
        self.name = name
        self.tags = tags
        self.source = source
    }

    /// Reads or simulates the recording.
    ///
    /// - Parameter form: the form of the sensors' values.
    /// - Throws: `InputError` for a recording that cannot be read.
    public func recording(_ form: SensorForm = .calibrated) throws(InputError) -> Recording {
        switch source {
        case .recording(let path, let layout):
            var reader = RecordingReader(layout: layout)
            if form == .calibrated { reader.calibration = calibration } else { reader.usesNamedCalibration = false }
            if form == .raw { reader.uncalibrated = Set(RecordingCalibration.kinds) }
            return try reader.read(path: path)
        case .simulation(let simulation):
            var recording = simulation.recording()
            recording.name = name
            return recording
        }
    }
}
