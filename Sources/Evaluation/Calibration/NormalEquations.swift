import SensorModel

/// The linear system of a Gauss–Newton step of an ``EllipsoidFit``.
struct NormalEquations {
    let weights: [Double]
    /// Half the weighted sum of squared residuals.
    let cost: Double
    private let model: EllipsoidModel
    private let parameters: [Double]
    private let matrix: [[Double]]
    private let gradient: [Double]

    init(_ points: [EllipsoidFit.Point], _ model: EllipsoidModel, _ parameters: [Double], weights: [Double]) {
        self.weights = weights
        self.model = model
        self.parameters = parameters
        let count = parameters.count
        let lengths = LinearisedLengths(model, parameters)
        // Rows are padded to whole vectors. What lies right of the diagonal is not used.
        let width = lengths.vectorCount
        var sum = 0.0
        var lower = [SIMD4<Double>](repeating: .zero, count: count * width)
        var gradient = Array(repeating: 0.0, count: count)
        weights.withUnsafeBufferPointer { weights in
            lower.withUnsafeMutableBufferPointer { lower in
                gradient.withUnsafeMutableBufferPointer { gradient in
                    lengths.forEach(points) { index, residual, slopes, vectors in
                        let weight = weights[index]
                        sum += 0.5 * weight * residual * residual
                        for row in 0..<count {
                            let part = weight * slopes[row]
                            gradient[row] += part * residual
                            for place in 0...row / 4 { lower[row * width + place] += part * vectors[place] }
                        }
                    }
                }
            }
        }
        cost = sum
        self.gradient = gradient
        matrix = (0..<count).map { row in
            (0..<count).map { column in
                let (row, column) = (max(row, column), min(row, column))
                return lower[row * width + column / 4][column % 4]
            }
        }
    }

    /// The change of the parameters; nil for a singular system.
    func step(damping: Double) -> [Double]? {
        var damped = matrix
        for index in damped.indices { damped[index][index] *= 1 + damping }
        return CholeskyDecomposition(damped)?.solve(gradient.map { -$0 })
    }

    /// The inverse of the system's matrix; nil if it is singular.
    var inverse: [[Double]]? { CholeskyDecomposition(matrix)?.inverse }

    /// The gradients of the blocks.
    func scores(_ points: [EllipsoidFit.Point]) -> [[Double]] {
        var scores: [Int: [Double]] = [:]
        LinearisedLengths(model, parameters).forEach(points) { index, residual, slopes, _ in
            let (block, weight) = (points[index].block, weights[index])
            let score = slopes.map { $0 * residual * weight }
            if let known = scores[block] {
                scores[block] = zip(known, score).map { $0 + $1 }
            } else {
                scores[block] = score
            }
        }
        return Array(scores.values)
    }

    /// Half the weighted sum of squared residuals for parameters.
    static func cost(
        _ points: [EllipsoidFit.Point],
        _ model: EllipsoidModel,
        _ parameters: [Double],
        weights: [Double]
    ) -> Double {
        let offset = Vector3(parameters[0], parameters[1], parameters[2])
        let matrix = model.matrix(parameters.dropFirst(3))
        var sum = 0.0
        for (point, weight) in zip(points, weights) {
            let residual = (matrix * (point.value - offset)).length - 1
            sum += 0.5 * weight * residual * residual
        }
        return sum
    }
}

/// The lengths of corrected vectors near some parameters, as linear functions of these.
private struct LinearisedLengths {
    private let offset: Vector3
    private let matrix: Matrix3
    private let transposed: Matrix3
    /// The entries of the matrix, and the indices of the parameters that set them.
    private let entries: [(parameter: Int, row: Int, column: Int)]
    private let count: Int
    /// The number of vectors that hold the derivatives of a point, padded with zeros.
    var vectorCount: Int { (count + 3) / 4 }

    init(_ model: EllipsoidModel, _ parameters: [Double]) {
        offset = Vector3(parameters[0], parameters[1], parameters[2])
        matrix = model.matrix(parameters.dropFirst(3))
        transposed = matrix.transposed
        entries = model.entries.enumerated().flatMap { index, places in
            places.map { (3 + index, $0.row, $0.column) }
        }
        count = parameters.count
    }

    /// Passes the index of each point, the residual of its length, and the derivatives with respect to the parameters:
    /// as numbers, and the same memory as vectors.
    @inline(__always)
    func forEach(
        _ points: [EllipsoidFit.Point],
        _ body: (
            _ index: Int, _ residual: Double, _ slopes: UnsafeMutableBufferPointer<Double>,
            _ vectors: UnsafeMutableBufferPointer<SIMD4<Double>>
        ) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: vectorCount) { vectors in
            vectors.withMemoryRebound(to: Double.self) { slopes in
                for (index, point) in points.enumerated() {
                    let centred = point.value - offset
                    let corrected = matrix * centred
                    let direction = corrected.normalised ?? .zero
                    let ofOffset = transposed * direction
                    slopes.initialize(repeating: 0)
                    (slopes[0], slopes[1], slopes[2]) = (-ofOffset.x, -ofOffset.y, -ofOffset.z)
                    for entry in entries { slopes[entry.parameter] += direction[entry.row] * centred[entry.column] }
                    body(index, corrected.length - 1, UnsafeMutableBufferPointer(rebasing: slopes[..<count]), vectors)
                }
            }
        }
    }
}
