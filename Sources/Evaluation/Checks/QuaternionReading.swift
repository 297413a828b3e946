import SensorModel

/// Another way to read the four columns of a quaternion.
struct QuaternionReading: Hashable {
    enum Order: Hashable {
        case asRead
        /// The file's order is x, y, z, w; it was read as w, x, y, z.
        case scalarLast
        /// The file's order is w, x, y, z; it was read as x, y, z, w.
        case scalarFirst
    }

    let order: Order
    /// Whether the file's direction is the other one.
    let isConjugate: Bool
    /// What was multiplied from the left since the columns were read: the turn of the Earth's axes.
    let turn: UnitQuaternion

    static let asRead = QuaternionReading(order: .asRead, isConjugate: false, turn: .identity)

    /// All readings, the plain one first; `declination` because a layout may have turned by it.
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

    /// How many things are different.
    var changes: Int { (order == .asRead ? 0 : 1) + (isConjugate ? 1 : 0) }

    /// What the layout has to say.
    var words: [String] {
        var words: [String] = []
        switch order {
        case .asRead: break
        case .scalarLast: words.append("the quaternion's columns are x, y, z, w, not w, x, y, z: name them so")
        case .scalarFirst: words.append("the quaternion's columns are w, x, y, z, not x, y, z, w: name them so")
        }
        if isConjugate { words.append("the quaternion is conjugate: write the other 'direction' in the layout") }
        return words
    }
}

/// The Earth frames that layouts turn from.
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
