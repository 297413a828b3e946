import SensorModel

/// The parameters of a calibration that are fitted besides the offset.
public enum EllipsoidModel: String, Sendable, Hashable, CaseIterable {
    /// A symmetric matrix: scales and couplings of the axes.
    case ellipsoid
    /// A scale for each axis.
    case axes
    /// One scale.
    case sphere

    /// The number of parameters with those of the offset.
    var parameterCount: Int { 3 + entries.count }

    /// The entries of the matrix that each parameter sets, by row and column.
    var entries: [[(row: Int, column: Int)]] {
        switch self {
        case .ellipsoid: [[(0, 0)], [(1, 1)], [(2, 2)], [(0, 1), (1, 0)], [(0, 2), (2, 0)], [(1, 2), (2, 1)]]
        case .axes: [[(0, 0)], [(1, 1)], [(2, 2)]]
        case .sphere: [[(0, 0), (1, 1), (2, 2)]]
        }
    }

    /// The matrix with these parameters.
    func matrix(_ parameters: some Collection<Double>) -> Matrix3 {
        var rows = [Vector3.zero, .zero, .zero]
        for (places, value) in zip(entries, parameters) {
            for place in places { rows[place.row][place.column] = value }
        }
        return Matrix3(rows: rows[0], rows[1], rows[2])
    }

    /// The parameters of a matrix that is a multiple of the identity.
    func parameters(scale: Double) -> [Double] { entries.map { $0[0].row == $0[0].column ? scale : 0 } }
}

extension Vector3 {
    /// The component with a number from 0 to 2.
    subscript(index: Int) -> Double {
        get { index == 0 ? x : index == 1 ? y : z }
        set {
            switch index {
            case 0: x = newValue
            case 1: y = newValue
            default: z = newValue
            }
        }
    }
}
