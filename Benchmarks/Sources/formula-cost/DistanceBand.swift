import SensorModel

/// Which pairs a formula is measured with.
enum DistanceBand: String, CaseIterable {
    /// Up to some 1.5 km apart, as in augmented reality.
    case street
    /// Any latitudes and longitudes.
    case global

    /// The same pairs each time.
    func pairs(count: Int) -> [DistanceTask.Pair] {
        var generator = Generator(state: 6_378_137)
        func random(_ reach: Double) -> Double { .random(in: -reach...reach, using: &generator) }
        var pairs: [DistanceTask.Pair] = []
        while pairs.count < count {
            let (latitude, longitude) = (random(89.9), random(180))
            let end =
                self == .street
                ? (latitude + random(0.01), longitude + random(0.01)) : (random(89.9), random(180))
            guard let start = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude),
                let end = GeographicPoint(latitudeDegrees: end.0, longitudeDegrees: end.1)
            else { continue }
            pairs.append(DistanceTask.Pair(start: start, end: end))
        }
        return pairs
    }

    /// SplitMix64.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
