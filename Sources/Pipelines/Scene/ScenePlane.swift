public import Geodesy
public import SensorModel

/// The conversion between geographic offsets and metres along a scene's axes: X east, Y up, Z south.
///
/// Yandex 2017, section "Determining the position of an object on the stage". The printed formula for Δz lacks the
/// minus sign that the southward Z axis requires; here Δz decreases to the north.
///
/// The error is below 0.6 % and 0.2° within 2 km of the start, away from the poles.
///
/// ```swift
/// let offset = ScenePlane().offset(from: user, to: place)
/// ```
public struct ScenePlane: Sendable, Hashable {
    /// The radius of the Earth's sphere in metres.
    public var radius: Metres

    /// Creates a conversion.
    ///
    /// - Parameter radius: greater than 0. The document has no value; the default is that of the other systems.
    public init(radius: Metres = EarthSphere.common) {
        precondition(radius > 0, "the radius must be greater than 0")
        self.radius = radius
    }

    /// The offset between two places in metres, the shorter way; Y is 0. From a pole, eastward offsets are 0.
    public func offset(from start: GeographicPoint, to end: GeographicPoint) -> Vector3 {
        let turn = (end.longitudeDegrees - start.longitudeDegrees).remainder(dividingBy: 360)
        let climb = end.latitudeDegrees - start.latitudeDegrees
        // Δx = Δλ · 2πR cos φ₀/360°, Δz = −Δφ · 2πR/360°
        return Vector3(
            Angle(degrees: turn).radians * start.latitude.cosine * radius,
            0,
            -Angle(degrees: climb).radians * radius
        )
    }

    /// The place at an offset in metres; Y is ignored.
    ///
    /// - Returns: nil beyond a pole, at a pole for an offset east or west, and for values that are not finite.
    public func point(from start: GeographicPoint, offset: Vector3) -> GeographicPoint? {
        let turn = offset.x == 0 ? 0 : offset.x / (radius * start.latitude.cosine)
        return GeographicPoint(
            latitudeDegrees: start.latitudeDegrees - Angle(radians: offset.z / radius).degrees,
            longitudeDegrees: start.longitudeDegrees + Angle(radians: turn).degrees
        )
    }
}
