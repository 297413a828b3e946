import SensorModel

/// The equations of ``Martin``, for one setting of its numbers or for one in each lane.
struct MartinEquations<Number: LaneNumber>: RateEquations {
    /// Acceleration and field as measured.
    struct Measured: RateInput {
        let known: SensorHold.Directions?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            known = directions
        }
    }

    /// Scales below or above are those of no sensor: a step that leads there does not change the scale.
    private static var scales: ClosedRange<Double> { 1e-6...1e12 }

    private let la: Number
    private let lc: Number
    private let ld: Number
    private let accelerationGain: Number
    private let fieldGain: Number
    private let biasGain: Number
    private let form: Martin.Form
    private var bias = Vector<Number>.zero
    /// a_s and c_s; nil until the first samples give them.
    private var scales: (acceleration: Number, cross: Number)?

    /// - Parameter settings: with the same form.
    init(_ settings: [Martin.Parameters]) {
        la = Number(settings, \.la)
        lc = Number(settings, \.lc)
        ld = Number(settings, \.ld)
        accelerationGain = Number(settings) { Self.share($0.n, of: $0.la, and: $0.ld) }
        fieldGain = Number(settings) { Self.share($0.o, of: $0.lc, and: $0.ld) }
        biasGain = Number(settings) { -$0.sigma }
        form = settings[0].form
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
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: Measured,
        over interval: Seconds
    ) -> Rotation<Number> {
        let q = HamiltonQuaternion(orientation)
        let duration = Number(repeating: interval)
        // ½ q ⊗ (0, ω − ω_b)
        let turn = (Vector<Number>(repeating: rate) - bias) * Number(repeating: 0.5)
        var change = q.product(pure: turn)
        if let known = input.known {
            let correction = correction(orientation, known, over: duration)
            // (0, LE) ⊗ q = q ⊗ (0, q* ⊗ LE ⊗ q)
            let inDevice = orientation.conjugate.rotate(correction)
            change += q.product(pure: inDevice)
            // ω̇_b = −σ q* ⊗ LE ⊗ q
            let next = bias + inDevice * (biasGain * duration)
            bias = bias.replacing(with: next, where: next.lengthSquared.isFiniteInLane)
        }
        return (q + change * duration).normalised(orKeeping: orientation)
    }

    /// LE, and the next scales.
    @_transparent private mutating func correction(
        _ orientation: Rotation<Number>,
        _ known: SensorHold.Directions,
        over duration: Number
    ) -> Vector<Number> {
        let measuredCross = known.acceleration.cross(known.magneticField)
        let (acceleration, cross) = scales ?? firstScales(known.acceleration.length, measuredCross.length)
        let axes = Matrix(orientation)
        let (up, west, north) = (Self.up, -Self.east, Self.north)
        // E_A = A − q ⊗ y_A ⊗ q*/a_s
        let errorA = up - axes * Vector(repeating: known.acceleration) * (1 / acceleration)
        guard known.hasField else {
            let growth = accelerationGain * la * scaleError(errorA, of: up, along: up)
            scales = (grown(acceleration, by: growth * duration), cross)
            return up.cross(errorA) * la
        }
        let measuredNorth = measuredCross.cross(known.acceleration)
        // E_C = C − q ⊗ y_C ⊗ q*/c_s
        let errorC = west - axes * Vector(repeating: measuredCross) * (1 / cross)
        // E_D = D − q ⊗ y_D ⊗ q*/(a_s c_s)
        let errorD = north - axes * Vector(repeating: measuredNorth) * (1 / (cross * acceleration))
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
        _ error: Vector<Number>,
        of direction: Vector<Number>,
        along axis: Vector<Number>
    ) -> Number {
        switch form {
        // s_X = ⟨E_X, E_X − X⟩
        case .paper: error.lengthSquared - error.dot(direction)
        case .benchmark: error.length - error.dot(axis)
        }
    }

    /// The scale after a step; unchanged in lanes where it is not one of a sensor.
    @_transparent private func grown(_ scale: Number, by growth: Number) -> Number {
        let next = scale + scale * growth
        return scale.replacing(with: next, where: next.isInside(Self.scales))
    }

    private func firstScales(_ acceleration: Double, _ cross: Double) -> (acceleration: Number, cross: Number) {
        let range = Self.scales
        func scale(_ length: Double) -> Number {
            Number(repeating: form == .paper && range.contains(length) ? length : 1)
        }
        return (scale(acceleration), scale(cross))
    }

    private static var up: Vector<Number> { Vector(repeating: Vector3(0, 0, 1)) }
    private static var north: Vector<Number> { Vector(repeating: Vector3(0, 1, 0)) }
    private static var east: Vector<Number> { Vector(repeating: Vector3(1, 0, 0)) }
}
