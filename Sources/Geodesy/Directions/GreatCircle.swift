import RealModule
public import SensorModel

/// Functions for bearings and destinations on a sphere.
///
/// Compared with the geodesic on WGS84, an initial bearing has an error of up to 0.193°, and a destination an error of
/// up to 0.56 % of the distance. The comparison used 20 000 random pairs at each of seven distances, 100 m to 10 000
/// km. Rounding adds an error of 1e-13° · R/d to a bearing. Here, R is the Earth's radius. The distance d is measured
/// from the path's end to its start or to the start's antipode, whichever is closer.
///
/// ```swift
/// let bearing = GreatCircle.initialBearing(from: start, to: end)
/// let halfway = GreatCircle.destination(from: start, bearing: bearing, distance: 500)
/// ```
public enum GreatCircle {
    /// Returns the bearing of the shortest path at `start`, clockwise from north, in (−180°, 180°].
    ///
    /// This is the formula of AREA 2013, rearranged to avoid cancellation for nearby points. Formula 4.4 of Geiger 2012
    /// has a different first term.
    ///
    /// At a pole, the bearing is relative to the meridian of the given longitude. The bearing is undefined for
    /// identical and for antipodal points; the result is then 0.
    public static func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle {
        guard !areOpposite(start, end) else { return .zero }
        let differenceDegrees = end.longitudeDegrees - start.longitudeDegrees
        let startSine = Degrees.sineAndCosine(of: start.latitudeDegrees).sine
        let endCosine = Degrees.sineAndCosine(of: end.latitudeDegrees).cosine
        let halfSine = Degrees.sineAndCosine(of: differenceDegrees / 2).sine
        // cos φ_A sin φ_B − sin φ_A cos φ_B cos Δλ = sin(φ_B − φ_A) + 2 sin φ_A cos φ_B sin²(Δλ/2)
        let north =
            Degrees.sineAndCosine(of: end.latitudeDegrees - start.latitudeDegrees).sine
            + 2 * startSine * endCosine * halfSine * halfSine
        let east = Degrees.sineAndCosine(of: differenceDegrees).sine * endCosine
        return Angle(radians: .atan2(y: east, x: north)).wrapped
    }

    /// Returns the end of a great-circle path with a given start, initial bearing and length.
    ///
    /// The error is below 5e-9 m for paths of up to half the circumference, even near the poles.
    ///
    /// - Parameters:
    ///   - start: the start of the path.
    ///   - bearing: the bearing at the start, clockwise from north; at a pole, relative to the meridian of the given
    ///     longitude.
    ///   - distance: the length of the path on the sphere in metres. A negative length goes backwards. A length above
    ///     the circumference continues around the sphere.
    ///   - radius: the radius of the sphere in metres; greater than 0.
    /// - Returns: The end of the path; `nil` if bearing or distance is not finite.
    public static func destination(
        from start: GeographicPoint,
        bearing: Angle,
        distance: Metres,
        radius: Metres = EarthSphere.common
    ) -> GeographicPoint? {
        let arc = distance / radius
        guard arc.isFinite, bearing.radians.isFinite else { return nil }
        let latitude = Degrees.sineAndCosine(of: start.latitudeDegrees)
        let (arcSine, arcCosine) = (Double.sin(arc), Double.cos(arc))
        let northwards = arcSine * Double.cos(bearing.radians)
        // The end as a unit vector: x in the start's meridian, y east, z north.
        let x = latitude.cosine * arcCosine - latitude.sine * northwards
        let y = arcSine * Double.sin(bearing.radians)
        let z = latitude.sine * arcCosine + latitude.cosine * northwards
        return GeographicPoint(
            latitudeDegrees: Angle(radians: .atan2(y: z, x: .hypot(x, y))).degrees,
            longitudeDegrees: start.longitudeDegrees + Angle(radians: .atan2(y: y, x: x)).degrees
        )
    }

    private static func areOpposite(_ first: GeographicPoint, _ second: GeographicPoint) -> Bool {
        guard first.latitudeDegrees == -second.latitudeDegrees else { return false }
        let isPole = first.latitudeDegrees.magnitude == 90
        return isPole || (first.longitudeDegrees - second.longitudeDegrees).magnitude == 180
    }
}

/// Functions that take angles in degrees.
enum Degrees {
    /// Returns the sine and cosine of an angle, exact at every multiple of 90°: cos 90° and sin 180° are 0.
    ///
    /// - Parameter degrees: the angle, at most a few multiples of 360°.
    @inline(__always)
    static func sineAndCosine<Scalar: Real & BinaryFloatingPoint>(
        of degrees: Scalar
    ) -> (sine: Scalar, cosine: Scalar) {
        if Scalar.self == Double.self {
            let angle = SineCosine(degrees: Double(degrees))
            return (Scalar(angle.sine), Scalar(angle.cosine))
        }
        let quarters = (degrees / 90).rounded()
        // The difference is in [−45°, 45°]. The subtraction is exact, because the difference is a multiple of the unit
        // in the last place of `degrees`.
        let radians = (degrees - 90 * quarters) * (Scalar.pi / 180)
        let (sine, cosine) = (Scalar.sin(radians), Scalar.cos(radians))
        return switch Int(quarters) & 3 {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        default: (-cosine, sine)
        }
    }

    /// Returns the difference of two longitudes along the shorter arc, in [−180°, 180°].
    ///
    /// Both longitudes must be in [−180°, 180°]. One correction by 360° is then sufficient.
    @inline(__always)
    static func turn<Scalar: BinaryFloatingPoint>(from start: Scalar, to end: Scalar) -> Scalar {
        let turn = end - start
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
}
