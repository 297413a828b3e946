import Geodesy
import Pipelines
import SensorModel

extension MeasuredCase {
    /// All formulas over points up to about 1.5 km apart, called through the existential as callers do.
    static let formulas = FormulaCatalogue.entries.map { entry in
        MeasuredCase(.formula, [entry.name], per: "pair", unitsAtOnce: 1000) {
            let pairs = makePairs(count: 1000)
            let formula = entry.formula
            return { count in
                var sum = 0.0
                for index in 0..<count {
                    let pair = pairs[index % pairs.count]
                    sum += formula.distance(from: pair.start, to: pair.end) ?? 0
                }
                return Int(sum)
            }
        }
    }

    /// The projections of all described systems.
    static let projections = SystemCatalogue.declarations.map { declaration in
        MeasuredCase(.projection, [declaration.name], per: "direction", unitsAtOnce: 1000) {
            let projection = try DescribedSystem(declaration).projection
            let directions = makeDirections(count: 1000)
            let upright = UnitQuaternion(angle: Angle(degrees: 80), axis: Vector3(1, 0, 0))
            return { count in
                var visible = 0
                for index in 0..<count {
                    let direction = directions[index % directions.count]
                    if projection.placement(ofDirection: direction, orientation: upright).isVisible { visible += 1 }
                }
                return visible
            }
        }
    }

    private static func makePairs(count: Int) -> [(start: GeographicPoint, end: GeographicPoint)] {
        var random = SplitMix64(seed: 6_378_137)
        func next(_ reach: Double) -> Double { .random(in: -reach...reach, using: &random) }
        var pairs: [(start: GeographicPoint, end: GeographicPoint)] = []
        while pairs.count < count {
            let (latitude, longitude) = (next(80), next(179))
            let end = (latitude + next(0.01), longitude + next(0.01))
            guard let start = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude),
                let end = GeographicPoint(latitudeDegrees: end.0, longitudeDegrees: end.1)
            else { continue }
            pairs.append((start, end))
        }
        return pairs
    }

    /// Directions to places in all directions, up to 10 km away.
    private static func makeDirections(count: Int) -> [Vector3] {
        var random = SplitMix64(seed: 320_480)
        func next(_ reach: Double) -> Double { .random(in: -reach...reach, using: &random) }
        return (0..<count).map { _ in Vector3(next(10_000), next(10_000), next(500)) }
    }
}
