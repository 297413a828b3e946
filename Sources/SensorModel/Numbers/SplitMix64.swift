/// A small seeded random number generator. The same seed gives the same sequence on every machine.
///
/// Steele et al. 2014, doi:10.1145/2660193.2660195.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    /// The amount that each call of ``next()`` adds to the state. A generator with the seed `seed + n · increment`
    /// therefore skips the first n numbers of the sequence of `seed`.
    public static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    /// Creates a generator with a seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number, uniform over all 64-bit integers.
    public mutating func next() -> UInt64 {
        state &+= Self.increment
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns the next number, uniform in [0, 1), a multiple of 2⁻⁵³.
    public mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns the next index, uniform in 0..<`count`, with a bias below `count` / 2⁶⁴.
    public mutating func nextIndex(below count: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }
}
