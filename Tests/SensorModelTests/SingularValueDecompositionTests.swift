import SensorModel
import TestSupport
import Testing

struct SingularValueDecompositionTests {
    /// Relative to the largest singular value: rounding errors of products of three matrices.
    static let rounding = 1e-14

    private static func largest(_ matrix: Matrix3) -> Double {
        [matrix.x, matrix.y, matrix.z].map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
    }

    /// Checks A = U diag(σ) Vᵀ, orthogonality and the order of σ. Returns the decomposition.
    @discardableResult
    private static func decompose(
        _ matrix: Matrix3,
        at location: SourceLocation = #_sourceLocation
    ) throws -> SingularValueDecomposition {
        let svd = try #require(SingularValueDecomposition(matrix), sourceLocation: location)
        let s = svd.singularValues
        #expect(s.x >= s.y && s.y >= s.z && s.z >= 0, "\(s)", sourceLocation: location)
        for factor in [svd.u, svd.v] {
            #expect(largest(factor.transposed * factor - .identity) < rounding, sourceLocation: location)
        }
        let again = svd.u * Matrix3(diagonal: s) * svd.v.transposed
        #expect(largest(again - matrix) <= rounding * s.x, "\(matrix)", sourceLocation: location)
        return svd
    }

    @Test func `Random matrices are the product of their factors`() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let rows = (0..<3).map { _ in
                Vector3(
                    .random(in: -1...1, using: &generator),
                    .random(in: -1...1, using: &generator),
                    .random(in: -1...1, using: &generator)
                )
            }
            try Self.decompose(Matrix3(rows: rows[0], rows[1], rows[2]))
        }
    }

    @Test func `The singular values of a known matrix are exact`() throws {
        // AᵀA = [[2, 1], [1, 1]] and 4: σ² = 4, (3 ± √5)/2.
        let svd = try Self.decompose(Matrix3(rows: Vector3(1, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -2)))
        let golden = (1 + 5.0.squareRoot()) / 2
        #expect(abs(svd.singularValues.x - 2) < Self.rounding)
        #expect(abs(svd.singularValues.y - golden) < Self.rounding)
        #expect(abs(svd.singularValues.z - 1 / golden) < Self.rounding)
    }

    @Test func `Matrices of lower rank have zeros and orthogonal factors`() throws {
        let zero = try Self.decompose(.zero)
        #expect(zero.singularValues == .zero)
        let line = try Self.decompose(Matrix3(outer: Vector3(1, 2, 2), Vector3(0, 3, 4)))
        #expect(abs(line.singularValues.x - 15) < 15 * Self.rounding)
        #expect(line.singularValues.y < 15 * Self.rounding)
        let plane = try Self.decompose(Matrix3(diagonal: Vector3(0, -3, 5)))
        #expect(plane.singularValues == Vector3(5, 3, 0))
    }

    @Test(arguments: [1e-300, 1e-200, 1e200, 1e300])
    func `Large and small matrices neither overflow nor underflow`(size: Double) throws {
        let svd = try Self.decompose(Matrix3(diagonal: Vector3(3, -2, 1)) * size)
        #expect(abs(svd.singularValues.x / size - 3) < 3 * Self.rounding)
        #expect(abs(svd.singularValues.z / size - 1) < Self.rounding)
    }

    @Test func `A small singular value has all digits`() throws {
        // The columns are orthogonal, so that 1e−12 is not lost in 1.
        let turn = Matrix3(UnitQuaternion(rotationVector: Vector3(0.3, -0.2, 0.9)))
        let svd = try Self.decompose(turn * Matrix3(diagonal: Vector3(1, 1e-6, 1e-12)))
        #expect(abs(svd.singularValues.y / 1e-6 - 1) < Self.rounding)
        #expect(abs(svd.singularValues.z / 1e-12 - 1) < Self.rounding)
    }

    @Test func `The nearest rotation to a stretched rotation is that rotation`() throws {
        let turn = Matrix3(UnitQuaternion(rotationVector: Vector3(-1.1, 0.4, 2)))
        let stretch = Matrix3(rows: Vector3(2, 0.3, 0), Vector3(0.3, 1, 0.1), Vector3(0, 0.1, 0.7))
        let nearest = try Self.decompose(turn * stretch).nearestRotation
        #expect(Self.largest(nearest - turn) < Self.rounding)
    }

    @Test func `The nearest rotation to a reflection is proper`() throws {
        let svd = try Self.decompose(Matrix3(diagonal: Vector3(3, 2, -1)))
        #expect(svd.orientationSign == -1)
        #expect(Self.largest(svd.nearestRotation - .identity) < Self.rounding)
        #expect(abs(svd.nearestRotation.determinant - 1) < Self.rounding)
    }

    @Test func `A matrix that is not finite has no decomposition`() {
        #expect(SingularValueDecomposition(Matrix3(diagonal: Vector3(1, .nan, 1))) == nil)
        #expect(SingularValueDecomposition(Matrix3(diagonal: Vector3(1, 1, .infinity))) == nil)
    }
}
