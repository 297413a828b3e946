public import SensorModel

/// Why the paths of a place over screens cannot be shown.
public enum SystemPathsError: Error, Sendable, Hashable {
    /// No place has this name or identifier; perhaps another was meant.
    case unknownPlace(String, suggestion: String?)
    /// Nothing is known of how the device was truly held; why.
    case noTruth(String)
    /// The stretch begins behind the recording's end, both in seconds after its first sample.
    case beyondEnd(from: Seconds, end: Seconds)
    /// The camera does not see any of the places, or not the one that was asked for, in the stretch.
    case nothingSeen

    /// Whether the recording is at fault rather than what was asked for.
    public var isBadData: Bool {
        if case .noTruth = self { true } else { false }
    }
}

extension SystemPathsError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownPlace(let name, let suggestion):
            let hint = suggestion.map { "did you mean '\($0)'?" } ?? "give the name of one of them"
            return "found no place named '\(name)' among those shown; \(hint)"
        case .noTruth(let reason):
            return "\(reason), expected a true orientation beside which to draw; choose another recording"
        case .beyondEnd(let from, let end):
            return "found a stretch from \(from) s, expected one that begins before the last sample at "
                + "\((end * 10).rounded() / 10) s; give an earlier one"
        case .nothingSeen:
            return "found no place that the camera sees in the stretch, expected one; choose another place or stretch"
        }
    }
}
