public import SensorModel

/// What a run was held against, and how.
public struct ReferenceSummary: Sendable, Hashable, Codable {
    public var kind: ReferenceKind
    /// `exact` where every estimate was taken at the very time of its reference sample; else the ``Association``.
    public var alignment: String
    /// How long the reference can be trusted; nil where it can all along.
    public var span: Seconds?
    /// What was fitted of the truth's frames; nil where nothing was.
    public var frames: FrameFit?

    static let exact = "exact"

    public init(kind: ReferenceKind, alignment: String, span: Seconds? = nil, frames: FrameFit? = nil) {
        self.kind = kind
        self.alignment = alignment
        self.span = span
        self.frames = frames
    }

    enum CodingKeys: String, CodingKey {
        case kind
        case alignment
        case span = "span_s"
        case frames
    }
}
