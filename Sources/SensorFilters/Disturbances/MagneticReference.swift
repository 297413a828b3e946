import SensorModel

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

/// A measured direction and the one that an orientation predicts, both in device axes, for one dip or for one in each
/// lane.
struct PredictedField<Number: LaneNumber>: Sendable {
    private let reference: MagneticReference
    private let givenNorth: Number
    private let givenUp: Number
    /// The lanes whose dip is that of the first samples.
    private let isMeasured: Number.Mask
    private var awaitsDip: Bool
    private var north: Number
    private var up: Number

    /// - Parameters:
    ///   - reference: the same in all lanes.
    ///   - dips: of the Earth's field, positive downwards; nil for that of the first samples.
    init(_ reference: MagneticReference, dips: [Angle?]) {
        self.reference = reference
        givenNorth = Number(dips) { $0?.cosine ?? 0 }
        givenUp = Number(dips) { -($0?.sine ?? 0) }
        let isUnset = Number(dips) { $0 == nil ? 1 : 0 }
        isMeasured = (isUnset .> 0)
        north = givenNorth
        up = givenUp
        awaitsDip = reference == .fixed && isMeasured.inAnyLane
    }

    /// Forgets the measured dip.
    mutating func reset() {
        north = givenNorth
        up = givenUp
        awaitsDip = reference == .fixed && isMeasured.inAnyLane
    }

    /// The measured direction and the predicted one; zero vectors where gravity and field are parallel.
    ///
    /// - Parameter axes: East, North and Up in device axes.
    @_transparent mutating func pair(
        _ axes: Matrix<Number>,
        _ input: UnitDirections
    ) -> (measured: Vector<Number>, predicted: Vector<Number>) {
        switch reference {
        case .measured:
            let field = Vector<Number>(repeating: input.field)
            let turned = axes * field
            let level = (turned.x * turned.x + turned.y * turned.y).squareRoot()
            return (field, axes.y * level + axes.z * turned.z)
        case .fixed:
            if awaitsDip { measureDip(input) }
            return (Vector(repeating: input.field), axes.y * north + axes.z * up)
        case .crossProduct:
            guard let west = input.gravity.cross(input.field).normalised else { return (.zero, .zero) }
            return (Vector(repeating: west), -axes.x)
        }
    }

    @inline(never) private mutating func measureDip(_ input: UnitDirections) {
        let sine = min(max(input.gravity.dot(input.field), -1), 1)
        north = north.replacing(with: Number(repeating: (1 - sine * sine).squareRoot()), where: isMeasured)
        up = up.replacing(with: Number(repeating: sine), where: isMeasured)
        awaitsDip = false
    }
}
