/// The part of a run's results that a metric belongs to.
public enum MetricGroup: String, Sendable, Hashable, CaseIterable {
    case accuracy
    case jitter
    case latency
    /// What a described system draws, in its pixels.
    case screen
    /// Where a described system believes the device to be.
    case location

    /// Whether it is measured of any orientation; false for what described systems alone have.
    public var isOfOrientation: Bool {
        switch self {
        case .accuracy, .jitter, .latency: true
        case .screen, .location: false
        }
    }
}
