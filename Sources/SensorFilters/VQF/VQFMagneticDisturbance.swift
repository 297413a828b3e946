import SensorModel

/// VQF's detection of magnetic disturbances, and how much a disturbed field may correct the heading.
///
/// The field's strength and dip are compared with a reference that follows them slowly while they agree. Another field
/// becomes the reference when it stays the same for long enough while the device turns. Laidig & Seel 2023,
/// doi:10.1016/j.inffus.2022.10.014.
struct VQFMagneticDisturbance<Number: LaneNumber>: Sendable {
    /// Strength in µT and dip in radians below the horizontal plane.
    private struct Field: Sendable {
        var strength: Number
        var dip: Number

        @_transparent func isClose(to other: Field, _ constants: VQFConstants<Number>) -> Number.Mask {
            ((strength - other.strength).magnitude .< constants.magNormTh * other.strength)
                .& ((dip - other.dip).magnitude .< constants.magDipTh)
        }

        @_transparent func following(_ other: Field, gain: Number) -> Field {
            Field(
                strength: strength + gain * (other.strength - strength),
                dip: dip + gain * (other.dip - dip)
            )
        }

        @_transparent func replacing(with other: Field, where mask: Number.Mask) -> Field {
            Field(
                strength: strength.replacing(with: other.strength, where: mask),
                dip: dip.replacing(with: other.dip, where: mask)
            )
        }
    }

    private let constants: VQFConstants<Number>
    private let isSmoothed: Number.Mask
    private var smooth: ButterworthLowPass<Number>
    private var reference = Field(strength: Number(repeating: 0), dip: Number(repeating: 0))
    private var hasReference = Number.Mask(repeating: false)
    private var candidate = Field(strength: Number(repeating: 0), dip: Number(repeating: 0))
    private var hasCandidate = false
    private var interval = Number(repeating: 0)
    private var referenceGain = Number(repeating: 0)
    private var undisturbedTime = Number(repeating: 0)
    private var candidateTime = Number(repeating: 0)
    private var rejectedTime: Number

    /// Whether the field differs from the reference. True before the first reference.
    private(set) var isDisturbed = Number.Mask(repeating: true)

    init(_ constants: VQFConstants<Number>) {
        self.constants = constants
        isSmoothed = (constants.magCurrentTau .> 0)
        rejectedTime = constants.magMaxRejectionTime
        smooth = ButterworthLowPass(timeConstant: constants.magCurrentTau)
    }

    @inline(never) mutating func sample(every interval: Seconds) {
        self.interval = Number(repeating: interval)
        referenceGain = VQFHeading.gain(timeConstant: constants.magRefTau, interval: interval)
        smooth.sample(every: interval)
    }

    /// Restarts the low-pass of strength and dip, after the magnetometer was silent.
    @inline(never) mutating func interrupt() {
        smooth = ButterworthLowPass(timeConstant: constants.magCurrentTau)
    }

    /// Reads a field with a vertical third axis.
    ///
    /// - Parameter rate: the low-passed angular speed in rad/s. Only a device that turns can distinguish a steady field
    ///   from one that turns with it.
    /// - Returns: the factor of the heading's gain.
    @_transparent mutating func trust(in sample: Vector<Number>, rate: Number) -> Number {
        var field = Field(strength: sample.length, dip: -sample.elevationRadians)
        if isSmoothed.inAnyLane {
            let output = smooth.advance(to: Vector(field.strength, field.dip, Number(repeating: 0)))
            field = field.replacing(with: Field(strength: output.x, dip: output.y), where: isSmoothed)
        }
        compareWithReference(field)
        compareWithCandidate(field, rate: rate)
        return trust()
    }

    @_transparent private mutating func compareWithReference(_ field: Field) {
        let isClose = hasReference .& field.isClose(to: reference, constants)
        undisturbedTime = Number(repeating: 0).replacing(with: undisturbedTime + interval, where: isClose)
        let isSettled = isClose .& (undisturbedTime .>= constants.magMinUndisturbedTime)
        isDisturbed = ((isDisturbed .| .!isClose) .& .!isSettled)
        reference = reference.replacing(with: reference.following(field, gain: referenceGain), where: isSettled)
    }

    @_transparent private mutating func compareWithCandidate(_ field: Field, rate: Number) {
        guard hasCandidate else {
            candidate = field
            hasCandidate = true
            return
        }
        let isClose = field.isClose(to: candidate, constants)
        let turns = rate .>= constants.magNewMinGyr
        candidateTime = Number(repeating: 0).replacing(
            with: candidateTime.replacing(with: candidateTime + interval, where: turns),
            where: isClose
        )
        let next = field.replacing(with: candidate.following(field, gain: referenceGain), where: isClose)
        candidate = next
        let needed = constants.magNewFirstTime.smaller(constants.magNewTime)
            .replacing(with: constants.magNewTime, where: hasReference)
        let isNew = isClose .& isDisturbed .& (candidateTime .>= needed)
        guard isNew.inAnyLane else { return }
        reference = reference.replacing(with: next, where: isNew)
        hasReference = (hasReference .| isNew)
        isDisturbed = (isDisturbed .& .!isNew)
        undisturbedTime = undisturbedTime.replacing(with: constants.magMinUndisturbedTime, where: isNew)
    }

    @_transparent private mutating func trust() -> Number {
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        let recovered = (rejectedTime - constants.magRejectionFactor * interval).larger(zero)
        let isRejected = isDisturbed .& (rejectedTime .<= constants.magMaxRejectionTime)
        rejectedTime = rejectedTime.replacing(with: rejectedTime + interval, where: isRejected)
            .replacing(with: recovered, where: .!isDisturbed)
        return one.replacing(with: 1 / constants.magRejectionFactor, where: isDisturbed)
            .replacing(with: zero, where: isRejected)
    }
}
