import Evaluation
import Recordings
import SensorModel

/// The faults of an estimate in the order in which their fixes are applied, with the error after each fix.
struct FindingList {
    private(set) var findings: [DoctorFinding] = []
    private let asRead: EstimateReading
    private let evidence: DoctorEvidence
    /// The error of the original estimate, and the error after the fixes so far; `nil` if these errors cannot be
    /// measured.
    private(set) var figures: DoctorFigures?

    /// The estimate with the fixes of unit, quaternion order and direction applied. The fixes of clock, body frame and
    /// world frame are stored separately.
    private var fixed: EstimateReading
    /// The certainty of the next findings.
    private var certainty = DoctorFinding.Certainty.certain
    private var clock = DoctorClock()
    private var body = UnitQuaternion.identity
    private var world = UnitQuaternion.identity

    /// The limits for the residual after a correction, as fractions of the residual before the correction. A correction
    /// is accepted only if the residual is below the limit. Body rotations and small body rotations have their own
    /// limits.
    private static let clear = 0.9
    private static let clearOfBody = 0.93
    private static let clearOfSmallBody = 0.5
    /// The range of additional clock offsets, in seconds, that are tried after the clock was fitted to the gyroscope.
    /// Each limit is half a sampling interval of the slowest gyroscopes plus one coarse step of the lag search.
    private static let refinement: ClosedRange<Seconds> = -0.06...0.06
    /// The angle, in radians, below which a body rotation is small and needs strong evidence.
    private static let smallBody = Angle(degrees: 3).radians
    /// The residual below which axes and frames are certain. A larger residual may be due to a fault that is no hypothesis,
    /// such as an angle with the opposite sign.
    private static let explained = 0.1

    init(asRead: EstimateReading, evidence: DoctorEvidence) {
        self.asRead = asRead
        self.evidence = evidence
        fixed = asRead
        guard let start = error() else { return }
        figures = DoctorFigures(measure: start.measure, before: start.value, after: start.value)
    }

    /// Appends the faults of the chosen hypothesis.
    ///
    /// - Parameters:
    ///   - best: chosen hypothesis.
    ///   - plain: hypothesis of the estimate as read.
    mutating func append(findingsOf best: EstimateHypothesis, plain: EstimateHypothesis?) {
        certainty = best.residual < Self.explained ? .certain : .likely
        guard appendReading(of: best, plain) else { return }
        appendWorld(of: best)
        certainty = .certain
        appendClock(of: best)
        appendHeading(of: best)
    }

    // MARK: Reading, body and world

    /// Appends the faults of the hypothesis `best` if the evidence for them is clear. Returns `false` if the evidence
    /// is not clear and `best` differs from the user's interpretation of the file, and `true` otherwise.
    private mutating func appendReading(of best: EstimateHypothesis, _ plain: EstimateHypothesis?) -> Bool {
        let isMirrored = if case .mirrored = best.world { true } else { false }
        guard !best.reading.changes.isEmpty || best.body != nil || isMirrored else {
            appendSmallBody(of: best)
            return true
        }
        var limit = Self.clear
        if case .rotation = best.body { limit = Self.clearOfBody }
        var simple = plain?.rates
        simple?.body = .identity
        if let without = simple?.residual(), best.residual >= limit * without { return best.reading.changes.isEmpty }
        let share = simple?.residual().map { "rotation rates differ from the gyroscope's by \(Self.percent($0))" }
        let rest = certainty == .certain ? "" : "; a further fault may remain, such as an angle with the opposite sign"
        let now = "with this fix, the difference is \(Self.percent(best.residual))\(rest)"
        let figures = [share, now].compactMap(\.self).joined(separator: "; ")
        fixed = best.reading
        if case .mirrored(let axis) = best.world {
            body = axis.halfTurn
            world = axis.halfTurn
            let direction = best.reading.changes[.direction].map { Self.pair($0) } ?? [:]
            append(.mirroredAxis, figures, direction.merging(["mirror": axis.rawValue]) { $1 })
        }
        for (change, fault) in Self.faults {
            guard let key = best.reading.changes[change], !(isMirrored && change == .direction) else { continue }
            append(fault, figures, Self.pair(key))
        }
        if !isMirrored { appendBody(best.body, figures) }
        return true
    }

    private static let faults: KeyValuePairs<EstimateReading.Change, DoctorFault> = [
        .unit: .angleUnit, .order: .quaternionOrder, .direction: .conjugate,
    ]

    private mutating func appendBody(_ found: EstimateHypothesis.Body?, _ figures: String) {
        switch found {
        case .axes(let map):
            body = map.rotation
            append(.bodyAxes, figures, ["body": text(body: body)])
        case .rotation(let rotation):
            body = rotation
            append(
                .bodyFrame,
                "\(figures); the body frame is rotated by \(Self.degrees(rotation.rotationAngle))",
                ["body": text(body: body)]
            )
        case nil: break
        }
    }

    private mutating func appendSmallBody(of best: EstimateHypothesis) {
        let angle = best.rates.body.rotationAngle
        var without = best.rates
        without.body = .identity
        guard angle.radians > Self.smallBody, let residual = without.residual(),
            best.residual < Self.clearOfSmallBody * residual
        else { return }
        body = best.rates.body
        let figures =
            "rotation rates differ from the gyroscope's by \(Self.percent(residual)); with the body frame rotated by "
            + "\(Self.degrees(angle)), the difference is \(Self.percent(best.residual))"
        append(.bodyFrame, figures, ["body": text(body: body)])
    }

    private mutating func appendWorld(of best: EstimateHypothesis) {
        guard case .known(let found) = best.world, found != evidence.world else { return }
        world = evidence.world.rotation.conjugate * found.rotation
        let tilt = best.worldFit.map { Self.degrees($0.rotation.inclinationAngle) } ?? "unknown"
        append(.worldFrame, "with the world frame as read, up is tilted by \(tilt)", ["world": found.rawValue])
    }

    // MARK: Clock

    private mutating func appendClock(of best: EstimateHypothesis) {
        guard let found = ClockFault(best) else { return }
        clock = best.rates.clock
        let first = fixed.times.first ?? 0
        let declared = evidence.givenClock
        var keys: [String: String] = [:]
        switch found {
        case .offset:
            clock.rate = 0
            let isExact = refineClock()
            keys["clock"] = DecimalText.fixed(declared + clock.offset, decimals: 5)
            let side = clock.offset > 0 ? "earlier" : "later"
            let shift = DecimalText.fixed(abs(clock.offset) * 1_000, decimals: 1)
            let text =
                isExact
                ? "the estimate is \(shift) ms \(side) than the reference"
                : "the rotation is \(shift) ms \(side) than the gyroscope's"
            append(.clockOffset, text, keys)
        case .rate:
            refineClock()
            keys["clock"] = DecimalText.fixed(declared + clock.offset(at: first), decimals: 5)
            keys["clock-rate"] = DecimalText.fixed((1 + clock.rate) * evidence.givenRate, decimals: 8)
            append(.clockRate, "the clock's rate differs by \(CheckText.number(abs(clock.rate) * 1e6)) ppm", keys)
        }
    }

    /// Corrects the clock offset by the lag of the estimate that remains relative to the reference.
    ///
    /// A gyroscope sample may be the rate at its time, or the mean rate since the previous sample. The gyroscope
    /// therefore determines the clock only within half of the gyroscope's sampling interval.
    ///
    /// - Returns: `true` if the reference determines the lag.
    @discardableResult
    private mutating func refineClock() -> Bool {
        guard let reference = evidence.recording.reference,
            let track = rates.flatMap({ EstimateHypothesis.track(fixed, $0) }),
            let lag = LagEvaluation.lag(of: track, from: reference, within: Self.refinement)
        else { return false }
        clock.offset -= lag
        return true
    }

    // MARK: Heading

    private mutating func appendHeading(of best: EstimateHypothesis) {
        guard let fit = best.worldFit, best.world != .other, let heading = fit.headings(without: world).constant else {
            return
        }
        let declination = evidence.recording.declination
        let isMagnetic = declination.map { abs((heading - $0).wrapped.degrees) < 2 && $0.degrees > 5 } ?? false
        world = world * UnitQuaternion(angle: heading, axis: Vector3(0, 0, 1))
        let evidence =
            "the heading differs by \(DecimalText.fixed(-heading.degrees, decimals: 1))° in every part of the recording"
        if isMagnetic {
            append(.constantHeading, evidence, ["north": "magnetic"])
        } else {
            append(.constantHeading, evidence, [:], option: "--heading-alignment constant")
        }
    }

    // MARK: Figures

    private mutating func append(
        _ fault: DoctorFault,
        _ text: String,
        _ keys: [String: String],
        option: String? = nil
    ) {
        let pairs = keys.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        let remedy = option.map { "add \($0)" } ?? "add \(pairs) to --estimate"
        var finding = DoctorFinding(
            fault: fault,
            subject: .estimate,
            evidence: text,
            remedy: remedy,
            keys: keys,
            option: option
        )
        finding.certainty = certainty
        if let after = error() {
            finding.figures = DoctorFigures(
                measure: after.measure,
                before: figures?.after ?? after.value,
                after: after.value
            )
            figures?.after = after.value
        }
        findings.append(finding)
    }

    /// The comparison of the estimate's rotation rates with the gyroscope, after all fixes so far.
    private var rates: RateModel? {
        var rates = RateModel(times: fixed.times, orientations: fixed.orientations, gyroscope: evidence.gyroscope)
        rates?.clock = clock
        rates?.body = body
        return rates
    }

    /// Returns the error of the estimate with all fixes so far.
    private func error() -> (measure: DoctorFigures.Measure, value: Double)? {
        guard let rates else { return nil }
        if evidence.recording.reference != nil, let track = EstimateHypothesis.track(fixed, rates) {
            let unturned = OrientationTrack(
                times: track.times,
                orientations: track.orientations.map { world.conjugate * $0 },
                isKnown: nil,
                longestGap: track.longestGap
            )
            if let error = WorldFit(unturned, in: evidence.recording, usesField: false)?.error {
                return (.referenceError, error.degrees)
            }
        }
        return rates.misfit().map { (.rateDifference, Angle(radians: $0.rate).degrees) }
    }

    private static func pair(_ key: String) -> [String: String] {
        let parts = key.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? [parts[0]: parts[1]] : [:]
    }

    private static func percent(_ share: Double) -> String { "\(CheckText.number(share * 100)) %" }

    private static func degrees(_ angle: Angle) -> String { "\(CheckText.number(angle.degrees))°" }

    /// Returns the value of the key `body`: the declared rotation followed by the fitted one. The value lists axes if
    /// possible, otherwise the components of a quaternion.
    private func text(body found: UnitQuaternion) -> String {
        let total = found * evidence.givenBody
        let nearest = AxisMap.nearest(to: total)
        if nearest.angle.radians < 1e-6 { return nearest.map.text.replacing(", ", with: "/") }
        return [total.w, total.x, total.y, total.z].map { DecimalText.fixed($0, decimals: 6) }.joined(separator: "/")
    }
}

/// A fault of an estimate's clock: a constant offset or a wrong rate.
///
/// A low-pass filter also delays an estimate, but changes the rotation rates, too. Therefore, a delay counts as a fault
/// of the clock only if a shift removes most of the estimate's error. Some delays are too long for a filter. For these
/// delays, it is sufficient that the shift removes a smaller part of the error.
enum ClockFault {
    case offset
    case rate

    /// The limits for a wrong clock rate: the minimum drift in seconds, the minimum relative rate, and the maximum
    /// fraction of the residual that may remain after the correction.
    private static let minimumDrift: Seconds = 0.02
    private static let minimumRate = 1e-4
    private static let clear = 0.8
    /// The limits for the clock offset of late estimates (`late`) and early estimates (`early`). The offset is a fault
    /// if it exceeds an entry's `offset`, in seconds. In addition, the corrected residual must be below the fraction
    /// `share` of the uncorrected residual.
    private static let late: [(offset: Seconds, share: Double)] = [(0.25, 0.9), (0.06, 0.4), (0.03, 0.2)]
    private static let early: [(offset: Seconds, share: Double)] = [(0.05, 0.9), (0.02, 0.5), (0.012, 0.2)]

    init?(_ best: EstimateHypothesis) {
        let fitted = best.rates
        var still = fitted
        still.clock.offset = 0
        still.clock.rate = 0
        guard let unshifted = still.residual(), unshifted > 0 else {
            // The uncorrected times of the estimate do not overlap the times of the gyroscope.
            self = abs(fitted.clock.rate) > Self.minimumRate ? .rate : .offset
            return
        }
        var constant = fitted
        constant.clock.rate = 0
        let shifted = constant.fitted(.offset, iterations: 20).residual() ?? unshifted
        let duration = (fitted.turns.last?.end ?? 0) - (fitted.turns.first?.start ?? 0)
        let residual = best.residual
        if abs(fitted.clock.rate) * duration > Self.minimumDrift, abs(fitted.clock.rate) > Self.minimumRate,
            residual < Self.clear * shifted, residual < Self.clear * unshifted
        {
            self = .rate
            return
        }
        let offset = fitted.clock.offset
        let limits = offset < 0 ? Self.late : Self.early
        guard limits.contains(where: { abs(offset) > $0.offset && residual < $0.share * unshifted }) else { return nil }
        self = .offset
    }
}

/// A fault that `sextant doctor` can detect, in an estimate or in a recording.
public enum DoctorFault: String, Sendable, Hashable, CaseIterable, Codable {
    /// The accelerometer's unit is not m/s².
    case accelerometerUnit = "accelerometer-unit"
    /// The accelerometer's values have the sign of gravity, which is opposite to the sign of the specific force.
    case accelerometerSign = "accelerometer-sign"
    /// The gyroscope's unit is not rad/s.
    case gyroscopeUnit = "gyroscope-unit"
    /// The magnetometer's axes differ from the axes of the other sensors.
    case magnetometerAxes = "magnetometer-axes"
    /// The magnetometer has a constant offset (hard iron).
    case hardIron = "hard-iron"
    /// Angles in degrees are read as radians, or the reverse.
    case angleUnit = "angle-unit"
    /// The order of the quaternion's components differs from the order that the options specify.
    case quaternionOrder = "quaternion-order"
    /// The quaternions rotate from world to device instead of from device to world.
    case conjugate
    /// The same axis is mirrored in the body frame and in the world frame, so that both frames are left-handed.
    case mirroredAxis = "mirrored-axis"
    /// The body frame's axes are swapped or reversed.
    case bodyAxes = "body-axes"
    /// The body frame is rotated, for example because it belongs to another sensor or mount.
    case bodyFrame = "body-frame"
    /// The world frame differs from the world frame that the options specify (East, North, Up by default).
    case worldFrame = "world-frame"
    /// The file's clock runs faster or slower than the recording's clock.
    case clockRate = "clock-rate"
    /// The file's clock has a constant offset.
    case clockOffset = "clock-offset"
    /// The heading has a constant offset.
    case constantHeading = "constant-heading"
    /// The estimates were computed by Madgwick's filter with a halved reference field.
    case halvedReference = "halved-reference"
    /// The estimates were computed by a 1€ filter whose speed is in degrees, but whose gain is meant for radians.
    case oneEuroDegrees = "one-euro-degrees"

    /// A description of the fault, as a clause.
    public var title: String {
        switch self {
        case .accelerometerUnit: "the accelerometer is not in the declared unit"
        case .accelerometerSign: "the accelerometer's sign is reversed"
        case .gyroscopeUnit: "the gyroscope is not in the declared unit"
        case .magnetometerAxes: "the magnetometer's axes differ from those of the other sensors"
        case .hardIron: "the magnetometer has a constant offset (hard iron)"
        case .angleUnit: "the angles are in degrees instead of radians, or vice versa"
        case .quaternionOrder: "the quaternion's components are in another order"
        case .conjugate: "the quaternions rotate from world to device"
        case .mirroredAxis: "one axis is mirrored"
        case .bodyAxes: "the body axes are swapped"
        case .bodyFrame: "the body frame is rotated; it may belong to another sensor or mount"
        case .worldFrame: "the world frame is not East, North, Up"
        case .clockRate: "the estimate's clock runs faster or slower than the recording's"
        case .clockOffset: "the estimate's clock has a constant offset"
        case .constantHeading: "the heading has a constant offset"
        case .halvedReference: "the estimates are from Madgwick's filter with the halved field reference"
        case .oneEuroDegrees: "the estimates are from a 1€ filter with a speed in degrees and a beta for radians"
        }
    }
}

/// The error of an estimate before and after the correction of one fault, or of all faults that the doctor found.
public struct DoctorFigures: Sendable, Hashable, Codable {
    /// The quantity that measures the error.
    public enum Measure: String, Sendable, Hashable, Codable {
        /// The RMS angle between the estimate and the reference, in degrees.
        case referenceError = "total_rmse_deg"
        /// The RMS difference between the rotation rates of the estimate and of the gyroscope, in degrees per second.
        case rateDifference = "rate_difference_deg_per_s"
    }

    /// The quantity that measures the error, with its unit.
    public var measure: Measure
    /// The error of the estimate before the remedy was applied, in the unit of ``measure``.
    public var before: Double
    /// The error after the fault is fixed, in the unit of ``measure``.
    public var after: Double
}
