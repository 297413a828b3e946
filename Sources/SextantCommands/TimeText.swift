import SensorModel

/// Spans of time for people.
enum TimeText {
    /// "50 s", "12 min", "3.5 h".
    static func rough(_ seconds: Double) -> String {
        if seconds < 1 { return "1 s" }
        if seconds < 90 { return "\(Int(saturating: seconds.rounded())) s" }
        if seconds < 5_400 { return "\(Int(saturating: (seconds / 60).rounded())) min" }
        if seconds < 36_000 { return "\((seconds / 360).rounded() / 10) h" }
        return seconds < 172_800
            ? "\(Int(saturating: (seconds / 3_600).rounded())) h"
            : "\(Int(saturating: (seconds / 86_400).rounded())) days"
    }

    /// "0.35 s", "83.1 s".
    static func exact(_ duration: Duration) -> String {
        "\((duration.seconds * 100).rounded() / 100) s"
    }
}
