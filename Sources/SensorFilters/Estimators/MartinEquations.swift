import SensorModel

/// The equations of ``Martin``.
struct MartinEquations: RateEquations {
    /// Acceleration and field as measured.
    struct Measured: RateInput {
        let known: SensorHold.Directions?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            known = directions
        }
    }

    /// Scales below or above are those of no sensor: a step that leads there does not change the scale.
    private static var scales: ClosedRange<Double> { 1e-6...1e12 }

    private let la: Double
    private let lc: Double
    private let ld: Double
    private let accelerationGain: Double
    private let fieldGain: Double
    private let biasGain: Double
    private let form: Martin.Form
    private var bias = Vector3.zero
    /// a_s and c_s; nil until the first samples give them.
    private var scales: (acceleration: Double, cross: Double)?

    init(_ parameters: Martin.Parameters) {
        la = parameters.la
        lc = parameters.lc
        ld = parameters.ld
        accelerationGain = Self.share(parameters.n, of: parameters.la, and: parameters.ld)
        fieldGain = Self.share(parameters.o, of: parameters.lc, and: parameters.ld)
        biasGain = -parameters.sigma
        form = parameters.form
    }

    /// `gain/(l + l_d)`, and 0 where both are 0.
    private static func share(_ gain: Double, of l: Double, and ld: Double) -> Double {
        l + ld > 0 ? gain / (l + ld) : 0
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        bias = .zero
        scales = nil
        switch form {
        case .paper: return triad
        // West, where the program expects North.
        case .benchmark: return EarthFrame.quarterTurn.conjugate * triad
        }
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Measured,
        over interval: Seconds
    ) -> UnitQuaternion {
        let q = Quaternion(orientation)
        let duration = interval
        // ½ q ⊗ (0, ω − ω_b)
        let turn = (rate - bias) * 0.5
        var change = q.product(pure: turn)
        if let known = input.known {
            let correction = correction(orientation, known, over: duration)
            // (0, LE) ⊗ q = q ⊗ (0, q* ⊗ LE ⊗ q)
            let inDevice = orientation.conjugate.rotate(correction)
            change += q.product(pure: inDevice)
            // ω̇_b = −σ q* ⊗ LE ⊗ q
            let next = bias + inDevice * (biasGain * duration)
            if next.lengthSquared.isFinite { bias = next }
        }
        return (q + change * duration).normalised(orKeeping: orientation)
    }

    /// LE, and the next scales.
    @_transparent private mutating func correction(
        _ orientation: UnitQuaternion,
        _ known: SensorHold.Directions,
        over duration: Double
    ) -> Vector3 {
        let measuredCross = known.acceleration.cross(known.magneticField)
        let (acceleration, cross) = scales ?? firstScales(known.acceleration.length, measuredCross.length)
        let axes = Matrix3(orientation)
        let (up, west, north) = (Self.up, -Self.east, Self.north)
        // E_A = A − q ⊗ y_A ⊗ q*/a_s
        let errorA = up - axes * known.acceleration * (1 / acceleration)
        guard known.hasField else {
            let growth = accelerationGain * la * scaleError(errorA, of: up, along: up)
            scales = (grown(acceleration, by: growth * duration), cross)
            return up.cross(errorA) * la
        }
        let measuredNorth = measuredCross.cross(known.acceleration)
        // E_C = C − q ⊗ y_C ⊗ q*/c_s
        let errorC = west - axes * measuredCross * (1 / cross)
        // E_D = D − q ⊗ y_D ⊗ q*/(a_s c_s)
        let errorD = north - axes * measuredNorth * (1 / (cross * acceleration))
        let scaleA = scaleError(errorA, of: up, along: up)
        let scaleC = scaleError(errorC, of: west, along: north)
        let scaleD = scaleError(errorD, of: north, along: Self.east)
        // ȧ_s and ċ_s
        let growthA = accelerationGain * (la * scaleA + ld * scaleD)
        let growthC = fieldGain * (lc * scaleC + ld * scaleD)
        scales = (grown(acceleration, by: growthA * duration), grown(cross, by: growthC * duration))
        return up.cross(errorA) * la + west.cross(errorC) * lc + north.cross(errorD) * ld
    }

    @_transparent private func scaleError(
        _ error: Vector3,
        of direction: Vector3,
        along axis: Vector3
    ) -> Double {
        switch form {
        // s_X = ⟨E_X, E_X − X⟩
        case .paper: error.lengthSquared - error.dot(direction)
        case .benchmark: error.length - error.dot(axis)
        }
    }

    /// The scale after a step; unchanged where it is not one of a sensor.
    @_transparent private func grown(_ scale: Double, by growth: Double) -> Double {
        let next = scale + scale * growth
        return Self.scales.contains(next) ? next : scale
    }

    private func firstScales(_ acceleration: Double, _ cross: Double) -> (acceleration: Double, cross: Double) {
        let range = Self.scales
        func scale(_ length: Double) -> Double {
            form == .paper && range.contains(length) ? length : 1
        }
        return (scale(acceleration), scale(cross))
    }

    private static var up: Vector3 { Vector3(0, 0, 1) }
    private static var north: Vector3 { Vector3(0, 1, 0) }
    private static var east: Vector3 { Vector3(1, 0, 0) }
}
