/// A small seeded generator, the same sequence for a seed on every machine.
///
/// Steele et al. 2014, doi:10.1145/2660193.2660195.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    /// What each number adds to the state: a generator with the seed `seed + n · increment` begins n numbers later.
    public static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= Self.increment
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Uniform in [0, 1), in steps of 2⁻⁵³.
    public mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// An index below `count`. Its bias is below `count` / 2⁶⁴.
    public mutating func nextIndex(below count: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }
}
