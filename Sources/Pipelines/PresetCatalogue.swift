/// Every preset, by the name that may stand in place of a SPEC.
///
/// A described system's preset is what the system computes from samples to orientation, by the one declaration that
/// ``SystemReplay`` runs, too: its sampling, its compass, its filters and its estimator. What only its screen adds is no
/// part of it.
public enum PresetCatalogue {
    public static let presets: [PipelinePreset] =
        SystemCatalogue.declarations.compactMap(PipelinePreset.init) + [
            PipelinePreset(
                name: "stabilised",
                specification: "ekf:accelerationTolerance=0.5m/s2+derivativeSmoother",
                summary:
                    "What iBetelgeuse's authors wished for: a Kalman filter that doubts shaken samples, then a calm picture.",
                source: "Stevense & van der Tak 2010, sections 6.3 and 6.4"
            )
        ]

    public static func preset(named name: String) -> PipelinePreset? {
        presets.first { $0.name == name }
    }
}

extension PipelinePreset {
    /// Nil for a system whose orientations come from poses and fixes, which a pipeline does not read.
    fileprivate init?(_ system: SystemDeclaration) {
        guard !system.tracksScene, let stages = try? system.orientationStages() else { return nil }
        self.init(
            name: system.name,
            specification: StageText.text(of: stages),
            summary: system.summary,
            source: system.source
        )
    }
}

extension SystemDeclaration {
    /// Whether the system's orientations come from poses of a tracked scene and fixes.
    var tracksScene: Bool {
        constants.contains { $0.stage == .tracking && $0.name == "poses" && $0.text == "aligned" }
    }
}
