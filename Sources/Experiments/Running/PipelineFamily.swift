public import Pipelines
import Recordings
public import SensorModel

/// A pipeline whose varied parameters take all values of a grid, or random values within its ranges.
///
/// A pipeline without varied parameters has one setting. Settings are computed on demand, so they need no memory.
///
/// ```swift
/// let kp = GridAxis(name: "kp", values: .list(["0.5", "1", "2"]))
/// let family = try PipelineFamily("mahony", axes: [kp])
/// let third = try family.specification(at: 2).text  // "mahony:kp=2"
/// ```
public struct PipelineFamily: Sendable {
    /// Random settings that are used instead of the whole grid.
    public struct Sample: Sendable, Hashable {
        /// The number of random settings.
        public var count: Int
        /// The seed with which the settings are drawn.
        public var seed: UInt64

        /// Creates a random sample from its size and seed.
        public init(count: Int, seed: UInt64) {
            self.count = count
            self.seed = seed
        }
    }

    /// The name in tables: the name in the definition, or the pipeline's text (SPEC) without the varied parameters.
    public let name: String
    /// The pipeline's text (SPEC) without the varied parameters.
    public let text: String
    /// The varied parameters with their values.
    public let axes: [GridAxis]
    /// The random settings; `nil` if the whole grid is used.
    public let sample: Sample?
    /// The settings that replace those of the grid or of ``sample``; `nil` if no settings are replaced.
    private var points: [[String]]?
    /// A Boolean value that indicates whether the default setting is appended to the other settings.
    public private(set) var addsDefault: Bool
    /// The pipeline in which all varied parameters have their defaults.
    public let base: any PipelineDescription
    private let locations: [ParameterLocation]

    /// The index of the stage that has a varied parameter, and the parameter's name in this stage.
    private typealias ParameterLocation = (stage: Int, parameter: String)

    /// Creates a pipeline with varied parameters.
    ///
    /// - Parameters:
    ///   - text: SPEC or name of a preset.
    ///   - name: name in tables; `nil` for the SPEC.
    ///   - axes: varied parameters. Each of them must belong to exactly one stage, and must have no value in the SPEC.
    ///   - sample: random settings; `nil` to use the whole grid.
    ///   - wantsDefault: whether the default setting is added if the grid does not contain it.
    ///   - lookup: stages that the SPEC can name.
    /// - Throws: `InputError` if the SPEC or an axis is invalid.
    public init(
        _ text: String,
        name: String? = nil,
        axes: [GridAxis] = [],
        sample: Sample? = nil,
        wantsDefault: Bool = true,
        lookup: StageLookup = .catalogue
    ) throws(InputError) {
        self.name = name ?? text
        self.text = text
        self.axes = axes
        self.sample = sample
        let base: any PipelineDescription =
            LocationPipelineSpecification.isLocation(text, lookup: lookup)
            ? try LocationPipelineSpecification(parsing: text, lookup: lookup)
            : try PipelineSpecification(parsing: text, lookup: lookup)
        self.base = base
        locations = try axes.map { axis throws(InputError) in try Self.location(of: axis, in: base) }
        let containsDefault = sample == nil && Self.containsDefault(base, axes)
        addsDefault = wantsDefault && !axes.isEmpty && !containsDefault
    }

    /// A Boolean value that indicates whether the pipeline estimates locations.
    var isOfLocation: Bool { base is LocationPipelineSpecification }

    /// The number of settings.
    public var count: Int { gridCount + (addsDefault ? 1 : 0) }

    /// Returns the values of the varied parameters in a setting, in the order of ``axes``, or `nil` for the added
    /// default setting.
    public func values(at index: Int) -> [String]? {
        precondition((0..<count).contains(index), "the index must be that of a setting")
        guard index < gridCount else { return nil }
        if let points { return points[index] }
        if let sample {
            // SplitMix64 adds a constant at each step, so its state after n steps is computed by a multiplication.
            var generator = SplitMix64(seed: sample.seed &+ UInt64(index * axes.count) &* SplitMix64.increment)
            return axes.map { $0.text(atShare: generator.nextFraction()) }
        }
        var rest = index
        var values: [String] = []
        for axis in axes.reversed() {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.count ?? 1)
            values.append(axis.text(at: remainder))
            rest = quotient
        }
        return values.reversed()
    }

    /// Returns the pipeline with the setting at an index.
    ///
    /// - Throws: `InputError` if the value of a parameter is invalid.
    public func specification(at index: Int) throws(InputError) -> any PipelineDescription {
        guard let values = values(at: index) else { return base }
        return try specification(values: values)
    }

    /// Returns the pipeline with values for its varied parameters, in the order of ``axes``.
    ///
    /// - Throws: `InputError` if the value of a parameter is invalid.
    public func specification(values: [String]) throws(InputError) -> any PipelineDescription {
        guard !axes.isEmpty else { return base }
        var stages = base.stages
        for (location, value) in zip(locations, values) {
            let stage = stages[location.stage]
            stages[location.stage] = StageText(
                name: stage.name,
                parameters: stage.parameters.merging([location.parameter: value]) { _, new in new },
                column: stage.column
            )
        }
        return try type(of: base).init(text: text(of: stages), stages: stages, lookup: base.lookup)
    }

    /// Returns the setting of a pipeline of this family, in the form that tables show.
    public func setting(of specification: any PipelineDescription) -> CellTable.Setting {
        var free: [String: ParameterValue] = [:]
        for axis in axes { free[axis.name] = specification.value(ofParameter: axis.name) }
        return CellTable.Setting(
            pipeline: name,
            spec: specification.text,
            parameters: free,
            isDefault: specification.parameters == base.parameters
        )
    }

    private var gridCount: Int {
        points?.count ?? sample?.count ?? axes.reduce(1) { $0 * ($1.count ?? 1) }
    }

    /// Returns a copy of this pipeline with the given settings instead of the grid. Each setting lists values in the
    /// order of ``axes``.
    func with(points: [[String]]) -> PipelineFamily {
        var family = self
        family.points = points
        family.addsDefault = false
        return family
    }

    /// Returns the ranges of a search: each varied parameter from its smallest to its largest value.
    ///
    /// - Throws: `InputError` if the values of a parameter are a list.
    func searchSpace() throws(InputError) -> SearchSpace {
        var all: [SearchAxis] = []
        for (axis, location) in zip(axes, locations) {
            guard let (range, spacing) = axis.range else {
                throw InputError(
                    message: "'\(axis.name)' has a list of values, but a search requires 'range' or 'log-range'",
                    advice: "replace the list with a range, or set the parameter to a fixed value in the SPEC"
                )
            }
            let parameter = base.parameter(location.parameter, ofStage: location.stage)
            var isWhole = false
            if case .number(.count, _) = parameter?.kind { isWhole = true }
            all.append(
                try SearchAxis(
                    axis.name,
                    from: range.lowerBound,
                    to: range.upperBound,
                    scale: spacing == .linear ? .linear : .logarithmic,
                    isWhole: isWhole
                )
            )
        }
        return try SearchSpace(all)
    }

    /// Returns the text of a pipeline (SPEC), in the form `name:key=value,key=value+name`.
    ///
    /// Within a stage, the parameters from the SPEC of the definition come first, sorted by name. The varied parameters
    /// follow in the order of ``axes``.
    private func text(of stages: [StageText]) -> String {
        stages.enumerated().map { index, stage in
            let free = locations.filter { $0.stage == index }.map(\.parameter)
            let given = stage.parameters.keys.filter { !free.contains($0) }.sorted()
            let assignments = (given + free).map { "\($0)=\(stage.parameters[$0] ?? "")" }
            return assignments.isEmpty ? stage.name : "\(stage.name):\(assignments.joined(separator: ","))"
        }.joined(separator: "+")
    }

    private static func location(
        of axis: GridAxis,
        in base: any PipelineDescription
    ) throws(InputError) -> ParameterLocation {
        let parts = axis.name.split(separator: ".", maxSplits: 1).map(String.init)
        let parameter = parts.last ?? axis.name
        let stages = base.stages.indices.filter { parts.count < 2 || base.stageName(at: $0) == parts[0] }
        let owners = stages.filter { base.accepts(parameter: parameter, ofStage: $0) }
        guard let owner = owners.first, owners.count == 1 else {
            let all = base.stages.indices.flatMap { stage in
                base.knownParameters(ofStage: stage).map { (stage: base.stageName(at: stage), parameter: $0) }
            }
            let names = all.map { name in
                all.count(where: { $0.parameter == name.parameter }) == 1
                    ? name.parameter : "\(name.stage).\(name.parameter)"
            }
            let near = NearestName.hint(for: axis.name, among: names)
            let choices = names.isEmpty ? "" : ": use one of \(names.joined(separator: ", "))"
            throw InputError(
                specification: base.text,
                column: 1,
                message:
                    "\(owners.isEmpty ? "the pipeline has no" : "several stages have the") parameter "
                    + "'\(axis.name)'\(choices)",
                advice: near ?? "write the stage's name before the parameter: STAGE.PARAMETER"
            )
        }
        guard base.stages[owner].parameters[parameter] == nil else {
            throw InputError(
                specification: base.text,
                column: base.stages[owner].column,
                message: "'\(parameter)' has values in both the SPEC and the grid",
                advice: "remove '\(parameter)' from the SPEC"
            )
        }
        return (owner, parameter)
    }

    private static func containsDefault(_ base: any PipelineDescription, _ axes: [GridAxis]) -> Bool {
        axes.allSatisfy { axis in
            guard let value = base.value(ofParameter: axis.name), let count = axis.count else { return false }
            return (0..<count).contains { index in
                let text = axis.text(at: index)
                switch value {
                case .number(let number): return Double(text) == number
                case .word(let word): return text == word
                }
            }
        }
    }
}

/// Properties of a pipeline that are shown in tables in addition to its SPEC.
public struct PipelineTraits: Sendable, Hashable {
    /// The publication or program that the pipeline comes from; `nil` to show the source of the pipeline's estimator.
    public var source: String?
    /// The licence of the program that runs the pipeline; `nil` if the definition does not contain it.
    public var licence: String?
    /// The data on which parameters were tuned or a network was trained; `nil` if the definition does not contain this.
    public var tunedOn: String?
    /// A Boolean value that indicates whether estimates use later samples, and are therefore not available in real
    /// time.
    public var isOffline = false

    /// Creates traits in which no property is set.
    public init() {}

    /// The keys of the pipeline's properties in a definition.
    static let keys = ["source", "licence", "tuned-on", "offline"]

    init(_ root: YAMLMapping) throws(InputError) {
        source = try root.text("source")
        licence = try root.text("licence")
        tunedOn = try root.text("tuned-on")
        isOffline = try root.flag("offline") ?? false
    }
}
