import Geodesy
import Pipelines
import RealModule
import SensorModel

/// Numbers that descriptions give and that several computed figures start from.
enum ClaimNumbers {
    /// AREA: 480 pixels for 56° (Geiger 2012, section 6.3.3).
    static let pixelsPerDegree = 480.0 / 56

    /// AREA's camera upright: 4.28 mm and 3.45 × 4.592 mm (Geiger 2012, section 4.4).
    static let areaCamera = Camera.physical(focalLength: 4.28, sensorWidth: 3.45, sensorHeight: 4.592)

    /// 320 × 480 pixels (Geiger 2012, section 6.1).
    static let areaScreen = Screen(width: 320, height: 480)

    /// The camera of the preset `yandex`, which the description does not name: 1500 pixels of 1440 × 1920, upright.
    static let yandexCamera = Camera.intrinsics(
        focalX: 1500,
        focalY: 1500,
        principalX: 720,
        principalY: 960,
        imageWidth: 1440,
        imageHeight: 1920
    )

    /// The screen of the preset `yandex`, in points.
    static let yandexScreen = Screen(width: 375, height: 667)

    /// Ulm and Neu-Ulm (Geiger 2012, listing 5.1).
    static let ulm = point(48.404_298_1, 9.979_349)
    static let neuUlm = point(48.390_604_2, 10.006_039_8)

    /// Moscow, where Yandex has its main office; the description names no place.
    static let moscow = point(55.733, 37.588)

    static func point(_ latitude: Double, _ longitude: Double) -> GeographicPoint {
        let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard let point else { preconditionFailure("a place is on the Earth") }
        return point
    }

    /// The end of a geodesic.
    static func point(
        from start: GeographicPoint,
        azimuth: Double,
        distance: Metres
    )
        -> GeographicPoint
    {
        let end = Geodesic().direct(from: start, azimuth: Angle(degrees: azimuth), distance: distance)
        guard let end else { preconditionFailure("a geodesic ends on the Earth") }
        return end.point
    }

    /// Device → Earth of a phone whose camera looks north, `elevation` above the horizon, and that is turned
    /// counter-clockwise about the camera's axis, as its user sees it.
    static func orientation(
        azimuth: Double = 0,
        elevation: Double,
        roll: Double = 0
    )
        -> UnitQuaternion
    {
        let (up, turn) = (Angle(degrees: elevation), Angle(degrees: roll))
        let right = Vector3(1, 0, 0)
        let above = Vector3(0, -up.sine, up.cosine)
        let axis = Vector3(0, up.cosine, up.sine)
        let upright = UnitQuaternion(
            columns: right * turn.cosine + above * turn.sine,
            above * turn.cosine - right * turn.sine,
            -axis
        )
        return upright.turned(aboutUp: Angle(degrees: -azimuth))
    }

    /// The direction of length one with this azimuth and elevation (East, North, Up).
    static func direction(azimuth: Double, elevation: Double) -> Vector3 {
        let (turn, up) = (Angle(degrees: azimuth), Angle(degrees: elevation))
        return Vector3(turn.sine * up.cosine, turn.cosine * up.cosine, up.sine)
    }

    /// A figure that is zero but for rounding, without the rounding: nine decimals.
    static func withoutRounding(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 + 0 }

    /// The largest of a figure over the bearings 0°, 1° … 359°.
    static func largest(_ figure: (_ bearing: Double) -> Double) -> Double {
        (0..<360).map { figure(Double($0)) }.max() ?? 0
    }
}
