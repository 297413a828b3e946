import SensorModel

extension DescribedSystem {
    /// The rate at which a pipeline that is no system draws: that of most screens.
    private static let pipelineDisplayRate = "60Hz"

    /// Creates a system from a pipeline and a camera: exact directions and projection, redrawn 60 times a second.
    ///
    /// - Throws: ``SpecificationError`` for invalid sizes of the camera, and for an offline estimator, which has no
    ///   orientation to draw before the end of a recording.
    public init(_ pipeline: PipelineSpecification, on camera: CameraEntry) throws(SpecificationError) {
        guard !pipeline.isOffline else {
            throw SpecificationError(
                specification: pipeline.text,
                column: 1,
                found: "an offline estimator, which has orientations after the end of the recording only",
                expected: "an estimator that draws while it runs",
                remedy: "evaluate it without --camera"
            )
        }
        let declaration = SystemDeclaration(
            name: pipeline.text,
            summary: "The pipeline on a screen.",
            source: camera.summary,
            pipeline: pipeline.stages,
            constants: camera.constants + [
                SystemConstant(.display, "loop", "rate", "redrawn at a fixed rate"),
                SystemConstant(
                    .display,
                    "rate",
                    Self.pipelineDisplayRate,
                    "no source: our choice, that of most screens"
                ),
                SystemConstant(.directions, "law", "tangentPlane", "the exact law"),
                SystemConstant(.projection, "kind", "perspective", "the exact law"),
            ]
        )
        try self.init(declaration, orientation: pipeline)
    }

    /// The system as it runs on another phone. Its own projection law remains, with its own constants.
    ///
    /// - Throws: ``SpecificationError`` for invalid sizes of the camera, and for a SPEC that changes the camera or the
    ///   screen itself.
    public func on(_ camera: CameraEntry) throws(SpecificationError) -> DescribedSystem {
        let standard = try SystemSettings(declaration, text: text, column: 1).values()
        let own = [SystemStage.camera, .screen].flatMap { stage in
            (values[stage]?.all ?? [:]).filter { $0.value != standard[stage]?.all[$0.key] }.map(\.key)
        }
        guard own.isEmpty else {
            throw SpecificationError(
                specification: text,
                column: 1,
                found: "\(own.sorted().joined(separator: ", ")) and the camera '\(camera.name)'",
                expected: "one description of the camera and screen",
                remedy: "remove --camera, or the parameters"
            )
        }
        var changed = self
        for stage in [SystemStage.camera, .screen] {
            let own = camera.constants.filter { $0.stage == stage }.map { ($0.name, $0.text) }
            do {
                changed.values[stage] = try ParameterValues(
                    Dictionary(uniqueKeysWithValues: own),
                    for: stage.parameters,
                    of: "'\(stage.rawValue)'",
                    listing: "see 'sextant list systems'"
                )
            } catch {
                throw SpecificationError(
                    specification: camera.name,
                    column: 1,
                    found: error.found,
                    expected: error.expected,
                    remedy: error.remedy
                )
            }
        }
        return changed
    }
}
