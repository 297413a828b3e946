import SensorModel

/// Fusion's rejection of samples that contradict the orientation, and the recovery after too many of them.
///
/// A trigger rises by the duration of each step whose sample contradicts, and falls by nine times the duration of each
/// other step, between 0 and the timeout. Beyond the timeout, samples are used until it is 0 again.
struct FusionRejection<Number: LaneNumber>: Sendable {
    /// The speed at which agreement lowers the trigger.
    private static var fall: Double { 9 }

    /// sin² of the largest angle; infinite in lanes that reject nothing.
    private let largestSquare: Number
    private let isActive: Bool
    private let timeout: Number
    private var trigger = Number(repeating: 0)
    private(set) var isRecovering = Number.Mask(repeating: false)
    /// Whether the last step did not use the sensor.
    private(set) var isIgnored = Number.Mask(repeating: true)

    init(_ settings: [Fusion.Parameters], _ angle: (Fusion.Parameters) -> Angle?) {
        largestSquare = Number(settings) { setting in
            guard setting.gain > 0, let sine = angle(setting).map({ $0.sine }) else { return .infinity }
            return sine * sine
        }
        isActive = settings.contains { angle($0) != nil }
        timeout = Number(settings, \.rejectionTimeout)
    }

    mutating func reset(where mask: Number.Mask) {
        trigger = trigger.replacing(with: Number(repeating: 0), where: mask)
        isRecovering = (isRecovering .& .!mask)
    }

    /// Notes a step without a sample.
    @_transparent mutating func ignore() { isIgnored = Number.Mask(repeating: true) }

    /// The error that corrects: zero in lanes that reject the sample.
    ///
    /// - Parameters:
    ///   - error: its length is the sine of the angle between measurement and prediction, or 2.
    ///   - isStarting: lanes that do not reject.
    @_transparent mutating func accepted(
        _ error: Vector<Number>,
        isStarting: Number.Mask,
        over duration: Number
    ) -> Vector<Number> {
        guard isActive else {
            isIgnored = Number.Mask(repeating: false)
            return error
        }
        return judged(error, isStarting: isStarting, over: duration)
    }

    @inline(never) private mutating func judged(
        _ error: Vector<Number>,
        isStarting: Number.Mask,
        over duration: Number
    ) -> Vector<Number> {
        let agrees = isStarting .| (error.lengthSquared .<= largestSquare)
        let lower = trigger - Number(repeating: Self.fall) * duration
        trigger = (trigger + duration).replacing(with: lower, where: agrees)
        let limit = timeout.replacing(with: Number(repeating: 0), where: isRecovering)
        isRecovering = (trigger .> (limit + Number(repeating: FusionOffset<Number>.rounding)))
        trigger = trigger.larger(Number(repeating: 0)).smaller(timeout)
        isIgnored = .!(agrees .| isRecovering)
        return error.replacing(with: .zero, where: isIgnored)
    }
}
