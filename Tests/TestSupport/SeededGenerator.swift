public import SensorModel

/// Random values for tests, the same for a seed on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var source: SplitMix64

    public init(seed: UInt64) {
        source = SplitMix64(seed: seed)
    }

    public mutating func next() -> UInt64 { source.next() }

    /// Uniform in the range.
    public mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    /// Each component uniform in [−size, size].
    public mutating func vector(_ size: Double = 1) -> Vector3 {
        Vector3(number(in: -size...size), number(in: -size...size), number(in: -size...size))
    }

    /// A rotation of any axis and angle.
    public mutating func orientation() -> UnitQuaternion {
        while true {
            let (w, v) = (number(in: -1...1), vector())
            if let orientation = UnitQuaternion(w: w, x: v.x, y: v.y, z: v.z) { return orientation }
        }
    }
}
