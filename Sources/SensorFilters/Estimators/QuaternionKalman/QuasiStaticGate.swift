import SensorModel

/// Decides whether a field is quasi-static: whether the variance of its strength over the last samples is small, and the
/// newest strength near their mean (Renaudin & Combettes 2014).
///
/// O(samples in the window) time and memory per sample.
struct QuasiStaticGate: Sendable {
    private let variance: Double
    private let outlier: Double
    private let isActive: Bool
    /// Whether a field is quasi-static only after a full window.
    private let isPatient: Bool
    private var window: SlidingWindow<Double>

    /// - Parameters:
    ///   - isActive: whether the gate closes at all.
    ///   - window: the number of samples.
    ///   - variance: the limit of the variance.
    ///   - outlier: the largest difference from the mean.
    ///   - isPatient: whether a field is quasi-static only after a full window.
    init(isActive: Bool, window: Int, variance: Double, outlier: Double, isPatient: Bool) {
        self.isActive = isActive
        self.isPatient = isPatient
        self.window = SlidingWindow(capacity: window)
        self.variance = variance
        self.outlier = outlier
    }

    /// Whether a sample with this strength is used.
    mutating func accepts(_ strength: Double) -> Bool {
        guard isActive else { return true }
        window.append(strength)
        if isPatient, window.count < window.capacity { return false }
        let count = Double(window.count)
        let mean = window.reduce(0, +) / count
        let squares = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let measured = window.count > 1 ? squares / (count - 1) : 0
        return measured < variance && abs(strength - mean) <= outlier
    }

    /// Forgets all samples.
    mutating func reset() { window.removeAll() }
}
