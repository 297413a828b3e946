import SensorModel

/// The size of a pose error E, by part.
struct PoseError {
    /// The rotation of E.
    let rotation: UnitQuaternion
    /// The length of E's translation, metres.
    let translation: Double

    /// The absolute error P⁻¹Q of an estimate P and a reference Q.
    init(absolute reference: Pose, _ estimate: Pose) {
        rotation = estimate.orientation.conjugate * reference.orientation
        // ‖P⁻¹(q − p)‖ = ‖q − p‖: a rotation preserves lengths.
        translation = (reference.position - estimate.position).length
    }

    /// The relative error (Q₁⁻¹Q₂)⁻¹(P₁⁻¹P₂) of Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, equation 1.
    init(relative reference: (start: Pose, end: Pose), _ estimate: (start: Pose, end: Pose)) {
        let q = Self.motion(reference.start, reference.end)
        let p = Self.motion(estimate.start, estimate.end)
        self.init(absolute: p, q)
    }

    /// The size of the error's part, in the part's unit.
    func size(_ part: PosePart) -> Double {
        switch part {
        case .translation, .distance:
            return translation
        case .rotation:
            return rotation.rotationAngle.degrees
        case .full:
            // ‖R − I‖² = 4(1 − cos θ) = 8 sin²(θ/2).
            let vector = Vector3(rotation.x, rotation.y, rotation.z)
            return (8 * vector.lengthSquared + translation * translation).squareRoot()
        }
    }

    /// A⁻¹B.
    static func motion(_ a: Pose, _ b: Pose) -> Pose {
        let inverse = a.orientation.conjugate
        return Pose(
            position: inverse.rotate(b.position - a.position),
            orientation: inverse * b.orientation
        )
    }
}
