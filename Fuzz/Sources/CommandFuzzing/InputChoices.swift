import SensorModel

/// Decisions drawn from an input: its own bytes first, a pseudo-random sequence after them.
///
/// The same input always gives the same decisions, so that every finding can be replayed.
struct InputChoices {
    private var bytes: ArraySlice<UInt8>
    private var random: SplitMix64

    init(seed: UInt64, bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        random = SplitMix64(seed: seed)
    }

    /// An index from 0 to `count` - 1. `count` must be positive.
    mutating func index(below count: Int) -> Int {
        guard let first = bytes.popFirst() else { return random.nextIndex(below: count) }
        guard count > 256 else { return Int(first) % count }
        return (Int(first) << 8 | Int(bytes.popFirst() ?? 0)) % count
    }

    /// Whether something rare happens: once in `count` decisions.
    mutating func isOne(in count: Int) -> Bool { index(below: count) == count - 1 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// A number from 0 up to 1, always from the pseudo-random sequence: too many are needed to spend bytes on them.
    mutating func fraction() -> Double { random.nextFraction() }

    /// An index from the pseudo-random sequence, where bytes would be spent on too little.
    mutating func place(below count: Int) -> Int { random.nextIndex(below: count) }
}
