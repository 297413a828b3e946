import Recordings
import SensorModel

/// The check that the accelerometer and the gyroscope agree with the attitude and the reference.
///
/// The mean specific force, rotated by the orientation, must point up. The orientation must rotate at the gyroscope's
/// rate. If sensors and orientation disagree, the check searches for a hypothesis under which they agree. A hypothesis
/// states the sensors' axes and signs, the order of the quaternion's columns, and the direction of the rotation. "As
/// read" means that the data are interpreted as the layout describes them.
package enum OrientationCheck: RecordingCheck {
    package static let name = "axes and signs"

    /// The limit for the tilt of the specific force, as a chord. With a larger chord, sensors and orientation disagree.
    /// The circular motion of a phone in a swinging hand tilts the specific force by 30°, which is a chord of 0.5.
    static let maximumChord = 0.65
    static let maximumRateResidual = 0.75
    /// The upper limit for the cost of an accepted hypothesis, as a fraction of the cost of the data as read. If
    /// sensors and orientation agree as read, ``clearImprovement`` is used instead.
    private static let minimumImprovement = 0.6
    /// The maximum cost of an accepted hypothesis. This limit applies if sensors and orientation disagree in the data
    /// as read.
    private static let maximumCost = 0.5
    /// A limit for the cost of the data as read. If sensors and orientation agree at a cost up to this limit, no other
    /// hypothesis is tried.
    private static let maximumAgreement = 0.1
    /// A threshold for data that already agree with the sensors as read. Another hypothesis is then accepted only if
    /// its cost is below this fraction of the cost of the data as read.
    private static let clearImprovement = 0.45
    /// The cost below which an accepted hypothesis is reported as certain.
    private static let certainCost = 0.25

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let orientations = evidence.orientations
        guard !orientations.isEmpty else { return [ofGravity(evidence)] }
        var mismatches: [RecordingMismatch] = []
        var others: [CheckResult.Verdict] = []
        for orientation in orientations {
            let (name, moments) = (orientation.name, evidence.moments(of: orientation))
            guard let fits = OrientationFits(moments, declination: evidence.recording.declination) else {
                others.append(.unknown("too few samples of the sensors during the \(name)"))
                continue
            }
            let figures = text(fits.asRead)
            guard let best = better(fits) else {
                others.append(.agrees("\(figures) from the \(name)"))
                continue
            }
            if isOnlyTilted(fits.asRead, best), isVigorous(evidence) {
                others.append(.unknown("\(figures) from the \(name): the motion is too vigorous, such as running"))
                continue
            }
            if fits.isAboutOneAxis, !isBetter(best, than: fits.asRead) {
                others.append(aboutOneAxis(name, figures, fitsFrames: evidence.fitsFrames && name == "reference"))
                continue
            }
            mismatches.append(mismatch(name, figures, fits.asRead, best))
        }
        return merged(mismatches).map(CheckResult.Verdict.mismatch) + others
    }

    /// The correlation with the rotation of gravity from which the rotation determines the gyroscope's axes.
    private static let knownTurn = 0.75
    /// The upper limit for the second best axes, as a fraction of the best correlation.
    private static let distinctTurn = 0.8
    /// The lower limit for the correlation of axes that fit as well as the best ones, as a fraction of the best.
    private static let equalTurn = 0.95

    /// Compares the gyroscope's axes with the rotation of gravity in a recording without orientation.
    private static func ofGravity(_ evidence: CheckEvidence) -> CheckResult.Verdict {
        guard evidence.recording.gyroscope != nil, evidence.recording.accelerometer != nil else {
            return .unknown("no attitude and no reference to compare with")
        }
        guard let turn = evidence.gravityTurn else {
            return .unknown("no attitude and no reference, and too few samples to compare gyroscope and gravity")
        }
        let (asRead, best) = (turn.fit().correlation, turn.best)
        if asRead > knownTurn, asRead > equalTurn * best.correlation {
            let isAlone = best.second < equalTurn * best.correlation
            let words = isAlone ? "" : "; other axes fit similarly, because the device turned little"
            return .agrees("gravity turns with the gyroscope (correlation \(CheckText.number(asRead))\(words))")
        }
        guard best.correlation > knownTurn, asRead < distinctTurn * best.correlation else {
            return .unknown(
                "no attitude and no reference, and gravity does not turn clearly (correlation with the gyroscope "
                    + "\(CheckText.number(asRead)))"
            )
        }
        let (axes, sign) = best.setting
        let settings = [axes == "[x, y, z]" ? nil : "'axes: \(axes)'", sign < 0 ? "'sign: -1'" : nil]
        let remedy =
            "write \(settings.compactMap(\.self).joined(separator: " and ")) for the gyroscope in the layout"
            + (settings.allSatisfy { $0 != nil } ? " (the sign reverses all three axes)" : "")
        let isDistinct = best.second < distinctTurn * best.correlation
        return .implausible(
            "gyroscope",
            found: "correlation \(CheckText.number(asRead)) with the rotation of gravity",
            expected: "\(CheckText.number(best.correlation)) with other axes",
            fits: isDistinct ? remedy : "\(remedy), or other axes that fit similarly",
            isDistinct ? .likely : .possible
        )
    }

    /// Returns the verdict for a device that rotates about one axis only. Its sensors disagree with an orientation, and
    /// reversed signs do not explain the difference.
    private static func aboutOneAxis(_ name: String, _ figures: String, fitsFrames: Bool) -> CheckResult.Verdict {
        if fitsFrames { return .unknown("\(figures) from the \(name) before its frames are fitted") }
        let remedy = "other axes would fit, but rotation about one axis does not determine the axes"
        return .implausible(
            name,
            found: "\(figures) (compared with the \(name))",
            expected: "an upward specific force and equal rotation rates",
            fits: name == "reference" ? remedy + "; fit the reference's frames (--fit-frames)" : remedy,
            .possible
        )
    }

    /// Returns the best hypothesis, or `nil` if sensors and orientation agree without a correction and no hypothesis
    /// has a much lower cost.
    private static func better(_ fits: OrientationFits) -> OrientationFit? {
        let asRead = fits.asRead
        guard agrees(asRead) else { return fits.best() }
        guard asRead.cost > maximumAgreement else { return nil }
        let limit = clearImprovement * asRead.cost
        let best = fits.best(below: limit)
        return best.cost < limit ? best : nil
    }

    /// The rate residual below which the rotations of sensors and orientation certainly agree.
    private static let certainRateResidual = 0.25

    /// Returns whether the rotations agree but the specific force is tilted, and no hypothesis explains the tilt.
    private static func isOnlyTilted(_ asRead: OrientationFit, _ best: OrientationFit) -> Bool {
        !isBetter(best, than: asRead) && (asRead.rateResidual ?? 1) < certainRateResidual
    }

    private static func isVigorous(_ evidence: CheckEvidence) -> Bool {
        evidence.recording.accelerometer.flatMap(CheckEvidence.lengths).map(CheckEvidence.isVigorous) ?? false
    }

    private static func isBetter(_ best: OrientationFit, than asRead: OrientationFit) -> Bool {
        best.cost < minimumImprovement * asRead.cost && best.cost < maximumCost
    }

    private static func agrees(_ fit: OrientationFit) -> Bool {
        (fit.chord ?? 0) < maximumChord && (fit.rateResidual ?? 0) < maximumRateResidual
    }

    private static func mismatch(
        _ name: String,
        _ figures: String,
        _ asRead: OrientationFit,
        _ best: OrientationFit
    ) -> RecordingMismatch {
        let isBetter = isBetter(best, than: asRead)
        let words = remedies(best.hypothesis, name).joined(separator: "; and ")
        return RecordingMismatch(
            stream: stream(best.hypothesis, name, isBetter: isBetter),
            found: "\(figures) (compared with the \(name))",
            expected: "an upward specific force and equal rotation rates",
            fits: isBetter ? "\(words) (remaining: \(text(best)))" : nil,
            confidence: !isBetter ? .possible : best.cost < certainCost ? .certain : .likely
        )
    }

    /// Returns the agreement as text, such as `specific force 172° from up, rotation rates differ by 12 %`.
    private static func text(_ fit: OrientationFit) -> String {
        let tilt = fit.tilt.map { "specific force \(CheckText.number($0.degrees))° from up" }
        let rates = fit.rateResidual.map { "rotation rates differ by \(CheckText.number($0 * 100)) %" }
        return [tilt, rates].compactMap(\.self).joined(separator: ", ")
    }

    private static func remedies(_ hypothesis: OrientationFit.Hypothesis, _ name: String) -> [String] {
        var words = hypothesis.reading.corrections
        let (force, rate) = (hypothesis.force, hypothesis.rate)
        if force == rate {
            if force != .identity {
                words.append("the sensors' columns are in a different order: x, y, z should be \(force.text)")
            }
            return words
        }
        if force == .reversed {
            words.append(
                "gravity's sign is reversed: write 'sign: -1' for the accelerometer "
                    + "(or the \(name)'s Earth frame is NED)"
            )
        } else if force != .identity {
            words.append("the accelerometer's x, y, z should be \(force.text)")
        }
        if rate == .reversed {
            words.append("the gyroscope rotates in the opposite direction: write 'sign: -1' for the gyroscope")
        } else if rate != .identity {
            words.append("the gyroscope's x, y, z should be \(rate.text)")
        }
        return words
    }

    private static func stream(_ hypothesis: OrientationFit.Hypothesis, _ name: String, isBetter: Bool) -> String {
        guard isBetter, hypothesis.reading.changes == 0 else { return name }
        if hypothesis.rate == .identity { return "accelerometer" }
        return hypothesis.force == .identity ? "gyroscope" : "sensors"
    }

    /// Returns the mismatches without repetitions. Attitude and reference can reveal the same error of the sensors.
    private static func merged(_ mismatches: [RecordingMismatch]) -> [RecordingMismatch] {
        var seen: Set<String> = []
        return mismatches.filter { seen.insert("\($0.stream) \($0.fits?.prefix { $0 != "(" } ?? "")").inserted }
    }
}
