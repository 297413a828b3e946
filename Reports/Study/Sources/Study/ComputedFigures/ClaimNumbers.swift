import Geodesy
import Pipelines
import RealModule
import SensorModel

/// Constants and functions that several computed values use.
enum ClaimNumbers {
    /// The number of pixels per degree on AREA's screen: 480 pixels for 56° (Geiger 2012, section 6.3.3).
    static let pixelsPerDegree = 480.0 / 56

    /// The camera of AREA in portrait: focal length 4.28 mm, sensor 3.45 × 4.592 mm (Geiger 2012, section 4.4).
    static let areaCamera = Camera.physical(focalLength: 4.28, sensorWidth: 3.45, sensorHeight: 4.592)

    /// The screen of AREA: 320 × 480 pixels (Geiger 2012, section 6.1).
    static let areaScreen = Screen(width: 320, height: 480)

    /// The camera of the system `yandex` in portrait: a focal length of 1500 pixels, and 1440 × 1920 pixels. The
    /// description does not specify a camera.
    static let yandexCamera = Camera.intrinsics(
        focalX: 1500,
        focalY: 1500,
        principalX: 720,
        principalY: 960,
        imageWidth: 1440,
        imageHeight: 1920
    )

    /// The screen of the system `yandex`, in points.
    static let yandexScreen = Screen(width: 375, height: 667)

    /// Ulm and Neu-Ulm (Geiger 2012, listing 5.2).
    static let ulm = point(48.404_298_1, 9.979_349)
    static let neuUlm = point(48.390_604_2, 10.006_039_8)

    /// A point in Moscow, the location of Yandex' main office. The description names no place.
    static let moscow = point(55.733, 37.588)

    static func point(_ latitude: Double, _ longitude: Double) -> GeographicPoint {
        let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard let point else { preconditionFailure("a place is on the Earth") }
        return point
    }

    /// Returns the end of the geodesic that starts at a point with this azimuth and length.
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

    /// Returns the rotation from device to Earth for a phone whose camera has this azimuth and elevation in degrees.
    ///
    /// A positive roll rotates the phone counter-clockwise about the camera's axis, from the user's view. At roll 0,
    /// the phone is in portrait.
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

    /// Returns the unit vector in East, North, Up with this azimuth and elevation in degrees.
    static func direction(azimuth: Double, elevation: Double) -> Vector3 {
        let (turn, up) = (Angle(degrees: azimuth), Angle(degrees: elevation))
        return Vector3(turn.sine * up.cosine, turn.cosine * up.cosine, up.sine)
    }

    /// Returns the outputs of a filter of numbers for samples at the times 0, 1/rate, 2/rate, …
    ///
    /// - Parameter filter: the filter in the form of `--filter`.
    static func outputs(_ filter: String, of samples: [Double], rate: Hertz) -> [Double] {
        guard var chain = try? FilterSpecification(parsing: filter).makeScalar() else { return [] }
        return samples.enumerated().compactMap { chain.update($1, at: Double($0) / rate) }
    }

    /// Returns the value rounded to nine decimals, so that a value that should be zero is exactly zero.
    static func withoutRounding(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 + 0 }

    /// Returns the maximum of a function over the bearings 0°, 1°, … 359°.
    static func largest(_ figure: (_ bearing: Double) -> Double) -> Double {
        (0..<360).map { figure(Double($0)) }.max() ?? 0
    }
}

/// The places for which claims of Stevense & van der Tak 2010 and of Bertram 2012 are checked.
enum ClaimPlaces {
    static let rotterdam = ClaimNumbers.point(51.92, 4.47)
    /// The university's computing centre, and the Schloss with the coordinates printed in Bertram 2012, section 2.2.
    static let computingCentre = ClaimNumbers.point(52.283630, 8.025502)
    static let schlossAsPrinted = ClaimNumbers.point(52.271795, 9.044288)
    /// The Schloss with a longitude of 8.04° instead of the printed 9.04°. The computing centre is at 8.03°.
    static let schloss = ClaimNumbers.point(52.271795, 8.044288)

    static let fieldPlaces: [(name: String, point: GeographicPoint)] = [
        ("rotterdam", rotterdam),
        ("groningen", ClaimNumbers.point(53.22, 6.57)),
        ("middelburg", ClaimNumbers.point(51.5, 3.61)),
        ("los-angeles", ClaimNumbers.point(34.05, -118.24)),
        ("seattle", ClaimNumbers.point(47.61, -122.33)),
        ("cape-flattery", ClaimNumbers.point(48.38, -124.71)),
        ("juneau", ClaimNumbers.point(58.3, -134.42)),
    ]

    static func ground(_ point: GeographicPoint) -> GeodeticPosition { position(point, height: 0) }

    /// Returns the position of a point.
    ///
    /// - Parameter height: the height above the ellipsoid.
    static func position(_ point: GeographicPoint, height: Metres) -> GeodeticPosition {
        guard let position = GeodeticPosition(point: point, height: height) else {
            preconditionFailure("a finite height")
        }
        return position
    }

    /// Returns the angle in degrees between two directions to a place that is higher than the device by `rise`: from a
    /// device at this height, and from a device on the ellipsoid.
    static func directionChange(
        from start: GeographicPoint,
        to end: GeographicPoint,
        rise: Metres,
        height: Metres
    ) -> Double {
        func direction(_ height: Metres) -> Vector3 {
            LocalTangentFrame(at: position(start, height: height)).local(position(end, height: height + rise))
        }
        let (right, shown) = (direction(height), direction(0))
        return Angle(ofPoint: right.dot(shown), right.cross(shown).length).degrees
    }
}
