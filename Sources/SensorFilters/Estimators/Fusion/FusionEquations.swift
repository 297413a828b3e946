import RealModule
import SensorModel

/// The equations of ``Fusion``.
struct FusionEquations: RateEquations {
    /// K at the start, in 1/s.
    private static var initialGain: Double { 10 }
    /// The time in which K falls, in seconds.
    private static var startDuration: Double { 3 }
    /// In 1/s. Differences below it are rounding errors of sums of changes of K.
    private static var rounding: Double { 1e-9 }
    /// The share of the gyroscope's range beyond which a rate is not measured.
    private static var usedRange: Double { 0.98 }

    private let gain: Double
    /// The largest usable component of a rate, in rad/s; infinite without a range.
    private let largestRate: Double
    private let hasRange: Bool
    private let start: Fusion.Start
    /// Whether the heading is zero during the start.
    private let zeroesHeading: Bool
    private var offset: FusionOffset
    private var accelerations: FusionRejection
    private var fields: FusionRejection
    private var startGain = 0.0
    private var isStarting = false
    private var isOverrange = false

    init(_ parameters: Fusion.Parameters) {
        gain = parameters.gain
        largestRate = parameters.gyroscopeRange.map { Angle(degrees: Self.usedRange * $0).radians } ?? .infinity
        hasRange = parameters.gyroscopeRange != nil
        start = parameters.start
        zeroesHeading = start == .identity && !parameters.magnetometer.isUsed
        offset = FusionOffset(parameters)
        accelerations = FusionRejection(parameters, \.accelerationRejection)
        fields = FusionRejection(parameters, \.magneticRejection)
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        offset.reset()
        restart()
        isOverrange = false
        switch start {
        case .triad: return triad
        case .identity: return .identity
        }
    }

    private mutating func restart() {
        startGain = Self.initialGain
        isStarting = true
        accelerations.reset()
        fields.reset()
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        let duration = interval
        var turn = rate
        if offset.isLearnt { turn = offset.corrected(turn, over: duration) }
        if hasRange { restartBeyondRange(turn) }
        let gain = isStarting ? fallenGain(after: duration) : gain
        // ω + K e
        turn += error(orientation, input, over: duration) * gain
        let q = Quaternion(orientation)
        let step = q.product(pure: turn) * (interval / 2)
        let next = (q + step).normalised(orKeeping: orientation)
        return zeroesHeading && isStarting ? headedEast(next) : next
    }

    /// e = r(a, û) + r(û × m/|û × m|, ŵ) of the samples that are not rejected.
    @_transparent private mutating func error(
        _ orientation: UnitQuaternion,
        _ input: UnitDirections,
        over duration: Double
    ) -> Vector3 {
        var sum = Vector3.zero
        accelerations.ignore()
        fields.ignore()
        guard input.isKnown else { return sum }
        // Its rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        if input.hasGravity {
            let error = Self.residual(input.gravity, axes.z)
            sum = accelerations.accepted(error, isStarting: isStarting, over: duration)
        }
        guard input.hasField else { return sum }
        let west = axes.z.cross(input.field).normalised ?? .zero
        let error = Self.residual(west, -axes.x)
        return sum + fields.accepted(error, isStarting: isStarting, over: duration)
    }

    /// r(s, p) = s × p, with length 2 where the angle is 90° or more.
    @_transparent private static func residual(
        _ measured: Vector3,
        _ predicted: Vector3
    ) -> Vector3 {
        let cross = measured.cross(predicted)
        return measured.dot(predicted) > 0 ? cross : (cross.normalised ?? .zero) * 2
    }

    @inline(never) private mutating func restartBeyondRange(_ rate: Vector3) {
        guard abs(rate.x) > largestRate || abs(rate.y) > largestRate || abs(rate.z) > largestRate else { return }
        restart()
        isOverrange = true
    }

    /// K of a step during the start.
    @inline(never) private mutating func fallenGain(after duration: Double) -> Double {
        let initial = Self.initialGain
        startGain += (gain - initial) * (duration / Self.startDuration)
        isStarting = startGain > gain + Self.rounding
        isOverrange = isOverrange && isStarting
        return isStarting ? startGain : gain
    }

    /// The orientation turned about Up until the device's x axis points east.
    @inline(never) private func headedEast(_ q: UnitQuaternion) -> UnitQuaternion {
        let yaw = Angle(radians: .atan2(y: q.w * q.z + q.x * q.y, x: 0.5 - q.y * q.y - q.z * q.z))
        return q.turned(aboutUp: -yaw)
    }
}

extension FusionEquations {
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
