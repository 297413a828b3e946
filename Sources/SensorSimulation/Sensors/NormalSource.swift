package import SensorModel

/// A generator of standard normal deviates (Box & Muller 1958). A seed and a name yield the same sequence on every
/// machine.
package struct NormalSource: Sendable {
    private var uniform: SplitMix64
    private var spare: Double?

    /// Creates a generator from a source of uniform numbers.
    package init(_ uniform: SplitMix64) { self.uniform = uniform }

    /// Returns the next deviate.
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

    package mutating func nextVector() -> Vector3 {
        let (x, y, z) = (next(), next(), next())
        return Vector3(x, y, z)
    }
}

extension SplitMix64 {
    /// Creates a generator for one purpose, such as "gyroscope.noise". Generators for different purposes are
    /// independent, so that the draws of one sensor do not change those of another.
    ///
    /// One step of the generator each mixes the seed and the FNV-1a hash of the name.
    package init(seed: UInt64, purpose: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in purpose.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var first = SplitMix64(seed: seed)
        var second = SplitMix64(seed: first.next() ^ hash)
        self.init(seed: second.next())
    }
}
