import SensorModel

extension SceneEvaluation: Encodable {
    private enum Key: String, CodingKey {
        case recording
        case name
        case sha256
        case turnPutIn = "turn_put_in_deg"
        case fixes
        case count
        case estimates
        case leftOut = "left_out"
        case rounds
        case found
        case reference
        case heading = "heading_deg"
        case uncertainty = "uncertainty_deg"
        case source
        case errorBefore = "error_before_deg"
        case error = "error_deg"
        case convergence
        case corrections
        case band = "band_deg"
        case steadyAfter = "steady_after"
        case scatter = "scatter_rms_deg"
        case reason
        case location
        case bestEstimate = "best_estimate_rms_m"
        case lastFix = "last_fix_rms_m"
        case moments
    }

    /// Every key is written. What cannot be told is null, with a reason beside it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var named = container.nestedContainer(keyedBy: Key.self, forKey: .recording)
        try named.encode(recording, forKey: .name)
        try named.encode(sha256, forKey: .sha256)
        try container.encode(turnPutIn.degrees, forKey: .turnPutIn)
        var counts = container.nestedContainer(keyedBy: Key.self, forKey: .fixes)
        try counts.encode(fixes, forKey: .count)
        try counts.encode(estimates, forKey: .estimates)
        try counts.encode(leftOut, forKey: .leftOut)
        try container.encode(rounds, forKey: .rounds)
        var found = container.nestedContainer(keyedBy: Key.self, forKey: .found)
        try found.encode(heading?.degrees, forKey: .heading)
        try found.encode(uncertainty?.degrees, forKey: .uncertainty)
        try found.encodeIfPresent(reasonWithoutHeading, forKey: .reason)
        var known = container.nestedContainer(keyedBy: Key.self, forKey: .reference)
        try known.encode(reference?.heading.degrees, forKey: .heading)
        try known.encode(reference?.uncertainty.degrees, forKey: .uncertainty)
        try known.encode(reference?.source.rawValue, forKey: .source)
        if reference == nil { try known.encode(Self.reasonWithoutReference, forKey: .reason) }
        try container.encode(errorBefore?.degrees, forKey: .errorBefore)
        try container.encode(error?.degrees, forKey: .error)
        var places = container.nestedContainer(keyedBy: Key.self, forKey: .location)
        try places.encode(location?.bestEstimate, forKey: .bestEstimate)
        try places.encode(location?.lastFix, forKey: .lastFix)
        try places.encode(location?.moments ?? 0, forKey: .moments)
        if location == nil { try places.encode(SceneLocationErrors.reasonWithout, forKey: .reason) }
        var steady = container.nestedContainer(keyedBy: Key.self, forKey: .convergence)
        let convergence = convergence
        try steady.encode(convergence.corrections, forKey: .corrections)
        try steady.encode(band.degrees, forKey: .band)
        try steady.encode(convergence.steadyAfter, forKey: .steadyAfter)
        try steady.encode(convergence.scatter?.degrees, forKey: .scatter)
    }
}
