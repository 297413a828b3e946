import SensorModel

/// VQF's detection of magnetic disturbances, and how much a disturbed field may still say about the heading.
///
/// The field's strength and dip are compared to a reference that follows them slowly while they agree. Another field
/// becomes the reference when it stays the same for long enough while the device turns. Laidig & Seel 2023,
/// doi:10.1016/j.inffus.2022.10.014.
struct VQFMagneticDisturbance: Sendable {
    /// Strength in µT and dip in radians below the horizontal plane.
    private struct Field: Sendable {
        var strength: Double
        var dip: Double

        func isClose(to other: Field, _ parameters: VQF.Parameters) -> Bool {
            abs(strength - other.strength) < parameters.magNormTh * other.strength
                && abs(dip - other.dip) < Angle(degrees: parameters.magDipTh).radians
        }

        mutating func follow(_ other: Field, gain: Double) {
            strength += gain * (other.strength - strength)
            dip += gain * (other.dip - dip)
        }
    }

    private let parameters: VQF.Parameters
    private var current: ButterworthLowPass?
    private var reference: Field?
    private var candidate: Field?
    private var interval = 0.0
    private var referenceGain = 0.0
    private var undisturbedTime = 0.0
    private var candidateTime = 0.0
    private var rejectedTime: Seconds

    /// Whether the field differs from the reference, or there is none yet.
    private(set) var isDisturbed = true

    init(_ parameters: VQF.Parameters) {
        self.parameters = parameters
        rejectedTime = parameters.magMaxRejectionTime
        interrupt()
    }

    mutating func sample(every interval: Seconds) {
        self.interval = interval
        referenceGain = VQFHeading.gain(timeConstant: parameters.magRefTau, interval: interval)
        current?.sample(every: interval)
    }

    /// The magnetometer was silent: the low-pass of strength and dip begins anew.
    mutating func interrupt() {
        current = parameters.magCurrentTau > 0 ? ButterworthLowPass(timeConstant: parameters.magCurrentTau) : nil
    }

    /// Takes in a field with a vertical third axis. Gives what the heading's gain is to be multiplied by.
    ///
    /// - Parameter rate: the low-passed angular speed in rad/s; only a device that turns can tell a field from one that
    ///   turns with it.
    mutating func trust(in sample: Vector3, rate: RadiansPerSecond) -> Double {
        var field = Field(strength: sample.length, dip: -sample.elevation.radians)
        if let smooth = current?.advance(to: Vector3(field.strength, field.dip, 0)) {
            field = Field(strength: smooth.x, dip: smooth.y)
        }
        compareWithReference(field)
        compareWithCandidate(field, rate: rate)
        return trust()
    }

    private mutating func compareWithReference(_ field: Field) {
        guard let known = reference, field.isClose(to: known, parameters) else {
            undisturbedTime = 0
            isDisturbed = true
            return
        }
        undisturbedTime += interval
        if undisturbedTime >= parameters.magMinUndisturbedTime {
            isDisturbed = false
            reference?.follow(field, gain: referenceGain)
        }
    }

    private mutating func compareWithCandidate(_ field: Field, rate: RadiansPerSecond) {
        guard var next = candidate, field.isClose(to: next, parameters) else {
            candidateTime = 0
            candidate = field
            return
        }
        if rate >= Angle(degrees: parameters.magNewMinGyr).radians { candidateTime += interval }
        next.follow(field, gain: referenceGain)
        candidate = next
        let needed = reference == nil ? min(parameters.magNewFirstTime, parameters.magNewTime) : parameters.magNewTime
        if isDisturbed, candidateTime >= needed {
            reference = next
            isDisturbed = false
            undisturbedTime = parameters.magMinUndisturbedTime
        }
    }

    private mutating func trust() -> Double {
        guard isDisturbed else {
            rejectedTime = max(rejectedTime - parameters.magRejectionFactor * interval, 0)
            return 1
        }
        guard rejectedTime <= parameters.magMaxRejectionTime else { return 1 / parameters.magRejectionFactor }
        rejectedTime += interval
        return 0
    }
}
