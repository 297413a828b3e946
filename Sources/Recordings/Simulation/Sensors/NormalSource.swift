package import SensorModel

/// Standard normal deviates, the same sequence for a seed and a name on every machine.
///
/// Box & Muller 1958, doi:10.1214/aoms/1177706645.
package struct NormalSource: Sendable {
    private var uniform: SplitMix64
    private var spare: Double?

    package init(_ uniform: SplitMix64) { self.uniform = uniform }

    package mutating func next() -> Double {
        if let kept = spare {
            spare = nil
            return kept
        }
        let radius = (-2 * PortableMath.logarithm(1 - uniform.nextFraction())).squareRoot()
        let (sine, cosine) = PortableMath.sineAndCosine(turns: uniform.nextFraction())
        spare = radius * sine
        return radius * cosine
    }

    mutating func nextVector() -> Vector3 {
        let (x, y, z) = (next(), next(), next())
        return Vector3(x, y, z)
    }
}

extension SplitMix64 {
    /// A generator of its own for each purpose ("gyroscope.noise"): what one sensor draws never changes what another
    /// one gets.
    ///
    /// The seed and the name's FNV-1a hash are mixed by one step of the generator each.
    package init(seed: UInt64, purpose: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in purpose.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var first = SplitMix64(seed: seed)
        var second = SplitMix64(seed: first.next() ^ hash)
        self.init(seed: second.next())
    }
}
