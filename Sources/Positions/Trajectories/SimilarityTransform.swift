public import SensorModel

/// The means and covariances of matched positions, from which a least-squares alignment is computed.
struct PoseMoments {
    let referenceMean: Vector3
    let estimateMean: Vector3
    /// The covariance Σ (y − ȳ)(x − x̄)ᵀ/n of the reference positions y and the estimated positions x.
    let covariance: Matrix3
    /// The variance Σ |x − x̄|²/n of the estimated positions x.
    let estimateVariance: Double
    /// The limit up to which a singular value of ``covariance`` is a rounding error and counts as 0.
    let rounding: Double

    /// Computes the moments of Umeyama 1991, doi:10.1109/34.88573, equations 34 to 38, in two passes with compensated
    /// sums.
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

    /// Returns the mean position, and the largest magnitude among all coordinates of the positions.
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

/// A compensated sum of vectors, component by component.
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

/// The transform x ↦ scale · R · x + translation that aligns an estimate with a reference.
public struct SimilarityTransform: Sendable, Hashable {
    /// The rotation from the estimate's frame to the reference's frame.
    public let rotation: UnitQuaternion
    /// The translation in the reference's frame, in metres.
    public let translation: Vector3
    /// The factor by which positions are multiplied.
    public let scale: Double
    private let matrix: Matrix3

    /// The identity transform.
    public static let identity = SimilarityTransform(rotation: .identity, translation: .zero, scale: 1)

    /// Creates a transform from rotation, translation in metres, and scale.
    public init(rotation: UnitQuaternion, translation: Vector3, scale: Double) {
        self.rotation = rotation
        self.translation = translation
        self.scale = scale
        matrix = Matrix3(rotation)
    }

    /// Returns a pose with the position transformed and the orientation rotated.
    public func apply(to pose: Pose) -> Pose {
        Pose(position: apply(to: pose.position), orientation: rotation * pose.orientation)
    }

    /// Returns the transformed position, in metres.
    public func apply(to position: Vector3) -> Vector3 {
        matrix * (position * scale) + translation
    }
}
