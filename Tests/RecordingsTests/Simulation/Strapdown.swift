import Recordings
import SensorModel
import SensorSimulation

/// A fourth-order integrator of ideal inertial readings at equal intervals, two intervals per step.
///
/// Orientation: the Magnus expansion with Simpson's rule, Ω = h/6 (ω₀ + 4ω₁ + ω₂) + h²/12 (ω₀ × ω₂) (Savage's coning
/// term), where h is two intervals. Position and velocity: Simpson's rule for the acceleration at the three times.
struct Strapdown {
    var orientation: UnitQuaternion
    var velocity: Vector3
    var position: Vector3
    let gravity: Double

    mutating func advance(
        _ rates: (Vector3, Vector3, Vector3),
        _ forces: (Vector3, Vector3, Vector3),
        over h: Seconds
    ) {
        // The first half, from the parabola through the three rates: h/24 (5ω₀ + 8ω₁ − ω₂).
        let half = (5 * rates.0 + 8 * rates.1 - rates.2) * (h / 24)
        let middleTwist = rates.0.cross(rates.1) * (h * h / 48)
        let middle = orientation * UnitQuaternion(rotationVector: half + middleTwist)
        let whole = (rates.0 + 4 * rates.1 + rates.2) * (h / 6)
        let end = orientation * UnitQuaternion(rotationVector: whole + rates.0.cross(rates.2) * (h * h / 12))
        let down = Vector3(0, 0, -gravity)
        let start = orientation.rotate(forces.0) + down
        let centre = middle.rotate(forces.1) + down
        let last = end.rotate(forces.2) + down
        position += velocity * h + (start + 2 * centre) * (h * h / 6)
        velocity += (start + 4 * centre + last) * (h / 6)
        orientation = end
    }

    /// The errors of the integration at the last reference sample: an angle in radians and a distance in metres.
    static func errors(
        of recording: Recording,
        gravity: Double,
        start: MotionState
    ) -> (angle: Double, position: Double)? {
        guard let rates = recording.gyroscope?.values, let forces = recording.accelerometer?.values,
            let times = recording.gyroscope?.times, let truth = recording.reference,
            let last = truth.orientations.last, let end = truth.positions?.last
        else { return nil }
        var state = Strapdown(
            orientation: start.orientation,
            velocity: start.velocity,
            position: start.position,
            gravity: gravity
        )
        for n in stride(from: 0, to: times.count - 2, by: 2) {
            state.advance(
                (rates[n], rates[n + 1], rates[n + 2]),
                (forces[n], forces[n + 1], forces[n + 2]),
                over: times[n + 2] - times[n]
            )
        }
        return (state.orientation.angle(to: last).radians, (state.position - end).length)
    }
}
