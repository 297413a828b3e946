import Foundation
import Pipelines
import SensorModel
import Testing

/// A pose and a place with the pixels of each described system, computed directly from the documents' formulas.
struct ReferencePixels: Sendable, CustomTestStringConvertible {
    struct Spot: Sendable {
        let latitude: Double
        let longitude: Double
        let height: Double

        init(_ latitude: Double, _ longitude: Double, _ height: Double = 0) {
            (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
        }
    }

    let name: String
    let heading: Double
    var pitch = 0.0
    var roll = 0.0
    let user: Spot
    let place: Spot
    /// A Boolean value that indicates whether the place is on the screen of every system.
    let isVisible: Bool

    var testDescription: String { name }

    var orientation: UnitQuaternion { Self.orientation(heading, pitch, roll) }

    static let degree = Double.pi / 180
    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    private static let eccentricitySquared = flattening * (2 - flattening)

    /// The orientation of a device with the camera's heading and pitch, and its right edge raised by the roll.
    static func orientation(_ heading: Double, _ pitch: Double, _ roll: Double) -> UnitQuaternion {
        let (h, p, r) = (heading * degree, pitch * degree, roll * degree)
        let view = Vector3(sin(h) * cos(p), cos(h) * cos(p), sin(p))
        let right = Vector3(cos(h), -sin(h), 0)
        let up = right.cross(view)
        return UnitQuaternion(columns: right * cos(r) + up * sin(r), up * cos(r) - right * sin(r), view * -1)
    }

    /// AREA: formulas 4.3 to 4.5 and listings 6.9 and 6.11, with the branch at its correct position; then the view's
    /// rotation.
    func area() -> (x: Double, y: Double)? {
        let (lat1, lon1) = (user.latitude * Self.degree, user.longitude * Self.degree)
        let (lat2, lon2) = (place.latitude * Self.degree, place.longitude * Self.degree)
        let hav = pow(sin((lat2 - lat1) / 2), 2) + cos(lat1) * cos(lat2) * pow(sin((lon2 - lon1) / 2), 2)
        let distance = 2 * asin(sqrt(hav)) * 6_371_000
        guard distance > 0 || place.height != user.height else { return nil }
        let east = sin(lon2 - lon1) * cos(lat2)
        let north = cos(lat1) * sin(lat2) - sin(lat1) * cos(lat2) * cos(lon2 - lon1)
        let bearing = distance > 0 ? fmod(atan2(east, north) / Self.degree + 360, 360) : 0
        let elevation = atan((place.height - user.height) / distance) / Self.degree
        let pixels = 480.0 / 56
        let view = 580 / pixels
        let left = fmod(heading - view / 2 + 360, 360)
        var across = bearing - left
        // Figure 6.5: after north, 360° − left + bearing.
        if across < view / 2 - 180 { across += 360 }
        if across >= view / 2 + 180 { across -= 360 }
        let (x, y) = (across * pixels - 290, (pitch + view / 2 - elevation) * pixels - 290)
        let (sine, cosine) = (sin(roll * Self.degree), cos(roll * Self.degree))
        return (160 + x * cosine - y * sine, 240 + x * sine + y * cosine)
    }

    /// iLocator, and Layar with the same exact law: equations 3.1 and 3.2, with latitude and longitude in their correct
    /// places.
    func tangentPlane(focalLength: Double) -> (x: Double, y: Double)? {
        let (phi, lambda) = (user.latitude * Self.degree, user.longitude * Self.degree)
        let (from, to) = (Self.earthFixed(user), Self.earthFixed(place))
        let d = (to.0 - from.0, to.1 - from.1, to.2 - from.2)
        return perspective(
            -sin(lambda) * d.0 + cos(lambda) * d.1,
            -sin(phi) * cos(lambda) * d.0 - sin(phi) * sin(lambda) * d.1 + cos(phi) * d.2,
            cos(phi) * cos(lambda) * d.0 + cos(phi) * sin(lambda) * d.1 + sin(phi) * d.2,
            focalLength: focalLength
        )
    }

    /// iBetelgeuse: ECEF minus the device's, with up away from the Earth's centre (appendix A), all in single
    /// precision.
    func singlePrecision(focalLength: Double) -> (x: Double, y: Double)? {
        let lambda = user.longitude * Self.degree
        let (from, to) = (Self.earthFixed(user), Self.earthFixed(place))
        let length = sqrt(from.0 * from.0 + from.1 * from.1 + from.2 * from.2)
        let up = (from.0 / length, from.1 / length, from.2 / length)
        let east = (-sin(lambda), cos(lambda), 0.0)
        // l_y = l_z × l_x
        let north = (
            up.1 * east.2 - up.2 * east.1, up.2 * east.0 - up.0 * east.2, up.0 * east.1 - up.1 * east.0
        )
        let offset = (Float(to.0 - from.0), Float(to.1 - from.1), Float(to.2 - from.2))
        func row(_ axis: (Double, Double, Double)) -> Double {
            let products = SIMD3(Float(axis.0), Float(axis.1), Float(axis.2)) * SIMD3(offset.0, offset.1, offset.2)
            return Double(products.sum())
        }
        return perspective(row(east), row(north), row(up), focalLength: focalLength)
    }

    /// Gamaray: legs along the middle of the meridian and along the start's parallel.
    func legs(focalLength: Double) -> (x: Double, y: Double)? {
        let phi = user.latitude * Self.degree
        let middle = (user.latitude + place.latitude) / 2 * Self.degree
        let width = sqrt(1 - Self.eccentricitySquared * pow(sin(middle), 2))
        let meridional = Self.equatorialRadius * (1 - Self.eccentricitySquared) / pow(width, 3)
        let normal = Self.equatorialRadius / sqrt(1 - Self.eccentricitySquared * pow(sin(phi), 2))
        return perspective(
            normal * cos(phi) * turn,
            meridional * (place.latitude - user.latitude) * Self.degree,
            place.height - user.height,
            focalLength: focalLength
        )
    }

    /// Yandex.Maps: metersInLonDegree and metersInLatDegree, on the middle of an iPhone 8's screen.
    func sceneOffsets() -> (x: Double, y: Double)? {
        let perDegree = 2 * Double.pi * 6_371_000 / 360
        let point = perspective(
            turn / Self.degree * perDegree * cos(user.latitude * Self.degree),
            (place.latitude - user.latitude) * perDegree,
            place.height - user.height,
            focalLength: 1_500 * 667 / 1_920
        )
        return point.map { ($0.x + 187.5 - 160, $0.y + 333.5 - 240) }
    }

    /// The difference of longitudes by the shorter way, in radians.
    private var turn: Double { (place.longitude - user.longitude).remainder(dividingBy: 360) * Self.degree }

    /// x = c_x + f X/Z, y = c_y − f Y/Z, in the axes of the held device.
    private func perspective(_ e: Double, _ n: Double, _ u: Double, focalLength: Double) -> (x: Double, y: Double)? {
        guard e != 0 || n != 0 || u != 0 else { return nil }
        let (h, p, r) = (heading * Self.degree, pitch * Self.degree, roll * Self.degree)
        let depth = e * sin(h) * cos(p) + n * cos(h) * cos(p) + u * sin(p)
        let right = e * cos(h) - n * sin(h)
        let up = -e * sin(h) * sin(p) - n * cos(h) * sin(p) + u * cos(p)
        let (x, y) = (right * cos(r) + up * sin(r), up * cos(r) - right * sin(r))
        guard depth != 0 else { return nil }
        return (160 + focalLength * x / depth, 240 - focalLength * y / depth)
    }

    private static func earthFixed(_ spot: Spot) -> (Double, Double, Double) {
        let (phi, lambda) = (spot.latitude * degree, spot.longitude * degree)
        let normal = equatorialRadius / sqrt(1 - eccentricitySquared * pow(sin(phi), 2))
        return (
            (normal + spot.height) * cos(phi) * cos(lambda), (normal + spot.height) * cos(phi) * sin(lambda),
            (normal * (1 - eccentricitySquared) + spot.height) * sin(phi)
        )
    }
}

extension ReferencePixels {
    private static let ulm = Spot(48.404_298_1, 9.979_349, 478)

    static let cases: [ReferencePixels] = [
        ReferencePixels(
            name: "due north",
            heading: 0,
            user: ulm,
            place: Spot(48.414_298_1, 9.979_349, 478),
            isVisible: true
        ),
        ReferencePixels(
            name: "just inside the right edge",
            heading: 0,
            user: ulm,
            // 16.2° east of north: the narrowest view ends at 17.2°.
            place: Spot(48.414_298_1, 9.983_74, 478),
            isVisible: true
        ),
        ReferencePixels(
            name: "just outside the right edge",
            heading: 0,
            user: ulm,
            // 22.6°: the widest view ends at 21.5°.
            place: Spot(48.414_298_1, 9.985_6, 478),
            isVisible: false
        ),
        ReferencePixels(
            name: "at the back",
            heading: 20,
            user: ulm,
            place: Spot(48.394_298_1, 9.979_349, 478),
            isVisible: false
        ),
        ReferencePixels(
            name: "above",
            heading: 40,
            // The tallest view ends 31° above its middle.
            pitch: 55,
            user: ulm,
            place: Spot(48.404_298_1, 9.979_349, 578),
            isVisible: false
        ),
        ReferencePixels(
            name: "across north from the left",
            heading: 355,
            user: ulm,
            place: Spot(48.414_298_1, 9.980_9, 500),
            isVisible: true
        ),
        ReferencePixels(
            name: "across north from the right",
            heading: 4,
            user: ulm,
            place: Spot(48.414_298_1, 9.977_8, 400),
            isVisible: true
        ),
        ReferencePixels(
            name: "tilted and rolled",
            heading: 135,
            pitch: -8,
            roll: 25,
            user: ulm,
            place: Spot(48.398, 9.987, 450),
            isVisible: true
        ),
        ReferencePixels(
            name: "in landscape",
            heading: 250,
            pitch: 3,
            roll: 90,
            user: ulm,
            place: Spot(48.401, 9.965, 510),
            isVisible: true
        ),
        ReferencePixels(name: "the own position", heading: 12, user: ulm, place: ulm, isVisible: false),
        ReferencePixels(
            name: "across the date line",
            heading: 90,
            user: Spot(-16.5, 179.995, 20),
            place: Spot(-16.5, -179.995, 40),
            isVisible: true
        ),
    ]

    /// A pose at a pole, where the systems differ: Gamaray's legs and Yandex's offsets have no east.
    static let pole = ReferencePixels(
        name: "at the north pole",
        heading: 100,
        user: Spot(90, 0, 0),
        // Along the meridian of 80° east, whose bearing is 180° − 80°.
        place: Spot(89.99, 80, 10),
        isVisible: true
    )
}
