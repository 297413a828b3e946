public import SensorModel

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

extension SceneSummary: Codable {
    private enum Key: String, CodingKey {
        case rounds
        case corrections
        case heading = "heading_deg"
        case uncertainty = "uncertainty_deg"
        case reason
        case referenceHeading = "reference_heading_deg"
        case referenceUncertainty = "reference_uncertainty_deg"
        case referenceSource = "reference_source"
        case errorBefore = "error_before_deg"
        case errors = "errors_deg"
        case steadyAfter = "steady_after"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        rounds = try container.decode(Int.self, forKey: .rounds)
        corrections = try container.decode(Int.self, forKey: .corrections)
        heading = try container.decodeIfPresent(Double.self, forKey: .heading)
        uncertainty = try container.decodeIfPresent(Double.self, forKey: .uncertainty)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        referenceHeading = try container.decodeIfPresent(Double.self, forKey: .referenceHeading)
        referenceUncertainty = try container.decodeIfPresent(Double.self, forKey: .referenceUncertainty)
        referenceSource = try container.decodeIfPresent(String.self, forKey: .referenceSource)
        errorBefore = try container.decodeIfPresent(Double.self, forKey: .errorBefore)
        errors = try container.decode([Double].self, forKey: .errors)
        steadyAfter = try container.decodeIfPresent(Int.self, forKey: .steadyAfter)
    }

    /// Every key is written but the reason, which stands where there is no heading.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(rounds, forKey: .rounds)
        try container.encode(corrections, forKey: .corrections)
        try container.encode(heading, forKey: .heading)
        try container.encode(uncertainty, forKey: .uncertainty)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(referenceHeading, forKey: .referenceHeading)
        try container.encode(referenceUncertainty, forKey: .referenceUncertainty)
        try container.encode(referenceSource, forKey: .referenceSource)
        try container.encode(errorBefore, forKey: .errorBefore)
        try container.encode(errors, forKey: .errors)
        try container.encode(steadyAfter, forKey: .steadyAfter)
    }
}

/// Whether corrections become small and stay so: the document's convergence ("each successive triggering leads to an
/// increasingly smaller correction angle", then "oscillating around 0"; Yandex 2017, "Testing").
public struct SceneConvergence: Sendable, Hashable {
    /// How many corrections there were.
    public var corrections: Int
    /// The first correction behind which all others stay within the band, counted from 1; nil where the last one is not
    /// within it, and where it is the only one.
    public var steadyAfter: Int?
    /// Root mean square of the corrections behind that one.
    public var scatter: Angle?

    init(_ corrections: [Angle], band: Angle) {
        self.corrections = corrections.count
        let outside = corrections.dropFirst().lastIndex { abs($0.wrapped.radians) > band.radians } ?? 0
        let later = corrections.dropFirst(outside + 1)
        guard let scatter = later.lazy.map({ $0.wrapped.radians }).rootMeanSquare else { return }
        steadyAfter = outside + 1
        self.scatter = Angle(radians: scatter)
    }
}
