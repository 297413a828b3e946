import SensorModel

/// The direction of the magnetic field in Earth axes, towards magnetic north,
/// with a dip. An open dip is that of the samples at the start.
struct ReferenceField: Sendable {
    private let given: Vector3?
    /// East, North, Up; of length one.
    private(set) var direction: Vector3

    /// - Parameter dip: positive downwards; nil for that of the start.
    init(dip: Angle?) {
        given = dip.map { Vector3(0, $0.cosine, -$0.sine) }
        direction = given ?? Vector3(0, 0, -1)
    }

    /// Measures an open dip.
    mutating func begin(_ input: UnitDirections) {
        direction =
            given ?? Vector3(0, input.gravity.cross(input.field).length, input.gravity.dot(input.field))
    }
}
