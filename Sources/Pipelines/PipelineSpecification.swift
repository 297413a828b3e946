public import SensorFilters
public import SensorModel

/// What a pipeline is made of, complete and checked: stages that read the recorded streams, filters on the sensors'
/// vectors, one estimator, filters on its orientation.
///
/// The stages are in the order in which data passes them. Those of ``StreamStageCatalogue`` come first. Filters before the estimator each act on every vector that
/// the estimator listens to, or with `sensor=accelerometer` on that one; filters behind it act on the orientation.
public struct PipelineSpecification: Sendable {
    /// A filter with its parameters.
    public struct FilterStage<Value: FilterValue>: Sendable {
        public let entry: FilterEntry
        public let values: ParameterValues
        /// The only sensor that the stage acts on; nil for all. Always nil behind the estimator.
        public let sensor: SensorKind?
        /// The filter before its first sample: a copy of it is a new filter.
        let prototype: any Filter<Value>
    }

    /// A stage that reads the recorded streams, with its parameters.
    public struct InputStage: Sendable {
        public let entry: StreamStageEntry
        public let values: ParameterValues
        /// The only sensor that the stage acts on; nil for all that it concerns.
        public let sensor: SensorKind?
    }

    /// The estimator with its parameters.
    public struct EstimatorStage: Sendable {
        public let entry: EstimatorEntry
        public let values: ParameterValues
        /// The sensor whose samples orientations are given for; nil for the fastest inertial one that advances the
        /// estimator.
        public let driver: SensorKind?
        /// Whether orientations are given for samples of every sensor that advances the estimator: `driver=any`.
        public let isDrivenByAny: Bool
    }

    /// The SPEC as it was given, or a name for it.
    public let text: String
    /// The stages as they were written.
    public let stages: [StageText]
    /// The estimator's parameters that come from a recording's layout, by name (``filled(from:)``).
    public internal(set) var parametersFromRecording: [String: String] = [:]
    public let inputStages: [InputStage]
    public let sensorFilters: [FilterStage<Vector3>]
    public let estimator: EstimatorStage
    public let orientationFilters: [FilterStage<UnitQuaternion>]

    /// Reads a SPEC, or the name of a preset (``PresetCatalogue``), which stays its text. A SPEC is like
    /// `triad+derivativeSmoother:baseCorrection=0.05` or `lowPass:alpha=0.2,sensor=accelerometer+madgwick`.
    ///
    /// - Throws: ``SpecificationError`` for an unknown stage or parameter (with the nearest name), a value that does
    ///   not fit, a filter where it means nothing, and for anything but exactly one estimator.
    public init(parsing text: String) throws(SpecificationError) {
        let specification = PresetCatalogue.preset(named: text)?.specification ?? text
        try self.init(text: text, stages: StageText.parse(specification))
    }

    /// The same from stages that were read elsewhere.
    public init(text: String, stages: [StageText]) throws(SpecificationError) {
        let reader = StageReader(text: text)
        let places = stages.indices.filter { EstimatorCatalogue.entry(named: stages[$0].name) != nil }
        for stage in stages { try reader.checkName(stage) }
        guard let place = places.first, places.count == 1 else {
            throw reader.error(
                stages[places.dropFirst().first ?? 0],
                found: places.isEmpty ? "no estimator" : "a second estimator '\(stages[places[1]].name)'",
                expected: "exactly one of \(EstimatorCatalogue.entries.map(\.name).joined(separator: ", "))",
                remedy: "write estimator+filter, for example triad+lowPass"
            )
        }
        self.text = text
        self.stages = stages
        let estimator = try reader.estimator(stages[place])
        self.estimator = estimator
        let first = stages.firstIndex { StreamStageCatalogue.entry(named: $0.name) == nil } ?? place
        var input: [InputStage] = []
        for stage in stages[..<first] { input.append(try reader.inputStage(stage, before: estimator.entry)) }
        inputStages = input
        for stage in stages[first...] { try reader.checkIsNoInputStage(stage) }
        var before: [FilterStage<Vector3>] = []
        for stage in stages[first..<place] { before.append(try reader.sensorFilter(stage, before: estimator.entry)) }
        sensorFilters = before
        var behind: [FilterStage<UnitQuaternion>] = []
        for stage in stages[(place + 1)...] { behind.append(try reader.orientationFilter(stage)) }
        orientationFilters = behind
    }
}
