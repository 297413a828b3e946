import SensorModel

/// How far an accelerometer's sample is trusted as gravity, by its length, for one tolerance or for one in each lane.
///
/// A device that is accelerated other than downward mostly reads another length than g. iBetelgeuse's authors wished
/// for a filter that then stays closer to its previous value (Stevense & van der Tak 2010, section 6.3).
struct AccelerationTrust<Number: LaneNumber>: Sendable, Hashable {
    /// The difference from g, in m/s², at which the trust is one half; infinite where every sample is trusted.
    private let tolerance: Number

    /// - Parameter tolerances: one for each lane at most; nil trusts every sample.
    init(_ tolerances: [Double?]) {
        tolerance = Number(tolerances) { $0 ?? .infinity }
    }

    /// In [0, 1]: 1 / (1 + (d/t)²) with d = |a| − g. A measurement's variance is divided by it, or its weight
    /// multiplied.
    @_transparent func callAsFunction(in acceleration: Vector3) -> Number {
        let departure = Number(repeating: acceleration.length - Gravity.standard) / tolerance
        return 1 / (1 + departure * departure)
    }
}
