import SensorModel

/// The pairs over which a formula is measured.
enum DistanceBand: String, CaseIterable {
    /// Points up to about 1.5 km apart, as in augmented reality.
    case street
    /// Points anywhere on Earth.
    case global

    /// The pairs, which are the same on every call.
    func pairs(count: Int) -> [DistanceTask.Pair] {
        var generator = SplitMix64(seed: 6_378_137)
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
}
