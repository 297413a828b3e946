/// What estimates are held against.
public enum ReferenceKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The recording's reference orientation: motion capture, or a simulation's truth.
    case truth
    /// The device's own fused attitude. Figures are differences from it, not errors.
    case device
    /// The device's gyroscope, integrated over short spans.
    case gyroscope
}
