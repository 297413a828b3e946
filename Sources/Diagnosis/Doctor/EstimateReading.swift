public import SensorModel

/// One way to read a file of estimates.
public struct EstimateReading: Sendable {
    /// A difference from the way in which the user reads the file.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// Another order of the quaternion's numbers.
        case order
        /// The opposite direction of the rotation.
        case direction
        /// The other unit of angles.
        case unit
    }

    /// The differences from the way in which the user reads the file, and the keys that cause them: `order` →
    /// `"order=xyzw"`.
    public var changes: [Change: String]
    /// The times in seconds on the file's clock, strictly increasing.
    public var times: [Seconds]
    /// The orientations, device → East, North, Up by this reading.
    public var orientations: [UnitQuaternion]

    /// Creates a reading.
    public init(changes: [Change: String] = [:], times: [Seconds], orientations: [UnitQuaternion]) {
        self.changes = changes
        self.times = times
        self.orientations = orientations
    }

    /// The same reading with later times.
    func shifted(by shift: Seconds) -> EstimateReading {
        EstimateReading(changes: changes, times: times.map { $0 + shift }, orientations: orientations)
    }

    /// The readings of quaternions in which the order of the numbers, the direction, or both may differ, the one as read
    /// first.
    ///
    /// - Parameters:
    ///   - orientations: the quaternions in the order w, x, y, z as the user reads the file.
    ///   - isScalarLast: whether the user reads the file's fourth number as the scalar.
    public static func ofQuaternions(
        times: [Seconds],
        orientations: [UnitQuaternion],
        isScalarLast: Bool = false
    ) -> [EstimateReading] {
        let reordered = orientations.map { q in
            // The file's numbers are w, x, y, z, or x, y, z, w if the scalar is read last.
            isScalarLast ? UnitQuaternion(unchecked: q.x, q.y, q.z, q.w) : UnitQuaternion(unchecked: q.z, q.w, q.x, q.y)
        }
        let order = isScalarLast ? "order=wxyz" : "order=xyzw"
        return [([:], orientations), ([.order: order], reordered)].flatMap { changes, values in
            [
                EstimateReading(changes: changes, times: times, orientations: values),
                EstimateReading(
                    changes: changes.merging([.direction: "rotation=world-to-device"]) { $1 },
                    times: times,
                    orientations: values.map(\.conjugate)
                ),
            ]
        }
    }
}
