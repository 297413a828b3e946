import SensorModel

/// What became of a tracked scene's axes, in short: ``SceneEvaluation`` for a system's report.
public struct SceneSummary: Sendable, Hashable {
    /// How many times the axes were to be corrected, and how many times they were.
    public var rounds: Int
    public var corrections: Int
    /// Degrees: where the scene's −Z axis points, as it was found; nil where no round could tell.
    public var heading: Double?
    /// Degrees: a bound of its standard deviation.
    public var uncertainty: Double?
    /// Why there is no ``heading``.
    public var reason: String?
    /// Degrees: the same, as it is held for true; nil where nothing tells.
    public var referenceHeading: Double?
    public var referenceUncertainty: Double?
    /// "simulation", "truth" or "fixes".
    public var referenceSource: String?
    /// Degrees, clockwise: the yaw error at the beginning.
    public var errorBefore: Double?
    /// Degrees, clockwise: the yaw error behind each correction; empty where nothing is held for true.
    public var errors: [Double]
    /// The correction behind which all others stay small, counted from 1.
    public var steadyAfter: Int?

    public init(_ scene: SceneEvaluation) {
        rounds = scene.rounds.count
        corrections = scene.corrections.count
        heading = scene.heading?.degrees
        uncertainty = scene.uncertainty?.degrees
        reason = scene.reasonWithoutHeading
        referenceHeading = scene.reference?.heading.degrees
        referenceUncertainty = scene.reference?.uncertainty.degrees
        referenceSource = scene.reference?.source.rawValue
        errorBefore = scene.errorBefore?.degrees
        errors = scene.corrections.compactMap { $0.error?.degrees }
        steadyAfter = scene.convergence.steadyAfter
    }

    /// What a reader must know, in a sentence.
    var remark: String {
        let before = errorBefore.map { "scene axes off by \(Self.text($0)) deg before" }
        guard let heading, let uncertainty else {
            return "\(before ?? "scene axes"): never corrected in \(rounds) rounds, because \(reason ?? "")"
        }
        let angle = "\(Self.text(heading)) ± \(Self.text(uncertainty)) deg"
        let found = "-Z found at \(angle) by \(corrections) of \(rounds) rounds"
        guard let before, let last = errors.last else { return "scene axes: \(found); held against nothing" }
        return "\(before), \(Self.text(last)) deg at the end; \(found)"
    }

    private static func text(_ degrees: Double) -> String {
        let tenths = (degrees * 10).rounded() / 10 + 0
        return "\(tenths)"
    }
}
