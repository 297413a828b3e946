import SensorModel

/// A hypothesis about a file's quaternions: the order of the four columns, and the direction of the rotation.
struct QuaternionReading: Hashable {
    /// The hypothesis about the order of the columns in the file.
    enum Order: Hashable {
        case asRead
        /// The columns are x, y, z, w in the file, but were read as w, x, y, z.
        case scalarLast
        /// The columns are w, x, y, z in the file, but were read as x, y, z, w.
        case scalarFirst
    }

    let order: Order
    /// A Boolean value that indicates whether the correct quaternion is the conjugate of the file's quaternion.
    let isConjugate: Bool
    /// The rotation between Earth frames that the reader applied. The reader multiplied the file's quaternion by this
    /// rotation from the left.
    let turn: UnitQuaternion

    static let asRead = QuaternionReading(order: .asRead, isConjugate: false, turn: .identity)

    /// The rotations to East, North, Up from the Earth frames that a layout can convert. These frames are East, North,
    /// Up itself; North, West, Up; and North, East, Down.
    private static let earthAxes = [
        UnitQuaternion.identity,
        UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 0, 1)),
        UnitQuaternion(unchecked: 0, 0.5.squareRoot(), 0.5.squareRoot(), 0),
    ]

    /// Returns all hypotheses, starting with ``asRead``.
    ///
    /// - Parameter declination: the recording's declination; `nil` if it is unknown. A layout can rotate orientations
    ///   by the declination.
    static func all(declination: Angle?) -> [QuaternionReading] {
        var turns: [UnitQuaternion] = []
        for turn in earthAxes {
            turns.append(turn)
            if let declination { turns.append(UnitQuaternion(angle: -declination, axis: Vector3(0, 0, 1)) * turn) }
        }
        let changed: [(Order, Bool)] = [
            (.asRead, true), (.scalarLast, false), (.scalarFirst, false), (.scalarLast, true), (.scalarFirst, true),
        ]
        return [.asRead]
            + turns.flatMap { turn in
                changed.map { QuaternionReading(order: $0.0, isConjugate: $0.1, turn: turn) }
            }
    }

    /// Converts an orientation as read from the file to the orientation that is correct if this hypothesis holds.
    func callAsFunction(_ orientation: UnitQuaternion) -> UnitQuaternion {
        guard self != .asRead else { return orientation }
        let read = turn.conjugate * orientation
        let ordered =
            switch order {
            case .asRead: read
            case .scalarLast: UnitQuaternion(unchecked: read.z, read.w, read.x, read.y)
            case .scalarFirst: UnitQuaternion(unchecked: read.x, read.y, read.z, read.w)
            }
        return turn * (isConjugate ? ordered.conjugate : ordered)
    }

    /// The number of errors in the layout under this hypothesis, from 0 to 2.
    var changes: Int { (order == .asRead ? 0 : 1) + (isConjugate ? 1 : 0) }

    /// Advice on correcting the layout, one element for each error.
    var corrections: [String] {
        var corrections: [String] = []
        switch order {
        case .asRead: break
        case .scalarLast:
            corrections.append("the quaternion's columns are x, y, z, w, not w, x, y, z: rename the columns")
        case .scalarFirst:
            corrections.append("the quaternion's columns are w, x, y, z, not x, y, z, w: rename the columns")
        }
        if isConjugate { corrections.append("the quaternion is conjugate: write the other 'direction' in the layout") }
        return corrections
    }
}
