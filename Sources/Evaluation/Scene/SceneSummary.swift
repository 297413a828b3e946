public import SensorModel

/// The summary of a ``SceneEvaluation`` for the results of a system.
public struct SceneSummary: Sendable, Hashable {
    /// The number of rounds in which the method tried to correct the axes.
    public var rounds: Int
    /// The number of rounds that corrected the axes.
    public var corrections: Int
    /// The heading of the scene's −Z axis after the last correction, in degrees; `nil` without a correction.
    public var heading: Double?
    /// An upper bound of the standard deviation of ``heading``, in degrees.
    public var uncertainty: Double?
    /// The reason why ``heading`` is `nil`; `nil` if the heading is known.
    public var reason: String?
    /// The reference heading of the scene's −Z axis in degrees; `nil` if this heading is unknown.
    public var referenceHeading: Double?
    /// An upper bound of the standard deviation of ``referenceHeading``, in degrees.
    public var referenceUncertainty: Double?
    /// The data from which the reference heading is determined: "simulation", "truth" or "fixes"; see
    /// ``SceneYaw/Source``.
    public var referenceSource: String?
    /// The yaw error of the axes before all corrections, clockwise, in degrees; `nil` without a reference.
    public var errorBefore: Double?
    /// The yaw error of the axes after each correction, clockwise, in degrees; empty without a reference.
    public var errors: [Double]
    /// The number of corrections that precede the final series of small corrections, at least 1; see
    /// ``SceneConvergence/steadyAfter``.
    public var steadyAfter: Int?

    /// Creates the summary of an evaluation.
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

    /// A remark about heading and yaw error, for readers of a report.
    var remark: String {
        let before = errorBefore.map { "scene axes: yaw error \(Self.text($0)) deg at the start" }
        guard let heading, let uncertainty else {
            return "\(before ?? "scene axes"): not corrected in \(rounds) rounds, because \(reason ?? "")"
        }
        let angle = "\(Self.text(heading)) ± \(Self.text(uncertainty)) deg"
        let found = "the scene's -Z axis points to \(angle), from \(corrections) corrections in \(rounds) rounds"
        guard let before, let last = errors.last else { return "scene axes: \(found); no reference" }
        return "\(before), \(Self.text(last)) deg at the end; \(found)"
    }

    private static func text(_ degrees: Double) -> String {
        let tenths = (degrees * 10).rounded() / 10 + 0
        return "\(tenths)"
    }
}

extension SceneSummary: Codable {
    private enum CodingKeys: String, CodingKey {
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

    /// Writes every key, except that the key `reason` is written only if the heading is missing.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
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

/// The convergence of the corrections: the number of corrections after which all later corrections are small (Yandex
/// 2018, "Testing").
///
/// The source describes convergence as "each successive triggering leads to an increasingly smaller correction angle",
/// then "oscillating around 0".
public struct SceneConvergence: Sendable, Hashable {
    /// The number of corrections.
    public var corrections: Int
    /// The number, counted from 1, of the last correction that exceeds ``SceneEvaluation/band``. The first correction
    /// always counts as exceeding the band. The value is `nil` if no correction follows.
    public var steadyAfter: Int?
    /// The root mean square of the corrections after ``steadyAfter``; `nil` if ``steadyAfter`` is `nil`.
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
