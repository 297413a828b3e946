public import SensorModel

/// A whole described system, complete and checked: from sensors' samples and fixes to pixels, by named stages.
///
/// It is made of a ``SystemDeclaration`` and of what a SPEC changes in it: `area:alpha=0.2,radius=5km`. A parameter of any
/// stage goes by its name; one that several stages have is led by the stage's: `lowPass.alpha`, `display.rate`.
public struct DescribedSystem: Sendable {
    /// The SPEC as it was given, or the file that declares the system.
    public let text: String
    public let declaration: SystemDeclaration
    /// From samples to orientations, with what the system reads of the sensors and the compass: the preset of the same
    /// name (``PresetCatalogue``).
    public internal(set) var orientation: PipelineSpecification
    /// The values of the other stages.
    public let values: [SystemStage: ParameterValues]

    public var name: String { declaration.name }

    /// - Parameters:
    ///   - declaration: what is declared.
    ///   - text: the SPEC as it was given; nil for the declaration's name.
    ///   - changes: what is changed in it, by parameter.
    ///   - column: where the SPEC gives the changes.
    /// - Throws: ``SpecificationError`` for a parameter that no stage has, with the nearest name; for one that several
    ///   stages have; for a value that does not fit; and for a system without a camera.
    public init(
        _ declaration: SystemDeclaration,
        text: String? = nil,
        changes: [String: String] = [:],
        column: Int = 1
    ) throws(SpecificationError) {
        let text = text ?? declaration.name
        var settings = try SystemSettings(declaration, text: text, column: column)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { try settings.set(name, to: value) }
        self.text = text
        self.declaration = declaration
        values = try settings.values()
        orientation = try PipelineSpecification(text: text, stages: settings.orientationStages)
        guard Self.camera(of: values[.camera]) != nil else {
            throw settings.error(
                found: "no camera",
                expected: "focalLength, sensorWidth and sensorHeight, or horizontalView and verticalView",
                remedy: "give either of them"
            )
        }
    }

    /// Reads `name` or `name:key=value,key=value`, where the name is one of ``SystemCatalogue``.
    public init(parsing text: String) throws(SpecificationError) {
        let stages = try StageText.parse(text)
        guard stages.count == 1, let stage = stages.first else {
            throw SpecificationError(
                specification: text,
                column: stages.last?.column ?? 1,
                found: "several stages",
                expected: "the name of a described system alone",
                remedy: "declare a system of your own in a YAML file"
            )
        }
        guard let declaration = SystemCatalogue.declaration(named: stage.name) else {
            let names = SystemCatalogue.declarations.map(\.name)
            throw SpecificationError(
                specification: text,
                column: stage.column,
                found: "unknown system '\(stage.name)'",
                expected: "one of \(names.joined(separator: ", ")), or a YAML file",
                remedy: NearestName.suggestion(for: stage.name, among: names).map { "did you mean '\($0)'?" }
                    ?? "see 'sextant list systems'"
            )
        }
        try self.init(declaration, text: text, changes: stage.parameters, column: stage.column)
    }

    /// Every parameter with its value, defaults too, under the name that a SPEC takes.
    public var parameters: [String: ParameterValue] {
        // The stages of the input are stages of the system: below.
        var all = orientation.parametersBehindInput
        for stage in SystemStage.allCases {
            for (name, value) in values[stage]?.all ?? [:] {
                all[all[name] == nil ? name : "\(stage.rawValue).\(name)"] = value
            }
        }
        return all
    }

    /// The same system with parameters that a recording's layout gives to its estimator
    /// (``PipelineSpecification/filled(from:)``).
    public func filled(from estimators: [String: [String: String]]) throws(SpecificationError) -> DescribedSystem {
        var filled = self
        filled.orientation = try orientation.filled(from: estimators)
        return filled
    }
}
