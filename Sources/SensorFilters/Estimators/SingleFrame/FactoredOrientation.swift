import RealModule
import SensorModel

/// The methods of ``SingleFrame`` in which gravity determines the inclination and the field only the heading.
enum FactoredOrientation {
    /// The change from (North, West, Up) to (East, North, Up).
    static func fromNWU(_ orientation: UnitQuaternion) -> UnitQuaternion {
        EarthFrame.eastNorthUp(fromNorthWestUp: orientation)
    }

    /// SAAM, Wu et al. 2018: the quaternion, device → (North, West, Up), which fails where its x component vanishes.
    ///
    /// The vector is −4 cos dip x times the quaternion.
    static func saam(_ a: Vector3, _ m: Vector3, _ pair: DirectionPair) -> PivotedQuaternion {
        let (down, north) = (pair.cosine, pair.sine)
        let quaternion = Quaternion(
            w: -a.y * (north + m.x) + a.x * m.y,
            x: (a.z - 1) * (north + m.x) + a.x * (down - m.z),
            y: (a.z - 1) * m.y + a.y * (down - m.z),
            z: a.z * down - a.x * north - m.z
        )
        return PivotedQuaternion(quaternion: quaternion, share: -quaternion.x / (4 * north))
    }

    /// The factored quaternion algorithm, Yun et al. 2008: azimuth ⊗ elevation ⊗ roll, device → (North, East, Down).
    ///
    /// The half angles are computed without the difference 1 − cos θ of the paper, which loses half the digits of small
    /// angles.
    static func fqa(_ pair: DirectionPair) -> UnitQuaternion? {
        let (a, m) = (pair.gravity, pair.field)
        let cosine = (a.y * a.y + a.z * a.z).squareRoot()
        // Equations 21 to 25: sin θ = a_x
        let (elevationW, elevationY) = halfAngle(cosine: cosine, sine: a.x)
        // Equations 30 to 32: sin φ = −a_y/cos θ, cos φ = −a_z/cos θ; no roll where the x axis is vertical
        let isVertical = cosine < 1e-12
        let (rollW, rollX) = isVertical ? (1, 0) : halfAngle(cosine: -a.z / cosine, sine: -a.y / cosine)
        let tilt =
            Quaternion(w: elevationW, x: 0, y: elevationY, z: 0) * Quaternion(w: rollW, x: rollX, y: 0, z: 0)
        let level = UnitQuaternion(nearUnit: tilt)
        // Equations 34 to 40: the horizontal field points to magnetic north
        let field = level.rotate(m)
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let (azimuthW, azimuthZ) = halfAngle(cosine: field.x / horizontal, sine: -field.y / horizontal)
        let azimuth = Quaternion(w: azimuthW, x: 0, y: 0, z: azimuthZ)
        return UnitQuaternion(fromNED * (azimuth * Quaternion(level)))
    }

    /// The half turn that exchanges (North, East, Down) and (East, North, Up).
    private static var fromNED: Quaternion {
        Quaternion(w: 0, x: 0.5.squareRoot(), y: 0.5.squareRoot(), z: 0)
    }

    /// The cosine and sine of half an angle in [−π, π].
    private static func halfAngle(cosine: Double, sine: Double) -> (cosine: Double, sine: Double) {
        guard cosine < 0 else {
            let half = ((1 + cosine) / 2).squareRoot()
            return (half, sine / (2 * half))
        }
        let half = (sine < 0 ? -1 : 1) * ((1 - cosine) / 2).squareRoot()
        return (sine / (2 * half), half)
    }

    /// Roll, pitch and the tilt-compensated heading, Ozyagcilar 2015, in the axes (North, West, Up).
    static func tilt(_ pair: DirectionPair) -> UnitQuaternion {
        let (a, m) = (pair.gravity, pair.field)
        let across = (a.y * a.y + a.z * a.z).squareRoot()
        let roll = Angle(radians: .atan2(y: a.y, x: a.z))
        let pitch = Angle(radians: .atan2(y: -a.x, x: across))
        let (sineRoll, cosineRoll) = (roll.sine, roll.cosine)
        let west = m.y * cosineRoll - m.z * sineRoll
        let north = m.x * pitch.cosine + (m.y * sineRoll + m.z * cosineRoll) * pitch.sine
        let yaw = Angle(radians: .atan2(y: -west, x: north))
        let turned =
            UnitQuaternion(angle: yaw, axis: Vector3(0, 0, 1)) * UnitQuaternion(angle: pitch, axis: Vector3(0, 1, 0))
        return fromNWU(turned * UnitQuaternion(angle: roll, axis: Vector3(1, 0, 0)))
    }
}
