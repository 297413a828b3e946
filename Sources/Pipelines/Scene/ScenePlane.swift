public import Geodesy
public import SensorModel

/// Geographic offsets as metres along a scene's axes, which are X east, Y up and Z south.
///
/// Yandex 2017, section "Determining the position of an object on the stage". Its formula for Δz has no
/// sign, although its Z points south: as printed, what lies north stands in the south. Here Δz falls northwards.
///
/// Right to 0.6 % and 0.2° within 2 km of the start, away from the poles.
public struct ScenePlane: Sendable, Hashable {
    /// Of the sphere that stands for the Earth.
    public var radius: Metres

    /// - Parameter radius: greater than 0. The document names it without its value; this is that of the other systems.
    public init(radius: Metres = EarthSphere.common) {
        precondition(radius > 0, "a radius is above 0")
        self.radius = radius
    }

    /// From one place to another, the short way round; Y is 0. At a pole every offset east is 0.
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

    /// The place at an offset; Y does not count.
    ///
    /// - Returns: nil beyond a pole, at a pole for an offset east or west, and for what is not finite.
    public func point(from start: GeographicPoint, offset: Vector3) -> GeographicPoint? {
        let turn = offset.x == 0 ? 0 : offset.x / (radius * start.latitude.cosine)
        return GeographicPoint(
            latitudeDegrees: start.latitudeDegrees - Angle(radians: offset.z / radius).degrees,
            longitudeDegrees: start.longitudeDegrees + Angle(radians: turn).degrees
        )
    }
}
