public import Geodesy
public import Pipelines
import SensorModel

/// The default places of a comparison: a ring of 72 places around the user.
///
/// There is one place every 5° of bearing from north, so that a screen of 37° by 56° shows two or three. The distances
/// cycle through 150 m, 400 m, 1 km, 2.5 km, 6 km and 15 km, the elevations through −12°, 0° and 12°.
public enum DefaultPlaces {
    static let distances: [Metres] = [150, 400, 1_000, 2_500, 6_000, 15_000]
    static let elevationsDegrees: [Double] = [0, 12, -12]
    static let bearingStep = 5

    /// The ring around a position.
    public static func ring(around centre: GeodeticPosition) -> PlaceSet {
        let count = 360 / bearingStep
        return PlaceSet(
            (0..<count).compactMap { index in
                let distance = distances[index % distances.count]
                let elevation = Angle(degrees: elevationsDegrees[index % elevationsDegrees.count])
                let bearing = Double(index * bearingStep)
                let point = GreatCircle.destination(
                    from: centre.point,
                    bearing: Angle(degrees: bearing),
                    distance: distance
                )
                return point.map {
                    PointOfInterest(
                        identifier: String(index + 1),
                        name: "\(Int(saturating: bearing))° \(Int(saturating: distance)) m",
                        point: $0,
                        altitude: centre.height + distance * elevation.tangent
                    )
                }
            }
        )
    }
}
