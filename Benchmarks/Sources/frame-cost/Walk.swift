import Geodesy
import Pipelines
import SensorModel

/// A walk of a user who looks around, with AREA's screen and law of directions.
struct Walk {
    static let picturesPerSecond = 30
    static let radius = 20_000.0

    let stored: Int
    let spread: Spread

    private static let home = GeographicPoint(latitudeDegrees: 48.4, longitudeDegrees: 10)
    private static let projection = LinearDegreesProjection(
        screen: Screen(width: 320, height: 480),
        pixelsPerDegree: 480.0 / 56,
        viewSize: 580
    )

    /// Places that are uniformly distributed over a disc. The seed is fixed.
    func places() -> [PointOfInterest] {
        guard let home = Self.home else { return [] }
        var random = SplitMix64(seed: 1)
        let reach: Double =
            switch spread {
            case .even: Self.radius * (Double(stored) / 1000).squareRoot()
            case .crowded: Self.radius
            }
        return (0..<stored).compactMap { number in
            let bearing = Angle(degrees: 360 * random.nextFraction())
            let distance = reach * random.nextFraction().squareRoot()
            let point = GreatCircle.destination(from: home, bearing: bearing, distance: distance)
            return point.map {
                PointOfInterest(name: "Place \(number)", point: $0, altitude: 500 + 300 * random.nextFraction())
            }
        }
    }

    /// The number of places within the radius at the start of the walk.
    func within(_ set: PlaceSet) -> Int {
        Self.home.map { set.index.places(within: Self.radius, of: $0).count } ?? 0
    }

    /// The total number of places on all frames.
    func shown(of set: PlaceSet, seconds: Int) -> Int {
        guard let home = Self.home else { return 0 }
        var shown = 0
        for second in 0..<seconds {
            // The user walks at 1.4 m/s on a circle that takes an hour.
            let bearing = Angle(degrees: Double(second) / 10)
            let way = GreatCircle.destination(from: home, bearing: bearing, distance: 800)
            guard let point = way, let position = GeodeticPosition(point: point, height: 500) else { continue }
            var view = PlaceView(
                set,
                from: position,
                law: PlaceDirectionLaw(.sphere),
                projection: Self.projection,
                radius: Self.radius,
                offset: OffsetEarthFrame(offset: ECEFPosition(position))
            )
            for picture in 0..<Self.picturesPerSecond {
                let time = Double(second) + Double(picture) / Double(Self.picturesPerSecond)
                shown += view.visible(Self.orientation(at: time)).count
            }
        }
        return shown
    }

    /// The orientation of the view, which rotates once in 36 s and moves up and down by 10°.
    private static func orientation(at time: Seconds) -> UnitQuaternion {
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        let tilt = UnitQuaternion(
            angle: Angle(degrees: 10 * Angle(degrees: 23 * time).sine),
            axis: Vector3(1, 0, 0)
        )
        return UnitQuaternion(angle: Angle(degrees: -10 * time), axis: Vector3(0, 0, 1)) * tilt * upright
    }
}
