public import SensorModel

/// MAGYQ: the extended Kalman filter of a quaternion and of the gyroscope's bias in quaternion form, with gates for
/// quasi-static fields and with the change of both fields as measurements of the bias.
///
/// Renaudin & Combettes 2014, doi:10.3390/s141222864. Equation numbers are those of the paper. With the gyroscope's
/// rotation y = exp(½ ω Δt) of a step,
///
///     (1), (2) p = y − b
///     (3) q⁻ = q ⊗ p, with its length corrected to one
///     (4) b⁻ = b
///     (5) P⁻ = F P Fᵀ + G Q Gᵀ,  F = (C(p), −M(q); 0, I),  G = (−M(q), 0; 0, Δt I)
///     (12) K = P⁻ Hᵀ (H P⁻ Hᵀ + R)⁻¹
///     (13) (q, b) ← (q⁻, b⁻) + K z, with the length of q corrected to one;  P ← (I − K H) P⁻
///
/// C(p) is the matrix of q ↦ q ⊗ p, and M(q) that of p ↦ q ⊗ p. For gravity and for the field, z contains
///
///     r − q⁻ ⊗ v ⊗ q⁻*        the reference and the measured direction, in Earth axes
///     v − p* ⊗ v' ⊗ p         the measured direction and the last one v', turned by the gyroscope
///
/// The first corrects the quaternion and the second the bias. A sensor's rows count only while its field is quasi-static:
/// while the variance of its strength over a window is small, and the newest strength is near the mean.
///
/// Starts from ``Triad``. North is magnetic north. O(1) time per sample on average; memory for the window.
///
///     var filter = Renaudin()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Renaudin: OrientationEstimator {
    /// How the change of the fields measures the bias.
    public enum Gradient: String, Sendable, Hashable, CaseIterable {
        /// Not at all.
        case none
        /// As the change of the directions.
        case direction
        /// As the program of the smartphone benchmark does (Michel et al. 2018): its derivative has the opposite sign,
        /// which enlarges the error of the bias, and its first change is that of the vectors as measured, in m/s² and µT.
        case benchmark
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<RenaudinEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            RenaudinEquations(parameters),
            maximumGap: parameters.maximumGap,
            magnetometer: parameters.magnetometer
        )
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = Renaudin(parameters)
    }
}
