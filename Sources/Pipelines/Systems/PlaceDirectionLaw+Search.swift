internal import Geodesy
internal import SensorModel

extension PlaceDirectionLaw {
    /// How far an index of places has to look for all that this law puts within a radius, and by how much beside a view
    /// for all that it puts into the view.
    func search(radius: Metres, latitude: Angle) -> (radius: Metres, margin: Angle) {
        // A sphere and the ellipsoid differ by 0.56 % in a distance.
        let (stretch, margin) = (1.01, Angle(degrees: 0.5))
        switch kind {
        case .sphere, .offsetEarth, .tangentPlane: return (radius * stretch, margin)
        case .sceneOffsets, .legs: break
        }
        // The device's parallel stands for that of the place: off by d tan φ/R in distance and in direction, and twice
        // that is more than the higher orders.
        let distortion = 2 * radius * latitude.tangent.magnitude / EarthSphere.common
        // Next to a pole such a law may put any place anywhere.
        guard distortion < 0.1 else { return (.infinity, margin) }
        return (radius * (stretch + distortion), margin + Angle(radians: distortion))
    }
}
