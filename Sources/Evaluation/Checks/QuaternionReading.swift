import SensorModel

/// A hypothesis about the order and direction of a quaternion's four columns.
struct QuaternionReading: Hashable {
    /// The actual order of the columns.
    enum Order: Hashable {
        case asRead
        /// The file's order is x, y, z, w; it was read as w, x, y, z.
        case scalarLast
        /// The file's order is w, x, y, z; it was read as x, y, z, w.
        case scalarFirst
    }

    let order: Order
    /// A Boolean value that indicates whether the quaternion is the conjugate of the one that was read.
    let isConjugate: Bool
    /// The rotation between Earth frames that was multiplied from the left on reading.
    let turn: UnitQuaternion

    static let asRead = QuaternionReading(order: .asRead, isConjugate: false, turn: .identity)

    /// Returns all readings, the unchanged one first. `declination` is included because a layout can rotate by it.
    static func all(declination: Angle?) -> [QuaternionReading] {
        var turns: [UnitQuaternion] = []
        for axes in EarthAxes.allCases {
            turns.append(axes.turn)
            if let declination {
                turns.append(UnitQuaternion(angle: -declination, axis: Vector3(0, 0, 1)) * axes.turn)
            }
        }
        let changed: [(Order, Bool)] = [
            (.asRead, true), (.scalarLast, false), (.scalarFirst, false), (.scalarLast, true), (.scalarFirst, true),
        ]
        return [.asRead]
            + turns.flatMap { turn in
                changed.map { QuaternionReading(order: $0.0, isConjugate: $0.1, turn: turn) }
            }
    }

    /// Returns the orientation under this reading.
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

    /// The number of differences from the columns as read.
    var changes: Int { (order == .asRead ? 0 : 1) + (isConjugate ? 1 : 0) }

    /// The corrections to make in the layout.
    var corrections: [String] {
        var corrections: [String] = []
        switch order {
        case .asRead: break
        case .scalarLast: corrections.append("the quaternion's columns are x, y, z, w, not w, x, y, z: name them so")
        case .scalarFirst: corrections.append("the quaternion's columns are w, x, y, z, not x, y, z, w: name them so")
        }
        if isConjugate { corrections.append("the quaternion is conjugate: write the other 'direction' in the layout") }
        return corrections
    }
}

/// The Earth frames that a layout can convert.
private enum EarthAxes: CaseIterable {
    case eastNorthUp
    case northWestUp
    case northEastDown

    var turn: UnitQuaternion {
        switch self {
        case .eastNorthUp: .identity
        case .northWestUp: UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 0, 1))
        case .northEastDown: UnitQuaternion(unchecked: 0, 0.5.squareRoot(), 0.5.squareRoot(), 0)
        }
    }
}
