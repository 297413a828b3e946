/// How the estimate answers swings, by frequency, or why that could not be measured.
public struct FrequencyResponse: Sendable, Hashable {
    /// By rising frequency, event after event.
    public var points: [FrequencyPoint]
    /// Why there are no points, or why some of them have no gain; nil where all is measured.
    public var note: String?

    public init(points: [FrequencyPoint] = [], note: String? = nil) {
        self.points = points
        self.note = note
    }

    /// Below this coherence less than half of the motion at a frequency is an answer to the truth.
    public static let leastCoherence = 0.5
    public static let reasonWithout = "the recording has no sine or chirp about an axis of rotation"
}
