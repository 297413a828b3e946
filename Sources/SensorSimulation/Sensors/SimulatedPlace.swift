public import Geodesy
public import SensorModel

/// The place of a simulation, with its gravity and magnetic field.
public struct SimulatedPlace: Sendable, Hashable {
    /// A magnetic dipole near the path, such as a car or a steel pillar.
    public struct Magnet: Sendable, Hashable {
        /// The position in metres east, north and up of the origin.
        public var position: Vector3
        /// The magnetic moment in A·m², East, North, Up.
        public var moment: Vector3
    }

    /// The origin of the motion, on WGS84.
    public var origin: GeodeticPosition
    /// The strength of the Earth's field in µT.
    public var fieldStrength: Double
    /// The angle of the field below the horizon.
    public var dip: Angle
    /// The angle from true to magnetic north, positive to the east.
    public var declination: Angle
    /// The magnets, whose fields are added to the Earth's.
    public var magnets: [Magnet] = []

    /// The gravity in m/s²: Somigliana's formula for WGS84, with the term for height (NIMA TR8350.2, 2000, equations 4-1
    /// and 4-3).
    public var gravity: Double {
        let sine = PortableMath.sineAndCosine(origin.point.latitude).sine
        let square = sine * sine
        let (a, f, m) = (6_378_137.0, 1 / 298.257_223_563, 0.003_449_786_506_84)
        // γ = γₑ (1 + k sin² φ)/√(1 − e² sin² φ)
        let ellipsoid =
            9.780_325_335_9 * (1 + 0.001_931_852_652_41 * square)
            / (1 - f * (2 - f) * square).squareRoot()
        // γₕ = γ (1 − 2/a (1 + f + m − 2f sin² φ) h + 3/a² h²)
        let height = origin.height / a
        return ellipsoid * (1 - 2 * (1 + f + m - 2 * f * square) * height + 3 * height * height)
    }

    /// The field of the Earth and the magnets at a position, in µT, East, North, Up.
    package func field(at position: Vector3) -> Vector3 {
        var field = earthField
        for magnet in magnets { field += Self.dipole(magnet, at: position) }
        return field
    }

    private var earthField: Vector3 {
        let (dip, north) = (PortableMath.sineAndCosine(dip), PortableMath.sineAndCosine(declination))
        let horizontal = fieldStrength * dip.cosine
        return Vector3(horizontal * north.sine, horizontal * north.cosine, -fieldStrength * dip.sine)
    }

    /// B = µ₀/4π (3 (m·r̂) r̂ − m)/r³, µ₀/4π = 10⁻⁷ T·m/A. Distances under 10 cm count as 10 cm.
    private static func dipole(_ magnet: Magnet, at position: Vector3) -> Vector3 {
        let offset = position - magnet.position
        guard let direction = offset.normalised else { return .zero }
        let distance = max(offset.length, 0.1)
        let shape = direction * (3 * magnet.moment.dot(direction)) - magnet.moment
        return shape * (0.1 / (distance * distance * distance))
    }
}
