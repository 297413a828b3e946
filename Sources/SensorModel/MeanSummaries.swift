/// The sum of scalars.
public struct ScalarSum: MeanSummary {
    @usableFromInline let sum: CompensatedSum

    @inlinable public init(_ element: Double) { self.init(sum: CompensatedSum(element)) }
    @inlinable init(sum: CompensatedSum) { self.sum = sum }

    @inlinable public func joined(with newer: ScalarSum) -> ScalarSum { ScalarSum(sum: sum + newer.sum) }
    @inlinable public func mean(count: Int, newest: Double) -> Double? { sum / Double(count) }
}

/// The sum of vectors.
public struct VectorSum: MeanSummary {
    @usableFromInline let x: CompensatedSum
    @usableFromInline let y: CompensatedSum
    @usableFromInline let z: CompensatedSum

    @inlinable public init(_ element: Vector3) {
        self.init(x: CompensatedSum(element.x), y: CompensatedSum(element.y), z: CompensatedSum(element.z))
    }

    @inlinable init(x: CompensatedSum, y: CompensatedSum, z: CompensatedSum) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inlinable public func joined(with newer: VectorSum) -> VectorSum {
        VectorSum(x: x + newer.x, y: y + newer.y, z: z + newer.z)
    }

    @inlinable public func mean(count: Int, newest: Vector3) -> Vector3? {
        let count = Double(count)
        return Vector3(x / count, y / count, z / count)
    }
}
