import SensorModel

/// The device's axes, each as an axis of the file or its opposite: a rotation.
public struct BodyAxes: Sendable, Hashable {
    private let rows: Matrix3
    /// From the device's axes to the file's.
    let toFile: UnitQuaternion

    /// From words such as `-y`, `x`, `z`, for the device's x, y and z; nil where they are no rotation.
    public init?(_ words: [String]) {
        let axes = ["x": Vector3(1, 0, 0), "y": Vector3(0, 1, 0), "z": Vector3(0, 0, 1)]
        let vectors = words.compactMap { word -> Vector3? in
            guard let axis = axes[String(word.drop { $0 == "-" || $0 == "+" })], word.count <= 2 else { return nil }
            return word.hasPrefix("-") ? -axis : axis
        }
        guard vectors.count == 3, words.count == 3, vectors[0].cross(vectors[1]) == vectors[2] else { return nil }
        rows = Matrix3(rows: vectors[0], vectors[1], vectors[2])
        // A row is a device axis in the file's coordinates: they are the columns of the way from device to file.
        toFile = UnitQuaternion(columns: vectors[0], vectors[1], vectors[2])
    }

    /// A vector of the file in the device's axes.
    func device(_ vector: Vector3) -> Vector3 { rows * vector }
}
