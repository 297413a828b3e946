import ArgumentParser
import Evaluation
import SensorModel

extension Association {
    init(argument: String) throws {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let seconds = parts.count > 1 ? Double(parts[1]) : nil
        let isTime = seconds.map { $0 > 0 && $0 <= Self.longestTime } ?? (parts.count == 1)
        switch (parts.first, seconds) {
        case ("interpolated", _) where isTime: self = .interpolated(longestGap: seconds)
        case ("nearest", let limit?) where isTime: self = .nearest(limit: limit)
        case ("exact", nil) where parts.count == 1: self = .exact
        default:
            throw ValidationError(
                "found '\(argument)', expected interpolated, interpolated:SECONDS, nearest:SECONDS or exact, "
                    + "with seconds above 0, up to \(DecimalText.exact(Self.longestTime)); for example nearest:0.01"
            )
        }
    }

    /// Estimates a minute apart say nothing of what was between them.
    private static let longestTime = 60.0
}
