import SensorModel

/// Decisions that are drawn from the bytes of an input, and then from a pseudo-random sequence.
///
/// The same input always results in the same decisions, so that every fault can be reproduced.
struct InputChoices {
    private var bytes: ArraySlice<UInt8>
    private var random: SplitMix64

    init(seed: UInt64, bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        random = SplitMix64(seed: seed)
    }

    /// An index from 0 to `count` - 1.
    ///
    /// - Precondition: `count` is positive.
    mutating func index(below count: Int) -> Int {
        guard let first = bytes.popFirst() else { return random.nextIndex(below: count) }
        guard count > 256 else { return Int(first) % count }
        return (Int(first) << 8 | Int(bytes.popFirst() ?? 0)) % count
    }

    /// Returns `true` for one in `count` decisions.
    mutating func isOne(in count: Int) -> Bool { index(below: count) == count - 1 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// A number from 0 up to 1. It always comes from the pseudo-random sequence, because too many are needed.
    mutating func fraction() -> Double { random.nextFraction() }

    /// An index from the pseudo-random sequence, for decisions that are not worth a byte.
    mutating func randomIndex(below count: Int) -> Int { random.nextIndex(below: count) }
}
