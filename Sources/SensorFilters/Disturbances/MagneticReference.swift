public import SensorModel

/// The direction that an estimator compares with that of the magnetometer.
public enum MagneticReference: String, Sendable, Hashable, CaseIterable {
    /// The measured field, rotated to Earth axes and about Up to north: its dip is the measured one.
    case measured
    /// The Earth's field with a known dip.
    case fixed
    /// West: measured is the cross product of acceleration and field, so that the field does not change the inclination
    /// (Martin & Salaün 2010).
    case crossProduct
}

/// A measured direction and the one that an orientation predicts, both in device axes.
@usableFromInline package struct PredictedField: Sendable {
    @usableFromInline package let reference: MagneticReference
    @usableFromInline package let dip: Angle?
    @usableFromInline package var awaitsDip = false
    @usableFromInline package var north = 0.0
    @usableFromInline package var up = 0.0

    /// - Parameter dip: of the Earth's field, positive downwards; nil for that of the first samples.
    package init(_ reference: MagneticReference, dip: Angle?) {
        self.reference = reference
        self.dip = dip
        reset()
    }

    /// Forgets the measured dip.
    package mutating func reset() {
        north = dip?.cosine ?? 0
        up = -(dip?.sine ?? 0)
        awaitsDip = reference == .fixed && dip == nil
    }

    /// The measured direction and the predicted one; zero vectors where gravity and field are parallel.
    ///
    /// - Parameter axes: East, North and Up in device axes.
    @inlinable @inline(__always) package mutating func pair(
        _ axes: Matrix3,
        _ input: UnitDirections
    ) -> (measured: Vector3, predicted: Vector3) {
        switch reference {
        case .measured:
            let field = input.field
            let turned = axes * field
            let level = (turned.x * turned.x + turned.y * turned.y).squareRoot()
            return (field, axes.y * level + axes.z * turned.z)
        case .fixed:
            if awaitsDip { measureDip(input) }
            return (input.field, axes.y * north + axes.z * up)
        case .crossProduct:
            guard let west = input.gravity.cross(input.field).normalised else { return (.zero, .zero) }
            return (west, -axes.x)
        }
    }

    @inline(never) @usableFromInline package mutating func measureDip(_ input: UnitDirections) {
        let sine = min(max(input.gravity.dot(input.field), -1), 1)
        north = (1 - sine * sine).squareRoot()
        up = sine
        awaitsDip = false
    }
}
