import SensorModel

/// The magnetic field that measurements are compared with, for one setting or for one in each lane: in Earth axes,
/// towards magnetic north and with a dip.
///
/// What the setting leaves open is measured at the first step of an estimator.
struct ReferenceField<Number: LaneNumber>: Sendable {
    private let givenDirection: Vector<Number>
    private let isDirectionGiven: Number.Mask
    /// Whether ``learn(gravity:field:)`` was called since the start.
    private(set) var isKnown = false
    /// The direction of the field, East, North, Up.
    private(set) var direction: Vector<Number>

    /// - Parameter dips: of each setting, positive downwards; nil to measure it.
    init(dips: [Angle?]) {
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        givenDirection = Vector(zero, Number(dips) { $0?.cosine ?? 0 }, Number(dips) { -($0?.sine ?? 1) })
        isDirectionGiven = Number(dips) { $0 == nil ? 0 : 1 } .>= one
        direction = givenDirection
    }

    /// Forgets what was measured.
    mutating func begin() { isKnown = false }

    /// Measures what the settings leave open.
    ///
    /// - Parameters:
    ///   - gravity: the measured direction of Up, of length one.
    ///   - field: the measured direction of the field, of length one.
    mutating func learn(gravity: Vector3, field: Vector3) {
        isKnown = true
        let level = Vector3(0, gravity.cross(field).length, gravity.dot(field))
        direction = Vector(repeating: level).replacing(with: givenDirection, where: isDirectionGiven)
    }
}
