public import SensorModel

/// The reference direction with which an estimator compares the magnetometer.
public enum MagneticReference: String, Sendable, Hashable, CaseIterable {
    /// The measured field, rotated to Earth axes and then about Up until it points north. Its dip is the measured dip.
    case measured
    /// The Earth's field with a known dip.
    case fixed
    /// The direction west, compared with the cross product of acceleration and field. The field then does not affect
    /// the inclination (Martin & Salaün 2010).
    case crossProduct
}

/// A function that returns two directions of the field in device axes: the measured direction, and the direction that
/// follows from an orientation and a ``MagneticReference``.
@usableFromInline package struct PredictedField: Sendable {
    @usableFromInline package let reference: MagneticReference
    @usableFromInline package let dip: Angle?
    @usableFromInline package var awaitsDip = false
    @usableFromInline package var north = 0.0
    @usableFromInline package var up = 0.0

    /// Creates the function for a reference direction.
    ///
    /// - Parameters:
    ///   - reference: the reference direction.
    ///   - dip: the dip of the Earth's field, positive downwards; `nil` for the dip of the first samples.
    package init(_ reference: MagneticReference, dip: Angle?) {
        self.reference = reference
        self.dip = dip
        reset()
    }

    /// Discards the measured dip.
    package mutating func reset() {
        north = dip?.cosine ?? 0
        up = -(dip?.sine ?? 0)
        awaitsDip = reference == .fixed && dip == nil
    }

    /// Returns the measured and the predicted direction. Both are zero vectors if ``MagneticReference/crossProduct`` is
    /// used while gravity and field are parallel.
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
            if awaitsDip { measureDip(cosine: input.gravity.dot(input.field)) }
            return (input.field, axes.y * north + axes.z * up)
        case .crossProduct:
            guard let west = input.gravity.cross(input.field).normalised else { return (.zero, .zero) }
            return (west, -axes.x)
        }
    }

    /// Sets the reference from `cosine`, the cosine of the angle between the measured field and Up.
    @inline(never) @usableFromInline package mutating func measureDip(cosine: Double) {
        up = min(max(cosine, -1), 1)
        north = (1 - up * up).squareRoot()
        awaitsDip = false
    }
}
