public import SensorModel

/// A random generator for tests whose sequence depends only on its seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var source: SplitMix64

    /// Creates a generator from a seed.
    public init(seed: UInt64) {
        source = SplitMix64(seed: seed)
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 { source.next() }

    /// A number that is uniform in the range.
    public mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    /// A vector whose components are uniform in [−size, size].
    public mutating func vector(_ size: Double = 1) -> Vector3 {
        Vector3(number(in: -size...size), number(in: -size...size), number(in: -size...size))
    }

    /// A random orientation.
    public mutating func orientation() -> UnitQuaternion {
        while true {
            let (w, v) = (number(in: -1...1), vector())
            if let orientation = UnitQuaternion(w: w, x: v.x, y: v.y, z: v.z) { return orientation }
        }
    }
}
