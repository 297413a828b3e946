import SensorModel

/// How far an accelerometer's sample is trusted as gravity, by its length.
///
/// A device that is accelerated other than downward mostly reads another length than g. iBetelgeuse's authors wished
/// for a filter that then stays closer to its previous value (Stevense & van der Tak 2010, section 6.3).
struct AccelerationTrust: Sendable, Hashable {
    /// The difference from g, in m/s², at which the trust is one half; infinite where every sample is trusted.
    private let tolerance: Double

    /// - Parameter tolerance: nil trusts every sample.
    init(_ tolerance: Double?) {
        self.tolerance = tolerance ?? .infinity
    }

    /// In [0, 1]: 1 / (1 + (d/t)²) with d = |a| − g. A measurement's variance is divided by it, or its weight
    /// multiplied.
    @_transparent func callAsFunction(in acceleration: Vector3) -> Double {
        let departure = (acceleration.length - Gravity.standard) / tolerance
        return 1 / (1 + departure * departure)
    }
}
