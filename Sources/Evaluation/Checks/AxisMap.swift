import SensorModel

/// One of the 48 ways to name and sign three axes: new axis i is `signs[i]` × old axis `sources[i]`.
struct AxisMap: Hashable {
    let sources: [Int]
    let signs: [Double]

    static let identity = AxisMap(sources: [0, 1, 2], signs: [1, 1, 1])
    static let reversed = AxisMap(sources: [0, 1, 2], signs: [-1, -1, -1])

    /// The identity first.
    static let all: [AxisMap] = {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let signs = (0..<8).map { bits in (0..<3).map { bits >> $0 & 1 == 0 ? 1.0 : -1.0 } }
        return orders.flatMap { order in signs.map { AxisMap(sources: order, signs: $0) } }
    }()

    /// The trace of the map's matrix times another: Σ_k target_k · map(source_k) for C = Σ_k source_k targetᵀ_k.
    func trace(with correlation: Matrix3) -> Double {
        let rows = [correlation.x, correlation.y, correlation.z]
        return (0..<3).reduce(0) { sum, axis in
            let row = rows[sources[axis]]
            return sum + signs[axis] * [row.x, row.y, row.z][axis]
        }
    }

    /// `z, y, −x`: what x, y, z are, in the old names.
    var text: String {
        zip(sources, signs).map { ($1 < 0 ? "-" : "") + ["x", "y", "z"][$0] }.joined(separator: ", ")
    }
}
