import Recordings
import SensorModel

/// The check that the gyroscope measures rad/s.
///
/// The angular speed of the gyroscope is compared with the speed at which the attitude or the reference rotates. The
/// rotation speed of an orientation does not depend on the order of the quaternion's components or on the direction of
/// the rotation.
enum AngularRateUnitCheck: RecordingCheck {
    static let name = "angular rate unit"

    /// The angular speed, in rad/s, below which speeds are not compared, because the gyroscope's bias would dominate.
    private static let slowest = Angle(degrees: 5).radians
    /// The largest bias of an uncalibrated gyroscope, in rad/s. A slower rotation may be rest.
    private static let largestBias = Angle(degrees: 10).radians
    /// The limit for the ratio of the larger to the smaller of two speeds. Below this limit, the speeds count as equal.
    /// Noise, clock offsets and elastic mounts cause smaller ratios.
    private static let tolerance = 1.6
    private static let units: [(factor: Double, what: String)] = [
        (.pi / 180, "the values seem to be in deg/s: write 'unit: deg/s' for the gyroscope in the layout"),
        (180 / .pi, "the values seem to be in rad/s, not deg/s: write 'unit: rad/s' for the gyroscope in the layout"),
        (1e-3, "the values seem to be in thousandths of rad/s: divide the gyroscope's columns by 1000"),
        (
            .pi / 180e3,
            "the values seem to be in thousandths of deg/s: divide by 1000, and write 'unit: deg/s' in the layout"
        ),
    ]
    /// The maximum plausible 99th percentile of an axis, in rad/s. Most consumer gyroscopes measure up to
    /// 2000 deg/s, and a hand turns a device at a few hundred deg/s.
    private static let fastestPeak = Angle(degrees: 2_000).radians
    /// The maximum plausible RMS angular speed, in rad/s, and the RMS above which the unit is probably deg/s. A hand that
    /// shakes a phone reaches values between these limits.
    private static let (fastestLasting, fastestShake) = (Angle(degrees: 600).radians, Angle(degrees: 1_000).radians)
    /// The usual measuring ranges of fast gyroscopes, in deg/s.
    private static let ranges = [1_000.0, 2_000, 4_000]

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.gyroscope else { return [.unknown("no gyroscope")] }
        guard CheckEvidence.lengths(of: stream) != nil else { return [.unknown("too few samples")] }
        for orientation in evidence.orientations {
            let (name, moments) = (orientation.name, evidence.moments(of: orientation))
            let turning = moments.compactMap { moment in
                moment.rate.map { (moment: moment, speeds: ($0.length, moment.turningRate().length)) }
            }.filter { $0.speeds.1 > slowest }
            let pairs = turning.map(\.speeds)
            guard pairs.count >= CheckEvidence.minimumSamples else { continue }
            // Jumps of a corrected attitude do not affect the medians.
            let read = ErrorStatistics.median(of: pairs.map(\.0))
            let turned = ErrorStatistics.median(of: pairs.map(\.1))
            guard read > 0 else { continue }
            let figure = "\(CheckText.number(read)) rad/s where the \(name) rotates at \(CheckText.number(turned))"
            if isNear(read, turned) { return [.agrees(figure)] }
            // A magnet can turn the orientation of a device at rest. The two speeds are then not proportional.
            let fit = units.first { unit in
                isNear(read * unit.factor, turned) && peak(of: stream) * unit.factor < 2 * fastestPeak
                    && 2 * pairs.count { isNear($0.0 * unit.factor, $0.1) } > pairs.count
            }
            let isUnrelated = fit == nil || correlation(pairs) < smallestCorrelation
            if read < largestBias, isUnrelated, hasConstantGravity(turning.map(\.moment)) {
                return [
                    .unknown(
                        "the \(name) may contain jumps: it rotates at \(CheckText.number(turned)) rad/s, but the gyroscope measures "
                            + "\(CheckText.number(read)) rad/s, and the direction of the acceleration does not change either"
                    )
                ]
            }
            if let fit { evidence.recording.gyroscope = stream.scaled(by: fit.factor) }
            return [
                .implausible(
                    "gyroscope",
                    found: "\(CheckText.number(read)) rad/s",
                    expected: "\(CheckText.number(turned)), the rate of the \(name)",
                    fits: fit?.what ?? otherRate(stream.times, read / turned, correlation(pairs)),
                    fit == nil ? .possible : .certain
                )
            ]
        }
        return [ofGravity(stream, &evidence) ?? plausibility(stream, &evidence)]
    }

    /// The correlation with the rotation of gravity from which the rotation determines the unit.
    private static let knownTurn = 0.75

    /// Compares the gyroscope with the rotation of gravity in a recording without orientation. Returns `nil` if gravity
    /// does not determine the unit.
    private static func ofGravity(
        _ stream: SensorStream<Vector3>,
        _ evidence: inout CheckEvidence
    ) -> CheckResult.Verdict? {
        guard let fit = evidence.gravityTurn?.fit(), fit.correlation > knownTurn else { return nil }
        let figure = "gravity turns \(CheckText.number(fit.factor)) times as fast as the gyroscope measures"
        let words = "\(figure) (correlation \(CheckText.number(fit.correlation)))"
        if isNear(fit.factor, 1) { return .agrees(words) }
        guard let unit = units.first(where: { isNear(fit.factor, $0.factor) }) else { return nil }
        evidence.recording.gyroscope = stream.scaled(by: unit.factor)
        return .implausible("gyroscope", found: words, expected: "equal rates", fits: unit.what, .likely)
    }

    /// Returns the remedy for rates that are proportional to those of the orientation. A constant factor between them may
    /// be due to times that were computed from a wrong sampling rate. Returns `nil` for other rates, and for measured
    /// times.
    private static func otherRate(_ times: [Seconds], _ factor: Double, _ correlation: Double) -> String? {
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        guard correlation > proportional, let shortest = intervals.min(), let longest = intervals.max(),
            shortest > 0, longest - shortest < constant * longest
        else { return nil }
        let (stated, fitting) = (CheckText.number(1 / shortest), CheckText.number(factor / shortest))
        return
            "if the times were computed from a rate of \(stated) Hz, set \(fitting) Hz instead: the rotations then agree "
            + "with the orientation's"
    }

    /// The correlation above which two speeds count as proportional.
    private static let proportional = 0.8
    /// The relative difference of the intervals up to which times count as computed.
    private static let constant = 1e-6

    /// The maximum median distance of single directions from their mean for a device that does not tilt: the sine of 3°.
    private static let steadyTilt = 0.05

    /// The correlation of two speeds below which they do not have the same cause.
    private static let smallestCorrelation = 0.5

    /// Returns the correlation of pairs of speeds, or 0 if one speed is constant.
    private static func correlation(_ pairs: [(Double, Double)]) -> Double {
        MotionCorrelation.correlations(
            MotionSignal(first: 0, values: pairs.map(\.0)),
            MotionSignal(first: 0, values: pairs.map(\.1)),
            shifts: 0...0,
            over: pairs.indices,
            minimumCount: 1
        )[0]?.value ?? 0
    }

    /// Returns whether the direction of the specific force is the same at most moments.
    private static func hasConstantGravity(_ moments: [TurnMoment]) -> Bool {
        let directions = moments.compactMap(\.force).map { $0 * (1 / $0.length) }.filter { $0.isFinite }
        guard let mean = Vector3.mean(of: directions), mean.length > 0 else { return false }
        return ErrorStatistics.median(of: directions.map { ($0 - mean).length }) < steadyTilt
    }

    /// Returns the verdict for a recording that has no orientation to compare with. The verdict states whether the
    /// measured rates are plausible for a device.
    private static func plausibility(
        _ stream: SensorStream<Vector3>,
        _ evidence: inout CheckEvidence
    ) -> CheckResult.Verdict {
        let peak = peak(of: stream)
        let words =
            "there is no rotating attitude or reference to compare with, and gravity does not turn clearly; the rates are plausible"
        // A range of gyroscopes in rad/s that many samples reach determines the unit, even in fast rotation.
        let isRange = ranges.contains { abs(peak / Angle(degrees: $0).radians - 1) < 0.01 }
        guard let lasting = stream.values.lazy.filter(\.isFinite).map(\.length).rootMeanSquare, !isRange,
            peak > fastestPeak || lasting > fastestLasting
        else { return .unknown(words) }
        let isLikely = peak > fastestPeak || lasting > fastestShake
        if isLikely { evidence.recording.gyroscope = stream.scaled(by: units[0].factor) }
        // The layout may already specify this unit for a file with the sensor's raw counts, so another remedy is added.
        return .implausible(
            "gyroscope",
            found: "\(CheckText.number(lasting)) rad/s RMS, 99th percentile \(CheckText.number(peak))",
            expected: "less than 10.5 rad/s RMS (600 deg/s) and 35 rad/s (2000 deg/s)",
            fits: (isLikely ? units[0].what : "unless the device was shaken, \(units[0].what)")
                + "; if the layout has this unit, write the size of one raw count as 'scale'",
            isLikely ? .likely : .possible
        )
    }

    /// Returns the 99th percentile of the axis with the largest rate, in the stream's unit.
    private static func peak(of stream: SensorStream<Vector3>) -> Double {
        let peaks = stream.values.filter(\.isFinite).map { max(abs($0.x), abs($0.y), abs($0.z)) }.sorted()
        return ErrorStatistics.quantile(0.99, ofSorted: peaks)
    }

    private static func isNear(_ left: Double, _ right: Double) -> Bool {
        max(left / right, right / left) < tolerance
    }
}
