/// The presets: names that can replace a SPEC.
///
/// The preset of a described system computes the same orientations from samples as ``SystemReplay``, from the same
/// declaration: its sampling, compass, filters and estimator. It does not include the screen.
public enum PresetCatalogue {
    /// All presets.
    public static let presets: [PipelinePreset] =
        SystemCatalogue.declarations.compactMap(PipelinePreset.init) + [
            PipelinePreset(
                name: "stabilised",
                specification: "ekf:accelerationTolerance=0.5m/s2+derivativeSmoother",
                summary:
                    "A Kalman filter that rejects accelerated samples, then a smoother, as iBetelgeuse's authors proposed.",
                source: "Stevense & van der Tak 2010, sections 6.3 and 6.4"
            )
        ]

    /// The preset with a name; nil for an unknown name. O(n).
    public static func preset(named name: String) -> PipelinePreset? {
        presets.first { $0.name == name }
    }
}

extension PipelinePreset {
    /// Creates the preset of a system; nil if its orientations come from poses and fixes, which a pipeline does not
    /// read.
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

/// A named SPEC.
public struct PipelinePreset: Sendable, Hashable {
    /// The name that replaces the SPEC.
    public let name: String
    /// The SPEC.
    public let specification: String
    /// One line for listings.
    public let summary: String
    /// The paper or the system's document that describes it.
    public let source: String
}
