import Geodesy
import Pipelines
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let yandexPlane: [ComputedFigure] = [
        // Largest error of the scene offset at 100 m in Moscow, from the geodesic, all bearings.
        ComputedFigure("yandex-offset-100", unit: "m") { offsetError(distance: 100) },
        // Largest error of the scene offset at 1 km in Moscow, from the geodesic, all bearings.
        ComputedFigure("yandex-offset-1000", unit: "m") { offsetError(distance: 1000) },
        // Largest error of the linear offset on its own sphere, 1 km from Moscow, all bearings.
        ComputedFigure("yandex-linear-1000", unit: "m") {
            ClaimNumbers.largest { linearError(bearing: $0, distance: 1000) }
        },
        // Largest error of the linear offset on its own sphere, 10 km from Moscow, all bearings.
        ComputedFigure("yandex-linear-10000", unit: "m") {
            ClaimNumbers.largest { linearError(bearing: $0, distance: 10_000) }
        },
        // Error of the linear offset on its own sphere, 10 km due north of Moscow.
        ComputedFigure("yandex-linear-north", unit: "m") {
            ClaimNumbers.withoutRounding((linearError(bearing: 0, distance: 10_000) * 1e-3)) * 1e3
        },
        // Difference of the quarter meridians at 0° and 37.588° on WGS84.
        ComputedFigure("yandex-meridians", unit: "m") {
            ClaimNumbers.withoutRounding((quarterMeridian(0) - quarterMeridian(37.588)).magnitude / 1e3)
                * 1e3
        },
        // Length of a degree of the parallel at 0° over that in Moscow on WGS84.
        ComputedFigure("yandex-parallels", unit: "×") {
            parallelDegree(0) / parallelDegree(ClaimNumbers.moscow.latitudeDegrees)
        },
    ]

    /// Returns the offset in scene axes, with X east and Z south.
    private static func offset(bearing: Double, distance: Metres) -> Vector3 {
        let angle = Angle(degrees: bearing)
        return Vector3(angle.sine * distance, 0, -angle.cosine * distance)
    }

    private static func offsetError(distance: Metres) -> Metres {
        ClaimNumbers.largest { bearing in
            let end = ClaimNumbers.point(from: ClaimNumbers.moscow, azimuth: bearing, distance: distance)
            let found = ScenePlane().offset(from: ClaimNumbers.moscow, to: end)
            return (found - offset(bearing: bearing, distance: distance)).length
        }
    }

    private static func linearError(bearing: Double, distance: Metres) -> Metres {
        let angle = Angle(degrees: bearing)
        let end = GreatCircle.destination(from: ClaimNumbers.moscow, bearing: angle, distance: distance)
        guard let end else { return .nan }
        let found = ScenePlane().offset(from: ClaimNumbers.moscow, to: end)
        return (found - offset(bearing: bearing, distance: distance)).length
    }

    private static func quarterMeridian(_ longitude: Double) -> Metres {
        Geodesic().distance(
            from: ClaimNumbers.point(0, longitude),
            to: ClaimNumbers.point(90, longitude)
        )
    }

    /// Returns the length of a degree along the parallel of this latitude, π/180 N cos φ.
    private static func parallelDegree(_ latitude: Double) -> Metres {
        let angle = Angle(degrees: latitude)
        return Angle(degrees: 1).radians * Ellipsoid.wgs84.primeVerticalRadius(at: angle) * angle.cosine
    }

    static let yandexAxes: [ComputedFigure] = [
        // Displacement of an object 100 m away by axes that are turned by 3°.
        ComputedFigure("yandex-axes-3", unit: "m") { displacement(turn: 3) },
        // Displacement of an object 100 m away by axes that are turned by 15°.
        ComputedFigure("yandex-axes-15", unit: "m") { displacement(turn: 15) },
        // Largest angle between the bearings to the second estimate and to its computed place, 100 m apart.
        ComputedFigure("yandex-pair-angle", unit: "°") { ClaimNumbers.largest { pairAngle(bearing: $0) } },
        // Largest error of a pair's angle, circles of 5 m, 100 m apart over 50 m apart.
        ComputedFigure("yandex-pair-distance", unit: "×") {
            pairBound(distance: 100, radius: 5) / pairBound(distance: 50, radius: 5)
        },
        // Largest error of a pair's angle, 100 m apart, circles of 5 m over circles of 10 m.
        ComputedFigure("yandex-pair-accuracy", unit: "×") {
            pairBound(distance: 100, radius: 5) / pairBound(distance: 100, radius: 10)
        },
        // Error of a position whose fix came after 5 s of walking (1.35 m/s), paired with the start.
        ComputedFigure("yandex-start-late", unit: "m") { lateError(pairedWithStart: true) },
        // Error of a position whose fix came after 5 s of walking, paired with the scene's place then.
        ComputedFigure("yandex-start-paired", unit: "m") {
            ClaimNumbers.withoutRounding(lateError(pairedWithStart: false) / 1e3) * 1e3
        },
    ]

    private static func displacement(turn: Double) -> Metres {
        let object = Vector3(0, 0, -100)
        return (SceneTurn(clockwise: Angle(degrees: turn)).rotate(object) - object).length
    }

    private static func pairAngle(bearing: Double) -> Double {
        let second = ClaimNumbers.point(from: ClaimNumbers.moscow, azimuth: bearing, distance: 100)
        let computed = ScenePlane().point(
            from: ClaimNumbers.moscow,
            offset: offset(bearing: bearing, distance: 100)
        )
        guard let computed else { return .nan }
        let reported = GreatCircle.initialBearing(from: ClaimNumbers.moscow, to: second)
        return (GreatCircle.initialBearing(from: ClaimNumbers.moscow, to: computed) - reported).wrapped
            .degrees.magnitude
    }

    /// Returns the maximum error in radians of the direction between two fixes whose true places are anywhere in their
    /// circles of accuracy.
    private static func pairBound(distance: Metres, radius: Metres) -> Double {
        Double.asin(2 * radius / distance)
    }

    private static func lateError(pairedWithStart: Bool) -> Metres {
        let walked = Vector3(0, 0, -5 * 1.35)
        var best = BestEstimate()
        guard let fix = ScenePlane().point(from: ClaimNumbers.moscow, offset: walked) else {
            return .nan
        }
        let estimate = LocationEstimate(
            time: 5,
            point: fix,
            accuracy: 5,
            scenePosition: pairedWithStart ? .zero : walked
        )
        best.add(estimate, turn: .none)
        guard let found = best.position(at: walked, turn: .none) else { return .nan }
        return ScenePlane().offset(from: fix, to: found).length
    }
}

extension ComputedFigureCatalogue {
    /// Two walks of ADVIO with an iPhone 6s. The values are copied from committed report tables, because tables of
    /// claims must not need third-party data.
    ///
    /// From `scene-advio`, `first` is the time in seconds of the first correction from 100 readings. From the same
    /// table, `best` and `last` are the errors in metres of the best estimate and of the last fix, for "10 readings,
    /// any certainty". From `trackers-advio`, `drift` is the yaw drift in degrees per minute.
    private static let walks: [(name: String, first: Double, best: Double, last: Double, drift: Double)] = [
        ("20", 102.16, 5.48, 4.84, 2.6), ("22", 100.24, 11.79, 12.3, 2.7),
    ]

    /// The values of Yandex 2018 on recordings.
    static let yandexRecordings: [ComputedFigure] = walks.flatMap { walk in
        [
            // Fixes in 10 s on this walk of ADVIO, of the first 100 (table scene-advio).
            ComputedFigure("yandex-readings-advio-\(walk.name)", unit: "") { 10 * 100 / walk.first },
            // Error of the best estimate over that of the last fix (table scene-advio).
            ComputedFigure("yandex-best-advio-\(walk.name)", unit: "×") { walk.best / walk.last },
            // Yaw drift of ARKit (table trackers-advio).
            ComputedFigure("yandex-drift-advio-\(walk.name)", unit: "°/min") { walk.drift },
        ]
    }
}
