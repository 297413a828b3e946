import SensorModel

/// The equations of ``Fusion``, for one setting of its numbers or for one in each lane.
struct FusionEquations<Number: LaneNumber>: RateEquations {
    /// K at the start, in 1/s.
    private static var initialGain: Double { 10 }
    /// The time in which K falls, in seconds.
    private static var startDuration: Double { 3 }
    /// In 1/s. Differences below it are rounding errors of sums of changes of K.
    private static var rounding: Double { 1e-9 }
    /// The share of the gyroscope's range beyond which a rate is not measured.
    private static var usedRange: Double { 0.98 }

    private let gain: Number
    /// The largest usable component of a rate, in rad/s; infinite in lanes without a range.
    private let largestRate: Number
    private let hasRange: Bool
    private let start: Fusion.Start
    /// Whether the heading is zero during the start.
    private let zeroesHeading: Bool
    private var offset: FusionOffset<Number>
    private var accelerations: FusionRejection<Number>
    private var fields: FusionRejection<Number>
    private var startGain = Number(repeating: 0)
    private var isStarting = Number.Mask(repeating: false)
    private var isOverrange = Number.Mask(repeating: false)

    /// - Parameter settings: with the same start, use of the magnetometer and correction of the offset.
    init(_ settings: [Fusion.Parameters]) {
        gain = Number(settings, \.gain)
        largestRate = Number(settings) { setting in
            setting.gyroscopeRange.map { Angle(degrees: Self.usedRange * $0).radians } ?? .infinity
        }
        hasRange = settings.contains { $0.gyroscopeRange != nil }
        start = settings[0].start
        zeroesHeading = start == .identity && !settings[0].magnetometer.isUsed
        offset = FusionOffset(settings)
        accelerations = FusionRejection(settings, \.accelerationRejection)
        fields = FusionRejection(settings, \.magneticRejection)
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        offset.reset()
        restart(where: Number.Mask(repeating: true))
        isOverrange = Number.Mask(repeating: false)
        switch start {
        case .triad: return triad
        case .identity: return .identity
        }
    }

    private mutating func restart(where mask: Number.Mask) {
        startGain = startGain.replacing(with: Number(repeating: Self.initialGain), where: mask)
        isStarting = (isStarting .| mask)
        accelerations.reset(where: mask)
        fields.reset(where: mask)
    }

    @_transparent mutating func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> Rotation<Number> {
        let duration = Number(repeating: interval)
        var turn = Vector<Number>(repeating: rate)
        if offset.isLearnt { turn = offset.corrected(turn, over: duration) }
        if hasRange { restartBeyondRange(turn) }
        let gain = isStarting.inAnyLane ? fallenGain(after: duration) : gain
        // ω + K e
        turn += error(orientation, input, over: duration) * gain
        let q = HamiltonQuaternion(orientation)
        let step = q.product(pure: turn) * Number(repeating: interval / 2)
        let next = (q + step).normalised(orKeeping: orientation)
        return zeroesHeading && isStarting.inAnyLane ? headedEast(next) : next
    }

    /// e = r(a, û) + r(û × m/|û × m|, ŵ) of the samples that are not rejected.
    @_transparent private mutating func error(
        _ orientation: Rotation<Number>,
        _ input: UnitDirections,
        over duration: Number
    ) -> Vector<Number> {
        var sum = Vector<Number>.zero
        accelerations.ignore()
        fields.ignore()
        guard input.isKnown else { return sum }
        // Its rows are East, North and Up in device axes.
        let axes = Matrix(orientation)
        if input.hasGravity {
            let error = Self.residual(Vector(repeating: input.gravity), axes.z)
            sum = accelerations.accepted(error, isStarting: isStarting, over: duration)
        }
        guard input.hasField else { return sum }
        let west = axes.z.cross(Vector(repeating: input.field)).direction.vector
        let error = Self.residual(west, -axes.x)
        return sum + fields.accepted(error, isStarting: isStarting, over: duration)
    }

    /// r(s, p) = s × p, with length 2 where the angle is 90° or more.
    @_transparent private static func residual(
        _ measured: Vector<Number>,
        _ predicted: Vector<Number>
    ) -> Vector<Number> {
        let cross = measured.cross(predicted)
        let isNear = measured.dot(predicted) .> 0
        guard !isNear.inAllLanes else { return cross }
        return (cross.direction.vector * 2).replacing(with: cross, where: isNear)
    }

    @inline(never) private mutating func restartBeyondRange(_ rate: Vector<Number>) {
        let isBeyond =
            (rate.x.magnitude .> largestRate) .| (rate.y.magnitude .> largestRate)
            .| (rate.z.magnitude .> largestRate)
        guard isBeyond.inAnyLane else { return }
        restart(where: isBeyond)
        isOverrange = (isOverrange .| isBeyond)
    }

    /// K of a step during the start.
    @inline(never) private mutating func fallenGain(after duration: Number) -> Number {
        let initial = Number(repeating: Self.initialGain)
        startGain += (gain - initial) * (duration / Number(repeating: Self.startDuration))
        isStarting = (isStarting .& (startGain .> gain + Number(repeating: Self.rounding)))
        isOverrange = (isOverrange .& isStarting)
        return gain.replacing(with: startGain, where: isStarting)
    }

    /// The orientation turned about Up until the device's x axis points east, in lanes during the start.
    @inline(never) private func headedEast(_ q: Rotation<Number>) -> Rotation<Number> {
        let yaw = Number.arcTangent(y: q.w * q.z + q.x * q.y, x: 0.5 - q.y * q.y - q.z * q.z)
        let half = -yaw / 2
        return q.replacing(with: q.turned(aboutUpByHalf: half.cosine, half.sine), where: isStarting)
    }
}

extension FusionEquations where Number == Double {
    var flags: Fusion.Flags {
        var flags = Fusion.Flags()
        flags.isStarting = isStarting
        flags.isRecoveringFromOverrange = isOverrange
        flags.isAccelerometerIgnored = accelerations.isIgnored
        flags.isMagnetometerIgnored = fields.isIgnored
        flags.isRecoveringFromAccelerations = accelerations.isRecovering
        flags.isRecoveringFromDisturbances = fields.isRecovering
        return flags
    }

    /// In rad/s.
    var gyroscopeOffset: Vector3 { offset.value }
}
