import SensorModel

/// The linear system of a Gauss–Newton step of an ``EllipsoidFit``.
struct NormalEquations {
    let weights: [Double]
    /// Half the weighted sum of squared residuals.
    private(set) var cost = 0.0
    private let model: EllipsoidModel
    private let parameters: [Double]
    private var matrix: [[Double]]
    private var gradient: [Double]

    init(_ points: [EllipsoidFit.Point], _ model: EllipsoidModel, _ parameters: [Double], weights: [Double]) {
        self.weights = weights
        self.model = model
        self.parameters = parameters
        let count = parameters.count
        gradient = Array(repeating: 0, count: count)
        matrix = Array(repeating: gradient, count: count)
        for (point, weight) in zip(points, weights) {
            let (residual, slopes) = Self.linearised(point.value, model, parameters)
            cost += 0.5 * weight * residual * residual
            for row in 0..<count {
                let part = weight * slopes[row]
                gradient[row] += part * residual
                for column in 0...row { matrix[row][column] += part * slopes[column] }
            }
        }
        for row in 0..<count { for column in 0..<row { matrix[column][row] = matrix[row][column] } }
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
        for (point, weight) in zip(points, weights) {
            let (residual, slopes) = Self.linearised(point.value, model, parameters)
            let score = slopes.map { $0 * residual * weight }
            if let known = scores[point.block] {
                scores[point.block] = zip(known, score).map { $0 + $1 }
            } else {
                scores[point.block] = score
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

    /// The residual of a vector's length, and its derivatives with respect to the parameters.
    private static func linearised(
        _ value: Vector3,
        _ model: EllipsoidModel,
        _ parameters: [Double]
    ) -> (residual: Double, slopes: [Double]) {
        let offset = Vector3(parameters[0], parameters[1], parameters[2])
        let matrix = model.matrix(parameters.dropFirst(3))
        let centred = value - offset
        let corrected = matrix * centred
        let direction = corrected.normalised ?? .zero
        let ofOffset = matrix.transposed * direction
        let ofMatrix = model.entries.map { places in
            places.reduce(0.0) { $0 + direction[$1.row] * centred[$1.column] }
        }
        return (corrected.length - 1, [-ofOffset.x, -ofOffset.y, -ofOffset.z] + ofMatrix)
    }
}
