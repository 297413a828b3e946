public import SensorModel

/// The summary of the comparison of a recording's two clocks, for results and reports.
public struct ClockSummary: Sendable, Hashable {
    /// A Boolean value that indicates whether the sensors' times were shifted by the offset.
    public var isApplied: Bool
    /// A description of the two compared signals.
    public var compared: String
    /// The offset between the clocks, or the reason why the offset is unknown.
    public var estimate: ClockEstimate

    /// Creates the summary of a comparison.
    public init(isApplied: Bool, compared: String, estimate: ClockEstimate) {
        self.isApplied = isApplied
        self.compared = compared
        self.estimate = estimate
    }

    /// Returns a remark for readers of a report, or `nil` if alignment was not requested and the offset is not
    /// significant.
    ///
    /// - Parameter isWanted: whether the alignment of the clocks was requested.
    func remark(isWanted: Bool) -> String? {
        switch estimate {
        case .unknown(let reason):
            return isWanted ? "clocks were not aligned: \(reason) (compared: \(compared))" : nil
        case .found(let offset):
            let figures =
                "\(Self.milliseconds(offset.offset)) ± \(Self.milliseconds(offset.uncertainty)) ms"
                + " (r = \(Self.rounded(offset.correlation, 1_000)); compared: \(compared))"
            if isApplied { return "the sensors' times were shifted by \(figures)" }
            guard offset.isSignificant else { return nil }
            return "warning: the sensors' times need a shift of \(figures); see --align-clocks"
        }
    }

    private static func milliseconds(_ seconds: Double) -> Double { rounded(seconds * 1_000, 10) }

    private static func rounded(_ number: Double, _ scale: Double) -> Double { (number * scale).rounded() / scale }
}

extension ClockSummary: Codable {
    private enum Key: String, CodingKey {
        case isApplied = "applied"
        case compared
        case offset = "offset_s"
        case uncertainty = "uncertainty_s"
        case correlation
        case reason
    }

    /// Decodes a summary of a clock comparison. If the key `offset_s` is null or missing, the key `reason` is required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let estimate: ClockEstimate
        if let offset = try container.decodeIfPresent(Double.self, forKey: .offset) {
            estimate = .found(
                ClockOffset(
                    offset: offset,
                    uncertainty: try container.decode(Double.self, forKey: .uncertainty),
                    correlation: try container.decode(Double.self, forKey: .correlation)
                )
            )
        } else {
            estimate = .unknown(try container.decode(String.self, forKey: .reason))
        }
        self.init(
            isApplied: try container.decode(Bool.self, forKey: .isApplied),
            compared: try container.decode(String.self, forKey: .compared),
            estimate: estimate
        )
    }

    /// Encodes a summary. If the offset is unknown, it is null and the reason is written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(isApplied, forKey: .isApplied)
        try container.encode(compared, forKey: .compared)
        switch estimate {
        case .found(let offset):
            try container.encode(offset.offset, forKey: .offset)
            try container.encode(offset.uncertainty, forKey: .uncertainty)
            try container.encode(offset.correlation, forKey: .correlation)
        case .unknown(let reason):
            try container.encodeNil(forKey: .offset)
            try container.encode(reason, forKey: .reason)
        }
    }
}

/// The result of the comparison of two clocks.
public enum ClockEstimate: Sendable, Hashable {
    /// The offset and its uncertainty.
    case found(ClockOffset)
    /// The offset is unknown. The associated value is the reason.
    case unknown(String)
}

/// The offset between the sensors' clock and the clock of the reference or the poses, with its uncertainty.
public struct ClockOffset: Sendable, Hashable {
    /// The time in seconds to add to the sensors' times; positive if the sensors' times are too early.
    public var offset: Seconds
    /// The standard error of ``offset`` in seconds, computed from the offsets of several parts of the recording.
    public var uncertainty: Seconds
    /// The Pearson correlation of the two motion signals at this offset, in (0, 1].
    public var correlation: Double

    /// The tolerance for a clock offset, in seconds. During a rotation at 90°/s, an offset of this size causes an
    /// orientation error of less than 2°.
    static let tolerated: Seconds = 0.02

    /// A Boolean value that indicates whether the offset's magnitude exceeds 20 ms and three standard errors.
    public var isSignificant: Bool { abs(offset) > Self.tolerated && abs(offset) > 3 * uncertainty }
}
