import SensorModel

/// What a filter left out, in words.
enum SkipText {
    static func words(_ skips: SkipCounts) -> String {
        let parts = [
            (skips.nonFinite, "not finite"), (skips.zero, "of length zero"),
            (skips.notLater, "not later than the one before"), (skips.undetermined, "undetermined"),
            (skips.restarts, "restarts after a gap"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "samples left out by the filter: " + words.joined(separator: ", ")
    }
}
