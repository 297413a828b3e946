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
