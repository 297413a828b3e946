import SensorModel

/// The direction of the magnetic field in Earth axes, for one setting or for one in each lane: towards magnetic north,
/// with a dip. An open dip is that of the samples at the start.
struct ReferenceField<Number: LaneNumber>: Sendable {
    private let given: Vector<Number>
    private let isGiven: Number.Mask
    /// East, North, Up; of length one.
    private(set) var direction: Vector<Number>

    /// - Parameter dips: of each setting, positive downwards; nil for that of the start.
    init(dips: [Angle?]) {
        let zero = Number(repeating: 0)
        given = Vector(zero, Number(dips) { $0?.cosine ?? 0 }, Number(dips) { -($0?.sine ?? 1) })
        let isSet = Number(dips) { $0 == nil ? 0 : 1 }
        isGiven = (isSet .> zero)
        direction = given
    }

    /// Measures an open dip.
    mutating func begin(_ input: UnitDirections) {
        let level = Vector3(0, input.gravity.cross(input.field).length, input.gravity.dot(input.field))
        direction = Vector(repeating: level).replacing(with: given, where: isGiven)
    }
}
