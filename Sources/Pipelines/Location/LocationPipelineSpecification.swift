import SensorFilters
public import SensorModel

/// The complete and validated description of a location pipeline. The first stage, or a program, is the source of
/// positions. An optional Kalman filter weights fixes by their claimed accuracy. Filters of vectors can follow.
///
/// Filters process metres east, north and up. Their `maximumGap` is 30 s by default, because fixes are often more than
/// a second apart.
///
/// ```swift
/// let specification = try LocationPipelineSpecification(parsing: "fixes:accuracyLimit=30+movingAverage:window=5")
/// ```
public struct LocationPipelineSpecification: PipelineDescription {
    /// The text of the specification as written.
    public let text: String
    /// The stages as written, in the order of the data flow.
    public let stages: [StageText]
    /// The first stage, which reads the recording; `nil` if the pipeline begins with a program.
    public let source: LocationStage?
    /// The program that estimates positions; `nil` for other sources.
    public let program: LocatorEntry?
    let sourceValues: ParameterValues
    /// The parameters of the stage `positionKalman`; `nil` without this stage.
    private(set) var kalman: PositionKalman.Parameters?
    /// The pipeline that estimates orientations for `pdr`; `nil` for other sources.
    public package(set) var heading: PipelineSpecification?
    /// The filters; `nil` without filters.
    let filters: FilterChain<Vector3>?
    /// The stages that the text can name.
    public let lookup: StageLookup
    /// The values of all parameters by name, including defaults; see ``PipelineSpecification/parameters``.
    public let parameters: [String: ParameterValue]

    /// The default of the filters' `maximumGap`, as text.
    private static let maximumGap = "30"

    /// Returns `true` if a text specifies a location pipeline, which begins with a source of positions.
    ///
    /// - Parameters:
    ///   - text: the SPEC to examine.
    ///   - lookup: the programs that the SPEC can name. A program with an invalid description is not a source of
    ///     positions.
    public static func isLocation(_ text: String, lookup: StageLookup = .catalogue) -> Bool {
        guard let stages = try? StageText.parse(text), let name = stages.first?.name else { return false }
        return isSource(name, lookup)
    }

    /// Returns `true` if a stage with this name is a source of positions.
    package static func isSource(_ name: String, _ lookup: StageLookup) -> Bool {
        LocationStage.sources.contains { $0.rawValue == name } || (try? lookup.locator(named: name)) != nil
    }

    /// Parses the text of a specification (SPEC), such as `fixes+positionKalman` or `poses:anchor=last`.
    ///
    /// - Parameters:
    ///   - text: the text to parse.
    ///   - lookup: the filters that the text can name; by default, the filters of the catalogue.
    /// - Throws: `InputError` for an unknown stage or parameter (with the nearest name), an invalid value, a stage at
    ///   an unsupported position, and a filter that does not process vectors.
    public init(parsing text: String, lookup: StageLookup = .catalogue) throws(InputError) {
        try self.init(text: text, stages: StageText.parse(text), lookup: lookup)
    }

    /// Creates a specification from parsed stages. `text` is the text as written.
    ///
    /// - Throws: `InputError` under the conditions of ``init(parsing:lookup:)``.
    public init(text: String, stages: [StageText], lookup: StageLookup = .catalogue) throws(InputError) {
        let reader = StageReader(text: text, lookup: lookup)
        let source = LocationStage(rawValue: stages[0].name)
        program = source == nil ? try reader.locator(stages[0]) : nil
        guard program != nil || source.map(LocationStage.sources.contains) ?? false else {
            throw reader.error(
                stages[0],
                message: "'\(stages[0].name)' is not a source of positions",
                advice: "begin the pipeline with \(LocationStage.sources.map(\.rawValue).joined(separator: " or ")), "
                    + "for example fixes+positionKalman; see 'sextant list locations'"
            )
        }
        self.text = text
        self.stages = stages
        self.lookup = lookup
        self.source = source
        let (first, heading) = try reader.headingSplit(stages[0], of: source)
        let name = program?.name ?? first.name
        sourceValues = try reader.values(of: first, program?.parameters ?? source?.parameters ?? [], named: name)
        self.heading = heading
        var named = [(name: name, values: sourceValues.all)]
        if let heading { named[0].values[LocationStage.heading] = .word(heading.text) }
        if let digest = program?.sha256 ?? heading?.estimator.entry.sha256 {
            named[0].values["sha256"] = .word(digest)
        }
        var rest = stages.dropFirst()
        if let stage = rest.first, stage.name == LocationStage.positionKalman.rawValue, source == .fixes {
            let values = try reader.values(
                of: stage,
                LocationStage.positionKalman.parameters,
                named: stage.name
            )
            kalman = PositionKalman.Parameters(values)
            named.append((stage.name, values.all))
            rest = rest.dropFirst()
        }
        for stage in rest { try reader.checkIsNoLocationStage(stage) }
        let filled = rest.map { stage in Self.withGap(stage, lookup) }
        for stage in filled {
            let (entry, values) = try reader.filter(stage)
            named.append((entry.name, values.all))
        }
        filters =
            filled.isEmpty
            ? nil : try FilterSpecification(text: text, stages: filled, lookup: lookup).makeVector()
        parameters = PipelineSpecification.parameters(of: named)
    }

    /// The streams of a recording that the pipeline reads.
    public var requiredSensors: [SensorKind] {
        let own = program?.sensors ?? source?.sensors ?? []
        return own + (heading?.requiredSensors ?? []).filter { !own.contains($0) }
    }

    /// A Boolean value that indicates whether a program or a library outside Sextant computes the positions, or
    /// computes the orientations for the stage `pdr`.
    public var isOutside: Bool { program != nil || heading?.isOutside ?? false }

    /// Returns the name of a stage in results. For a program, the result is the program's name, not the path in the
    /// SPEC.
    public func stageName(at index: Int) -> String {
        index == 0 ? program?.name ?? stages[0].name : stages[index].name
    }

    /// Returns the names of all parameters of the stage at an index.
    public func knownParameters(ofStage index: Int) -> [String] {
        let isHeadingNamed = stages[index].name == LocationStage.pdr.rawValue
        return descriptors(ofStage: index).map(\.name) + (isHeadingNamed ? [LocationStage.heading] : [])
    }

    /// Returns the description of a stage's parameter; `nil` if the stage has no parameter of this name. The result is
    /// also `nil` for `heading`, because the value of this parameter is the specification of another pipeline.
    public func parameter(_ name: String, ofStage index: Int) -> ParameterDescriptor? {
        descriptors(ofStage: index).first { $0.name == name }
    }

    private func descriptors(ofStage index: Int) -> [ParameterDescriptor] {
        if index == 0, let program { return program.parameters }
        let name = stages[index].name
        return LocationStage(rawValue: name)?.parameters ?? lookup.descriptors(ofStage: name)
    }

    /// Returns the stage with `maximumGap` set to the default of location pipelines. The stage is unchanged if it sets
    /// `maximumGap` itself, or if its filter does not have this parameter.
    private static func withGap(_ stage: StageText, _ lookup: StageLookup) -> StageText {
        let name = ParameterDescriptor.maximumGap.name
        guard stage.parameters[name] == nil, let entry = lookup.filter(named: stage.name),
            entry.parameters.contains(where: { $0.name == name })
        else { return stage }
        return stage.with(stage.parameters.merging([name: maximumGap]) { own, _ in own })
    }
}

extension StageReader {
    fileprivate func values(
        of stage: StageText,
        _ parameters: [ParameterDescriptor],
        named name: String
    ) throws(InputError) -> ParameterValues {
        try located(stage) { () throws(InputError) in
            try ParameterValues(stage.parameters, for: parameters, of: name)
        }
    }

    /// Returns the program that a stage names; `nil` if no such program estimates positions.
    fileprivate func locator(_ stage: StageText) throws(InputError) -> LocatorEntry? {
        try located(stage) { () throws(InputError) in try lookup.locator(named: stage.name) }
    }

    /// Removes the parameter `heading` from the stage `pdr`, and parses this parameter as a pipeline. Other stages
    /// remain unchanged.
    fileprivate func headingSplit(
        _ stage: StageText,
        of source: LocationStage?
    ) throws(InputError) -> (stage: StageText, heading: PipelineSpecification?) {
        guard source == .pdr else { return (stage, nil) }
        var parameters = stage.parameters
        let name = parameters.removeValue(forKey: LocationStage.heading) ?? LocationStage.defaultHeading
        let heading = try located(stage) { () throws(InputError) in
            try PipelineSpecification(parsing: name, lookup: lookup)
        }
        return (stage.with(parameters), heading)
    }

    /// Throws an error if a stage exists only in location pipelines, because such a stage is not supported at this
    /// position.
    fileprivate func checkIsNoLocationStage(_ stage: StageText) throws(InputError) {
        guard let entry = LocationStage(rawValue: stage.name) else { return }
        let isSource = LocationStage.sources.contains(entry)
        throw error(
            stage,
            message: "'\(stage.name)' must \(isSource ? "begin the pipeline" : "directly follow 'fixes'")",
            advice: "see 'sextant list locations'"
        )
    }
}
