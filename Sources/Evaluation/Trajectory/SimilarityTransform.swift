public import SensorModel

/// Means and covariances of the positions of matched poses: all that an alignment by least squares needs.
struct PoseMoments {
    let referenceMean: Vector3
    let estimateMean: Vector3
    /// Σ (y − ȳ)(x − x̄)ᵀ/n, y of the reference, x of the estimate.
    let covariance: Matrix3
    /// Σ |x − x̄|²/n of the estimate.
    let estimateVariance: Double
    /// What rounding of the positions may have made of a singular value that is 0.
    let rounding: Double

    /// Umeyama 1991, doi:10.1109/34.88573, equations 34 to 38. Two passes, compensated sums.
    init(reference: [Pose], estimate: [Pose]) {
        let count = Double(reference.count)
        let (referenceMean, referenceSize) = Self.mean(reference)
        let (estimateMean, estimateSize) = Self.mean(estimate)
        var rows = [VectorSum(), VectorSum(), VectorSum()]
        var variances = (reference: CompensatedSum(0), estimate: CompensatedSum(0))
        for index in reference.indices {
            let y = reference[index].position - referenceMean
            let x = estimate[index].position - estimateMean
            rows[0].add(x * y.x)
            rows[1].add(x * y.y)
            rows[2].add(x * y.z)
            variances.reference.add(y.lengthSquared)
            variances.estimate.add(x.lengthSquared)
        }
        self.referenceMean = referenceMean
        self.estimateMean = estimateMean
        covariance = Matrix3(rows: rows[0].value, rows[1].value, rows[2].value) * (1 / count)
        estimateVariance = variances.estimate.value / count
        let referenceSpread = (variances.reference.value / count).squareRoot()
        let estimateSpread = estimateVariance.squareRoot()
        rounding = 4 * Double.ulpOfOne * (referenceSize * estimateSpread + estimateSize * referenceSpread)
    }

    /// The mean position, and the largest coordinate.
    private static func mean(_ poses: [Pose]) -> (Vector3, Double) {
        var sum = VectorSum()
        var largest = 0.0
        for pose in poses {
            sum.add(pose.position)
            largest = max(largest, abs(pose.position.x), abs(pose.position.y), abs(pose.position.z))
        }
        return (sum.value * (1 / Double(poses.count)), largest)
    }
}

/// A compensated sum of vectors.
private struct VectorSum {
    private var x = CompensatedSum(0)
    private var y = CompensatedSum(0)
    private var z = CompensatedSum(0)

    var value: Vector3 { Vector3(x.value, y.value, z.value) }

    mutating func add(_ vector: Vector3) {
        x.add(vector.x)
        y.add(vector.y)
        z.add(vector.z)
    }
}

/// x ↦ scale · R · x + translation: what an alignment does to the estimate.
public struct SimilarityTransform: Sendable, Hashable {
    /// Estimate's frame → reference's frame.
    public let rotation: UnitQuaternion
    /// Metres, in the reference's frame.
    public let translation: Vector3
    public let scale: Double
    private let matrix: Matrix3

    public static let identity = SimilarityTransform(rotation: .identity, translation: .zero, scale: 1)

    public init(rotation: UnitQuaternion, translation: Vector3, scale: Double) {
        self.rotation = rotation
        self.translation = translation
        self.scale = scale
        matrix = Matrix3(rotation)
    }

    /// The position is scaled, turned and moved, the orientation turned.
    public func apply(to pose: Pose) -> Pose {
        Pose(position: apply(to: pose.position), orientation: rotation * pose.orientation)
    }

    public func apply(to position: Vector3) -> Vector3 {
        matrix * (position * scale) + translation
    }
}
