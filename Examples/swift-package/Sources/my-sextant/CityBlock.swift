import Foundation
import Geodesy
import SensorModel

/// The way along the meridian and along the parallel of the middle latitude, on a sphere:
///
///     d = R (|Δφ| + |Δλ| cos φ_m)
struct CityBlock: DistanceFormula {
    func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let middle = Angle(degrees: (start.latitudeDegrees + end.latitudeDegrees) / 2)
        let north = Angle(degrees: end.latitudeDegrees - start.latitudeDegrees)
        let difference = end.longitudeDegrees - start.longitudeDegrees
        // The shorter way round the Earth.
        let east = Angle(degrees: difference.remainder(dividingBy: 360))
        return EarthSphere.common * (abs(north.radians) + abs(east.radians) * cos(middle.radians))
    }
}

extension FormulaEntry {
    /// The formula's name on the command line and its bounds.
    static let cityBlock = FormulaEntry(
        name: "cityBlock",
        summary: "The way along the meridian, then along the parallel.",
        source: "an example",
        validity: "away from the poles, for distances much shorter than the Earth's radius",
        // √2 of the shortest way in the worst direction, and the flattening of the Earth.
        accuracy: StatedAccuracy(
            relativeError: 0.43,
            absoluteError: 1e-7,
            longestDistance: 100_000,
            highestLatitudeDegrees: 80
        ),
        cost: "1 cosine",
        givesBearing: false,
        formula: CityBlock()
    )
}
