import Evaluation
import SensorModel

extension AxisMap {
    /// The maps that are rotations, the identity first.
    static let rotations = all.filter { $0.matrix.determinant > 0 }

    /// The map's matrix: new = matrix × old.
    var matrix: Matrix3 {
        let rows = (0..<3).map { axis in
            Vector3(
                sources[axis] == 0 ? signs[axis] : 0,
                sources[axis] == 1 ? signs[axis] : 0,
                sources[axis] == 2 ? signs[axis] : 0
            )
        }
        return Matrix3(rows: rows[0], rows[1], rows[2])
    }

    /// The map as a rotation. Only for ``rotations``.
    var rotation: UnitQuaternion { UnitQuaternion(rotation: matrix) }

    /// The map of the vector.
    func callAsFunction(_ vector: Vector3) -> Vector3 {
        let old = [vector.x, vector.y, vector.z]
        return Vector3(
            signs[0] * old[sources[0]],
            signs[1] * old[sources[1]],
            signs[2] * old[sources[2]]
        )
    }

    /// The rotation among ``rotations`` that is nearest to a rotation, and its distance.
    static func nearest(to rotation: UnitQuaternion) -> (map: AxisMap, angle: Angle) {
        var best = (map: AxisMap.identity, angle: rotation.rotationAngle)
        for map in rotations {
            let angle = rotation.angle(to: map.rotation)
            if angle.radians < best.angle.radians { best = (map, angle) }
        }
        return best
    }
}

/// Half a turn about one of the axes x, y and z.
enum HalfTurn: String, CaseIterable {
    case x, y, z

    var rotation: UnitQuaternion {
        switch self {
        case .x: UnitQuaternion(unchecked: 0, 1, 0, 0)
        case .y: UnitQuaternion(unchecked: 0, 0, 1, 0)
        case .z: UnitQuaternion(unchecked: 0, 0, 0, 1)
        }
    }
}
