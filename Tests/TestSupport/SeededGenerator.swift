public import SensorModel

/// SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2714064.2660195): the same sequence for a seed on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

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
