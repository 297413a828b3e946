import SensorModel

/// How far an accelerometer's sample is taken for gravity, by its length.
///
/// A device that is accelerated other than downward mostly reads another length than g. iBetelgeuse's authors wished
/// for a filter that then stays closer to its previous value (Stevense & van der Tak 2010, section 6.3).
struct AccelerationTrust: Sendable, Hashable {
    /// Departure from g, in m/s², at which the trust is one half; nil trusts every sample.
    let tolerance: Double?

    /// In [0, 1]: 1 / (1 + (d/t)²) with d = ||a| − g|. A measurement's variance is divided by it, or its weight
    /// multiplied.
    func of(_ acceleration: Vector3) -> Double {
        guard let tolerance else { return 1 }
        let departure = (acceleration.length - Gravity.standard) / tolerance
        return 1 / (1 + departure * departure)
    }

    static let descriptor = ParameterDescriptor.number(
        "accelerationTolerance",
        .metresPerSecondSquared,
        in: .aboveZero,
        default: nil,
        "Departure of the acceleration's length from g that halves the trust in it; not given, all are trusted."
    )
}
