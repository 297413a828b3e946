import SensorModel

/// Gravity and magnetic field as directions of length one in device axes, with the lengths of the samples.
struct MeasuredDirections: RateInput {
    /// Whether the directions are known. They are not while one of the sensors is silent.
    let isKnown: Bool
    let gravity: Vector3
    /// In m/s².
    let acceleration: Double
    /// Zero without the magnetometer.
    let field: Vector3
    /// In µT.
    let strength: Double
    let hasField: Bool

    @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
        guard let directions, let gravity = directions.acceleration.normalised else {
            (isKnown, hasField) = (false, false)
            (self.gravity, acceleration, field, strength) = (.zero, 0, .zero, 0)
            return
        }
        let field = directions.hasField ? directions.magneticField.normalised : nil
        self.gravity = gravity
        self.field = field ?? .zero
        acceleration = directions.acceleration.length
        strength = directions.magneticField.length
        hasField = field != nil
        isKnown = hasField || !directions.hasField
    }
}
