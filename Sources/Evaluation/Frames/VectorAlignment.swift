package import SensorModel

/// The rotation that aligns one set of vectors best with another: Wahba's problem (Wahba 1965, doi:10.1137/1007077),
/// solved by singular values (Markley 1988).
package struct VectorAlignment {
    /// The rotation, with `to ≈ rotation.rotate(from)`.
    package let rotation: UnitQuaternion
    /// The loss of the fit by a further rotation about its least certain axis: s₂ ± s₃ of the singular values of Σ w to
    /// fromᵀ, with the sign of its determinant. 0 where all vectors are parallel.
    package let leastInformation: Double
    /// The direction of most vectors: `to`'s first singular vector. A rotation about it has ``leastInformation``.
    package let axis: Vector3
    /// The loss of the fit by a further rotation about the less certain axis perpendicular to ``axis``: s₁ ± s₃.
    package let informationAcross: Double
    /// The maximised quantity, s₁ + s₂ ± s₃.
    package let information: Double

    /// Maximises Σ w to · (rotation from). O(n). The information is 0 where a number is not finite.
    package init(from: [Vector3], to: [Vector3], weights: [Double]) {
        var sum = Matrix3.zero
        for index in from.indices { sum = sum + Matrix3(outer: to[index], from[index]) * weights[index] }
        guard let decomposition = SingularValueDecomposition(sum) else {
            (rotation, leastInformation, information) = (.identity, 0, 0)
            (axis, informationAcross) = (Vector3(1, 0, 0), 0)
            return
        }
        rotation = UnitQuaternion(rotation: decomposition.nearestRotation)
        let values = decomposition.singularValues
        leastInformation = values.y + decomposition.orientationSign * values.z
        information = values.x + leastInformation
        axis = decomposition.u.transposed.x
        informationAcross = values.x + decomposition.orientationSign * values.z
    }
}
