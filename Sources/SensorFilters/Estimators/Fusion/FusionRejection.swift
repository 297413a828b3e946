import SensorModel

/// Fusion's rejection of samples that contradict the orientation, and the recovery after too many of them.
///
/// A trigger rises by the duration of each step whose sample contradicts, and falls by nine times the duration of each
/// other step, between 0 and the timeout. Beyond the timeout, samples are used until it is 0 again.
struct FusionRejection: Sendable {
    /// The speed at which agreement lowers the trigger.
    private static var fall: Double { 9 }

    /// sin² of the largest angle; infinite where nothing is rejected.
    private let largestSquare: Double
    private let isActive: Bool
    private let timeout: Double
    private var trigger = 0.0
    private(set) var isRecovering = false
    /// Whether the last step did not use the sensor.
    private(set) var isIgnored = true

    init(_ parameters: Fusion.Parameters, _ angle: (Fusion.Parameters) -> Angle?) {
        let largest = angle(parameters)
        isActive = largest != nil
        if parameters.gain > 0, let sine = largest?.sine {
            largestSquare = sine * sine
        } else {
            largestSquare = .infinity
        }
        timeout = parameters.rejectionTimeout
    }

    mutating func reset() {
        trigger = 0
        isRecovering = false
    }

    /// Notes a step without a sample.
    @_transparent mutating func ignore() { isIgnored = true }

    /// The error that corrects: zero for a sample that is rejected.
    ///
    /// - Parameters:
    ///   - error: its length is the sine of the angle between measurement and prediction, or 2.
    ///   - isStarting: whether no sample is rejected.
    @_transparent mutating func accepted(
        _ error: Vector3,
        isStarting: Bool,
        over duration: Double
    ) -> Vector3 {
        guard isActive else {
            isIgnored = false
            return error
        }
        return judged(error, isStarting: isStarting, over: duration)
    }

    @inline(never) private mutating func judged(
        _ error: Vector3,
        isStarting: Bool,
        over duration: Double
    ) -> Vector3 {
        let agrees = isStarting || (error.lengthSquared <= largestSquare)
        trigger = agrees ? trigger - Self.fall * duration : trigger + duration
        isRecovering = trigger > (isRecovering ? 0 : timeout) + FusionOffset.rounding
        trigger = min(max(trigger, 0), timeout)
        isIgnored = !(agrees || isRecovering)
        return isIgnored ? .zero : error
    }
}
