public import Evaluation
public import Recordings
public import SensorModel
public import SensorSimulation

extension ExperimentInput {
    /// Reads the recordings of an experiment.
    ///
    /// - Parameters:
    ///   - value: value of the key `recordings`.
    ///   - layouts: layouts that the recordings may have.
    ///   - readsCalibrations: whether calibration files are read.
    ///   - paths: closure that returns the files and folders that match a path or pattern.
    /// - Throws: `InputError` with line and column.
    static func all(
        _ value: YAMLValue,
        _ layouts: LayoutCatalogue,
        readsCalibrations: Bool = true,
        _ paths: (String) -> [String]
    ) throws(InputError) -> [ExperimentInput] {
        var inputs: [ExperimentInput] = []
        for item in try value.items("recordings") { inputs += try all(in: item, layouts, readsCalibrations, paths) }
        var seen: Set<String> = []
        for input in inputs where !seen.insert(input.name).inserted {
            throw value.error(
                message: "two recordings have the name '\(input.name)'",
                advice: "remove one of them, or, if both are scenarios, change the 'name' of one"
            )
        }
        guard !inputs.isEmpty else {
            throw value.error(message: "'recordings' contains no recording", advice: "add a recording or a scenario")
        }
        return inputs
    }

    /// Reads the recordings that one entry of the key `recordings` describes.
    private static func all(
        in item: YAMLValue,
        _ layouts: LayoutCatalogue,
        _ readsCalibrations: Bool,
        _ paths: (String) -> [String]
    ) throws(InputError) -> [ExperimentInput] {
        let root = item.isMapping ? try item.mapping("a recording") : nil
        let tags = try RecordingTags(root?["tags"])
        let options = try root.map { root throws(InputError) in try RecordingOptions(root) } ?? RecordingOptions()
        if root?["scenario"] != nil {
            let simulations = try item.simulations(adding: ["draws", "tags"] + RecordingOptions.keys)
            return simulations.bySeed.map { seed, simulation in
                let name = simulations.name(seed)
                var input = ExperimentInput(name: name, tags: tags.of(name), source: .simulation(simulation))
                input.options = options
                return input
            }
        }
        try root?.allow(["path", "layout", "calibration", "tags"] + RecordingOptions.keys)
        // The key `path` may have a list, but the short form without keys is a single path.
        let path = try root?.required("path")
        let patterns = try path?.itemsOrSelf("path") ?? [item]
        var found: [String] = []
        for pattern in patterns {
            let text = try pattern.text("path")
            let matches = paths(text)
            guard !matches.isEmpty else {
                throw pattern.error(
                    message: "no recording matches '\(text)'",
                    advice: "write a path relative to the folder of this YAML file"
                )
            }
            found += matches
        }
        let layout = try root?["layout"].map { item throws(InputError) in try item.layout(layouts) }
        let calibration = try root?["calibration"].flatMap { item throws(InputError) in
            readsCalibrations ? try item.calibration(paths) : nil
        }
        return found.map { path in
            var input = ExperimentInput(name: path, tags: tags.of(path), source: .recording(path: path, layout))
            input.layouts = layouts
            input.calibration = calibration
            input.options = options
            return input
        }
    }
}

/// The tags of the recordings in an entry. Either all recordings have the same list of tags, or each recording's name
/// is split into tags, and further tags are added.
private struct RecordingTags {
    /// The tags of every recording.
    private let tags: [String]
    /// The text that separates the tags in a recording's name; `nil` if names are not split.
    private let separator: String?

    init(_ value: YAMLValue?) throws(InputError) {
        let mapping = value?.isMapping ?? false ? try value?.mapping("tags") : nil
        guard let root = mapping else {
            tags = try value?.texts("tags") ?? []
            separator = nil
            return
        }
        try root.allow(["split", "also"])
        let split = try root.required("split")
        let text = try split.text("split")
        guard !text.isEmpty else {
            throw split.error(
                message: "'split' is empty",
                advice: "write the text that separates the tags in a recording's name, such as split: \"_\""
            )
        }
        separator = text
        tags = try root["also"]?.texts("also") ?? []
    }

    /// Returns the tags of the recording with this name or path.
    func of(_ path: String) -> [String] {
        guard let separator else { return tags }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return tags + name.split(separator: separator).map(String.init)
    }
}

/// A recording of an experiment.
public struct ExperimentInput: Sendable {
    /// The origin of the recording: files or a simulation.
    public enum Source: Sendable {
        /// A folder or a file. If the layout is `nil`, it is detected from the files.
        case recording(path: String, Layout?)
        /// A simulation that produces the recording.
        case simulation(Simulation)
    }

    /// The calibration of the sensors' values.
    public enum SensorForm: Sendable, Hashable {
        /// Values with the calibration of the recording or the experiment.
        case calibrated
        /// Values with the device's own calibration only.
        case device
        /// Values before the device's own calibration, if the recording contains them.
        case raw
    }

    /// The name in messages and tables: the path, or the scenario with its seed.
    public var name: String
    /// The tags that group recordings, for example by kind of motion or device.
    public var tags: [String]
    /// The origin of the recording: files or a simulation.
    public var source: Source
    /// The evaluation options of this recording that replace the options of the experiment.
    public var options = RecordingOptions()
    /// The layouts that are tried if the recording's layout must be detected.
    var layouts = LayoutCatalogue.builtIn
    /// The calibration of the device's sensors; `nil` to use the calibration that the recording or its layout
    /// specifies, if any.
    public var calibration: RecordingCalibration?

    /// Creates a recording of an experiment.
    public init(name: String, tags: [String] = [], source: Source) {
        self.name = name
        self.tags = tags
        self.source = source
    }

    /// Reads the recording, or simulates it.
    ///
    /// - Parameter form: calibration of the sensors' values.
    /// - Throws: `InputError` if the recording cannot be read.
    public func recording(_ form: SensorForm = .calibrated) throws(InputError) -> Recording {
        switch source {
        case .recording(let path, let layout):
            var reader = RecordingReader(layout: layout, layouts: layouts)
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

/// The options of an evaluation that an experiment can set for all recordings, or for the recordings of one entry.
///
/// A property that is `nil` does not change the option.
public struct RecordingOptions: Sendable, Hashable {
    /// The constant heading difference that is removed before errors are computed.
    public var headingAlignment: HeadingAlignment?
    /// A Boolean value that indicates whether sensor times are shifted to the clock of the reference or of the poses.
    public var alignsClocks: Bool?
    /// A Boolean value that indicates whether constant rotations between the reference's and the sensors' frames are
    /// estimated and removed.
    public var fitsFrames: Bool?
    /// The duration, in seconds from the first sensor sample, that is excluded from every metric.
    public var skip: Seconds?
}

extension RecordingOptions {
    /// The keys of these options in a definition.
    static let keys = ["heading-alignment", "align-clocks", "fit-frames", "skip"]

    /// Reads the options of a definition, or of one entry in its list of recordings.
    init(_ root: YAMLMapping) throws(InputError) {
        headingAlignment = try root["heading-alignment"]?.choice("heading-alignment")
        alignsClocks = try root.flag("align-clocks")
        fitsFrames = try root.flag("fit-frames")
        skip = try root["skip"]?.number(Setting.skip)
    }

    /// Returns a copy of `options` with the values of those options that are set here.
    func applied(to options: EvaluationOptions) -> EvaluationOptions {
        var options = options
        if let headingAlignment { options.headingAlignment = headingAlignment }
        if let alignsClocks { options.alignsClocks = alignsClocks }
        if let fitsFrames { options.fitsFrames = fitsFrames }
        if let skip { options.skip = skip }
        return options
    }
}
