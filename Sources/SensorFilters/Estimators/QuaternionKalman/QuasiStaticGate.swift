import SensorModel

/// Decides whether a field is quasi-static: whether the variance of its strength over the last samples is small, and the
/// newest strength near their mean (Renaudin & Combettes 2014). For one setting or for one in each lane.
///
/// O(samples in the window) time and memory per sample.
struct QuasiStaticGate<Number: LaneNumber>: Sendable {
    private let variance: Number
    private let outlier: Number
    private let isActive: Bool
    /// Whether a field is quasi-static only after a full window.
    private let isPatient: Bool
    private var window: SlidingWindow<Double>

    /// - Parameters:
    ///   - isActive: whether the gate closes at all.
    ///   - window: the number of samples.
    ///   - variances: the limit of the variance of each setting.
    ///   - outliers: the largest difference from the mean of each setting.
    ///   - isPatient: whether a field is quasi-static only after a full window.
    init(isActive: Bool, window: Int, variances: [Double], outliers: [Double], isPatient: Bool) {
        self.isActive = isActive
        self.isPatient = isPatient
        self.window = SlidingWindow(capacity: window)
        variance = Number(variances) { $0 }
        outlier = Number(outliers) { $0 }
    }

    /// The lanes in which a sample with this strength is used.
    mutating func accepts(_ strength: Double) -> Number.Mask {
        guard isActive else { return Number.Mask(repeating: true) }
        window.append(strength)
        if isPatient, window.count < window.capacity { return Number.Mask(repeating: false) }
        let count = Double(window.count)
        let mean = window.reduce(0, +) / count
        let squares = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let measured = window.count > 1 ? squares / (count - 1) : 0
        return (Number(repeating: measured) .< variance) .& (Number(repeating: abs(strength - mean)) .<= outlier)
    }

    /// Forgets all samples.
    mutating func reset() { window.removeAll() }
}
