import SensorModel

/// A rotation that names, for each axis of the device, the axis of the file that it is, or the opposite of that axis.
public struct BodyAxes: Sendable, Hashable {
    private let rows: Matrix3
    /// The rotation from device coordinates to file coordinates.
    let toFile: UnitQuaternion

    /// Creates the rotation from words such as `-y`, `x`, `z` for the device's x, y and z; nil unless they form a
    /// right-handed rotation.
    public init?(_ words: [String]) {
        let axes = ["x": Vector3(1, 0, 0), "y": Vector3(0, 1, 0), "z": Vector3(0, 0, 1)]
        let vectors = words.compactMap { word -> Vector3? in
            guard let axis = axes[String(word.drop { $0 == "-" || $0 == "+" })], word.count <= 2 else { return nil }
            return word.hasPrefix("-") ? -axis : axis
        }
        guard vectors.count == 3, words.count == 3, vectors[0].cross(vectors[1]) == vectors[2] else { return nil }
        rows = Matrix3(rows: vectors[0], vectors[1], vectors[2])
        // Each vector is a device axis in file coordinates: a column of the rotation from device to file.
        toFile = UnitQuaternion(columns: vectors[0], vectors[1], vectors[2])
    }

    /// Returns a vector in device coordinates, given in file coordinates.
    func device(_ vector: Vector3) -> Vector3 { rows * vector }
}
