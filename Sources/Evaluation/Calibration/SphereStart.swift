import SensorModel

/// The sphere of least algebraic distance: |v|² = 2 c·v + k is linear in the centre c.
struct SphereStart {
    let centre: Vector3
    let radius: Double

    /// Fits the sphere; nil for points in a plane.
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
