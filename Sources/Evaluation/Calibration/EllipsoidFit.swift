package import SensorModel

/// A calibration that maps measured vectors onto a sphere, with the uncertainty of its parameters.
///
/// The residuals are |matrix · (measured − offset)| − known length. Gauss–Newton steps with Levenberg's damping
/// minimise Huber's loss, which limits the weight of short disturbances. The least-squares sphere provides the initial
/// parameters. Vasconcelos et al. 2011 derive the least-squares fit as the maximum-likelihood estimate.
package struct EllipsoidFit {
    /// A measured vector, divided by the known length of calibrated vectors, and the index of the vector's block. A
    /// block consists of consecutive vectors.
    package struct Point {
        package var value: Vector3
        package var block: Int

        package init(value: Vector3, block: Int) {
            self.value = value
            self.block = block
        }
    }

    package let model: EllipsoidModel
    /// The three components of the offset, divided by the known length, then the parameters of the matrix.
    package private(set) var parameters: [Double]
    /// The half-width of each parameter's 95 % interval; infinite if the points do not determine the uncertainty.
    package private(set) var halfWidths: [Double]
    /// The RMS deviation of the corrected vectors' lengths from 1, where 1 is the known length.
    package private(set) var residual: Double

    private static let maximumSteps = 60
    /// Huber's constant for an efficiency of 95 % with normal errors.
    private static let huber = 1.345
    /// The ratio of the standard deviation to the median absolute deviation of normal errors.
    private static let deviationPerMedian = 1.4826
    /// The minimum standard deviation of the residuals, relative to the known length: 0.05 µT in a field of 50 µT. It
    /// replaces smaller estimates of the standard deviation.
    private static let minimumDeviation = 1e-3

    var offset: Vector3 { Vector3(parameters[0], parameters[1], parameters[2]) }
    var matrix: Matrix3 { model.matrix(parameters.dropFirst(3)) }

    /// Fits the offset and a matrix of the given form. Returns `nil` if the points do not determine the offset and the
    /// matrix.
    package init?(_ points: [Point], _ model: EllipsoidModel) {
        guard let start = SphereStart(points.map(\.value)) else { return nil }
        self.model = model
        parameters = [start.centre.x, start.centre.y, start.centre.z] + model.parameters(scale: 1 / start.radius)
        halfWidths = []
        residual = .infinity
        guard minimise(points) else { return nil }
        let lengths = points.map { (matrix * ($0.value - offset)).length - 1 }
        residual = lengths.rootMeanSquare ?? .infinity
        guard residual.isFinite else { return nil }
        halfWidths = intervals(points)
    }

    /// Changes ``parameters`` until Huber's loss is minimal.
    ///
    /// - Returns: `false` if the normal equations are singular.
    private mutating func minimise(_ points: [Point]) -> Bool {
        var damping = 1e-3
        for _ in 0..<Self.maximumSteps {
            let system = NormalEquations(points, model, parameters, weights: weights(points))
            let cost = system.cost
            var hasImproved = false
            while damping < 1e8, !hasImproved {
                guard let step = system.step(damping: damping) else { return false }
                let trial = zip(parameters, step).map { $0 + $1 }
                let trialCost = NormalEquations.cost(points, model, trial, weights: system.weights)
                guard trialCost <= cost else {
                    damping *= 10
                    continue
                }
                parameters = trial
                damping = max(damping / 10, 1e-12)
                hasImproved = true
                let size = step.map { abs($0) }.max() ?? 0
                if size < 1e-10 { return true }
            }
            if !hasImproved { return true }
        }
        return true
    }

    /// Returns Huber's weight for the residual of each point.
    private func weights(_ points: [Point]) -> [Double] {
        let matrix = matrix
        let offset = offset
        let sizes = points.map { abs((matrix * ($0.value - offset)).length - 1) }
        var order = OrderStatistics(sizes)
        let median = order.number(at: sizes.count / 2)
        let limit = Self.huber * max(Self.deviationPerMedian * median, Self.minimumDeviation)
        return sizes.map { $0 <= limit ? 1 : limit / $0 }
    }

    /// Returns the half-width of each parameter's 95 % interval.
    ///
    /// Errors may be correlated within a block, so the covariance is White's cluster-robust estimate (Cameron & Miller
    /// 2015). If each block has one point, the classical least-squares estimate is used.
    private func intervals(_ points: [Point]) -> [Double] {
        let weights = weights(points)
        let system = NormalEquations(points, model, parameters, weights: weights)
        let blocks = Set(points.map(\.block)).count
        let freedom = blocks - parameters.count
        let none = parameters.map { _ in Double.infinity }
        guard freedom >= 2, let inverse = system.inverse else { return none }
        let factor = StudentDistribution.twoSidedQuantile(tails: 0.05, degreesOfFreedom: Double(freedom))
        if blocks == points.count {
            let variance = 2 * system.cost / Double(freedom)
            return inverse.indices.map { factor * (variance * inverse[$0][$0]).squareRoot() }
        }
        let scores = system.scores(points)
        let correction = Double(blocks) / Double(freedom)
        return inverse.indices.map { index in
            let variance = scores.reduce(0.0) { sum, score in
                let part = zip(inverse[index], score).reduce(0.0) { $0 + $1.0 * $1.1 }
                return sum + part * part
            }
            return factor * (correction * variance).squareRoot()
        }
    }
}

/// The Cholesky decomposition L·Lᵀ of a symmetric positive definite matrix, for the solution of linear systems.
///
/// Golub & Van Loan 2013, algorithm 4.2.1.
struct CholeskyDecomposition {
    /// The rows of the lower triangular matrix L.
    private var lower: [[Double]]

    /// Decomposes a matrix. Returns `nil` if the matrix is not positive definite within rounding errors.
    init?(_ matrix: [[Double]]) {
        lower = matrix.map { row in row.map { _ in 0.0 } }
        for row in matrix.indices {
            for column in 0...row {
                var sum = matrix[row][column]
                for k in 0..<column { sum -= lower[row][k] * lower[column][k] }
                guard row == column else {
                    lower[row][column] = sum / lower[column][column]
                    continue
                }
                guard sum > 1e-14 * abs(matrix[row][row]), sum.isFinite else { return nil }
                lower[row][row] = sum.squareRoot()
            }
        }
    }

    /// Returns the solution x of A · x = `rightSide`, where A is the decomposed matrix.
    func solve(_ rightSide: [Double]) -> [Double] {
        var x = rightSide
        for row in x.indices {
            for k in 0..<row { x[row] -= lower[row][k] * x[k] }
            x[row] /= lower[row][row]
        }
        for row in x.indices.reversed() {
            for k in (row + 1)..<max(x.count, row + 1) { x[row] -= lower[k][row] * x[k] }
            x[row] /= lower[row][row]
        }
        return x
    }

    /// The inverse of the decomposed matrix.
    var inverse: [[Double]] {
        lower.indices.map { unit in solve(lower.indices.map { $0 == unit ? 1.0 : 0.0 }) }
    }
}

/// The form of a calibration's matrix. Each form has a different number of fitted parameters.
public enum EllipsoidModel: String, Sendable, Hashable, CaseIterable {
    /// A symmetric matrix: a scale for each axis, and a coupling for each pair of axes.
    case ellipsoid
    /// A diagonal matrix: a scale for each axis.
    case axes
    /// A multiple of the identity: the same scale for all axes.
    case sphere

    /// The number of parameters, including the three of the offset.
    var parameterCount: Int { 3 + entries.count }

    /// The matrix entries that each parameter sets, by row and column.
    var entries: [[(row: Int, column: Int)]] {
        switch self {
        case .ellipsoid: [[(0, 0)], [(1, 1)], [(2, 2)], [(0, 1), (1, 0)], [(0, 2), (2, 0)], [(1, 2), (2, 1)]]
        case .axes: [[(0, 0)], [(1, 1)], [(2, 2)]]
        case .sphere: [[(0, 0), (1, 1), (2, 2)]]
        }
    }

    /// Returns the matrix with the given parameters.
    func matrix(_ parameters: some Collection<Double>) -> Matrix3 {
        var rows = [Vector3.zero, .zero, .zero]
        for (positions, value) in zip(entries, parameters) {
            for position in positions { rows[position.row][position.column] = value }
        }
        return Matrix3(rows: rows[0], rows[1], rows[2])
    }

    /// Returns the parameters of the matrix that is `scale` times the identity.
    func parameters(scale: Double) -> [Double] { entries.map { $0[0].row == $0[0].column ? scale : 0 } }
}

/// The linear system that determines a Gauss–Newton step of an ``EllipsoidFit``.
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
        // Each row is padded to a multiple of four. Elements to the right of the diagonal are ignored.
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
                            for position in 0...row / 4 { lower[row * width + position] += part * vectors[position] }
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

    /// Returns the change of the parameters for a damping factor, or `nil` if the system is singular.
    func step(damping: Double) -> [Double]? {
        var damped = matrix
        for index in damped.indices { damped[index][index] *= 1 + damping }
        return CholeskyDecomposition(damped)?.solve(gradient.map { -$0 })
    }

    /// The inverse of the system's matrix; `nil` if the system is singular.
    var inverse: [[Double]]? { CholeskyDecomposition(matrix)?.inverse }

    /// Returns the gradient of the loss for each block of points, in the order of the blocks.
    func scores(_ points: [EllipsoidFit.Point]) -> [[Double]] {
        var scores: [Int: [Double]] = [:]
        LinearisedLengths(model, parameters).forEach(points) { index, residual, slopes, _ in
            let (block, weight) = (points[index].block, weights[index])
            let score = slopes.map { $0 * residual * weight }
            scores[block] = scores[block].map { zip($0, score).map(+) } ?? score
        }
        // A sum depends on the order of its terms, and the order of a dictionary can differ between processes.
        return scores.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns half the weighted sum of squared residuals for the given parameters.
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

/// The lengths of the corrected vectors, linearised with respect to the calibration parameters.
private struct LinearisedLengths {
    private let offset: Vector3
    private let matrix: Matrix3
    private let transposed: Matrix3
    /// The entries of the calibration matrix, each with the index of the parameter that sets the entry.
    private let entries: [(parameter: Int, row: Int, column: Int)]
    private let count: Int
    /// The number of four-element vectors that hold the derivatives of one point, padded with zeros.
    var vectorCount: Int { (count + 3) / 4 }

    init(_ model: EllipsoidModel, _ parameters: [Double]) {
        offset = Vector3(parameters[0], parameters[1], parameters[2])
        matrix = model.matrix(parameters.dropFirst(3))
        transposed = matrix.transposed
        entries = model.entries.enumerated().flatMap { index, positions in
            positions.map { (3 + index, $0.row, $0.column) }
        }
        count = parameters.count
    }

    /// Calls `body` for each point with its index, the residual of its length, and the derivatives of the residual.
    ///
    /// `slopes` and `vectors` refer to the same memory.
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

/// The least-squares sphere through points: the solution of |v|² = 2 c·v + k, which is linear in the centre c.
struct SphereStart {
    let centre: Vector3
    let radius: Double

    /// Fits the sphere. Returns `nil` for points in a plane.
    init?(_ points: [Vector3]) {
        guard let mean = Vector3.mean(of: points) else { return nil }
        var matrix = Array(repeating: Array(repeating: 0.0, count: 4), count: 4)
        var right = Array(repeating: 0.0, count: 4)
        for point in points {
            let d = point - mean
            let row = [2 * d.x, 2 * d.y, 2 * d.z, 1]
            for i in 0..<4 {
                right[i] += row[i] * d.lengthSquared
                for j in 0..<4 { matrix[i][j] += row[i] * row[j] }
            }
        }
        guard let solution = CholeskyDecomposition(matrix)?.solve(right) else { return nil }
        let shift = Vector3(solution[0], solution[1], solution[2])
        let squared = solution[3] + shift.lengthSquared
        guard squared > 0, squared.isFinite else { return nil }
        centre = mean + shift
        radius = squared.squareRoot()
    }
}
