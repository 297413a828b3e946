/// One decision of a proposed layout, with its evidence.
public struct LayoutGuess: Sendable, Hashable {
    /// The degree to which the data confirm a guess.
    public enum Certainty: String, Sendable, Hashable, CaseIterable {
        /// Physics confirm it, or the file states it.
        case certain
        /// One kind of evidence supports it, and none contradicts it.
        case likely
        /// A convention that the data cannot confirm. Every reader is warned.
        case assumed
    }

    /// The setting, such as `accelerometer unit`.
    public var subject: String
    /// The value, as in a layout.
    public var value: String
    /// The degree to which the data confirm it.
    public var certainty: Certainty
    /// The evidence in words.
    public var evidence: String

    /// The guess in one line.
    public var description: String { "\(subject): \(value) (\(certainty.rawValue)): \(evidence)" }
}
