package import Evaluation
import Pipelines
import RealModule
public import Recordings
package import SensorModel

/// The faults of an estimate and of its recording, with their evidence and their fixes.
///
/// Each interpretation of the file, such as another order of the quaternion's components, is a hypothesis. For each
/// hypothesis, the clock, the body rotation and the world rotation are fitted. The estimate's rotation rates are then
/// compared with the gyroscope, and its directions with the reference, or with gravity and the magnetic field. If
/// several hypotheses explain the rates equally well, the simplest is chosen. A fault is reported if its correction
/// clearly improves the agreement.
public struct EstimateDiagnosis: Sendable {
    /// The faults that were found. Faults of the recording come first.
    public private(set) var findings: [DoctorFinding] = []
    /// The reason why the estimate was not compared with the gyroscope; `nil` if it was compared.
    public private(set) var reason: String?
    /// The error of the estimate before and after all proposed corrections; `nil` if the estimate was not compared.
    public private(set) var figures: DoctorFigures?

    /// A hypothesis counts as equally good as the best one if its residual is at most `equalFactor` times the smallest
    /// residual, or exceeds it by at most `equalDistance`.
    private static let equalFactor = 1.25
    private static let equalDistance = 0.02
    /// A hypothesis explains an estimate only if its relative residual is below `unexplained` and its correlation is
    /// above `minimumCorrelation`.
    private static let unexplained = 0.75
    private static let minimumCorrelation = 0.5
    /// The threshold for the RMS angular speed in rad/s. In slower recordings, rotations are not compared.
    private static let slowest = Angle(degrees: 1).radians

    /// Diagnoses an estimate. O(n · m) for n readings and m samples.
    ///
    /// - Parameters:
    ///   - recording: recording that the estimate belongs to.
    ///   - readings: interpretations of the file of estimates. The user's own interpretation is first.
    ///   - given: keys of `--estimate` that the user gave, such as `world`, with their values. The value of a proposed
    ///     key replaces the user's value.
    ///   - checksAlgorithm: whether an estimate without other faults is compared with runs of Sextant's own filters.
    public init(
        _ recording: Recording,
        readings: [EstimateReading],
        given: [String: String] = [:],
        checksAlgorithm: Bool = true
    ) {
        guard let asRead = readings.first, asRead.times.count > 1 else {
            reason = "the estimate has fewer than two orientations"
            return
        }
        let sensors = SensorDiagnosis(recording, estimate: asRead)
        findings = sensors.findings
        guard let stream = sensors.recording.gyroscope, stream.count > 1 else {
            reason = "the recording has no gyroscope"
            return
        }
        let evidence = DoctorEvidence(
            recording: sensors.recording,
            gyroscope: OrientationTrack(integrating: stream, holdsSamples: true),
            usesField: sensors.isFieldReliable,
            given: given
        )
        diagnose(readings, asRead, evidence)
        guard findings.isEmpty, checksAlgorithm else { return }
        guard let finding = AlgorithmDiagnosis.finding(asRead, in: recording) else { return }
        findings = [finding]
        reason = nil
    }

    private mutating func diagnose(_ readings: [EstimateReading], _ asRead: EstimateReading, _ evidence: DoctorEvidence)
    {
        let hypotheses = Self.hypotheses(readings, evidence)
        guard let smallest = hypotheses.map(\.residual).min() else {
            reason = "the estimate and the gyroscope have too few samples in common"
            return
        }
        let limit = max(Self.equalFactor * smallest, smallest + Self.equalDistance)
        let equal = hypotheses.filter { $0.residual <= limit }
        guard let best = equal.min(by: { ($0.changes, $0.residual) < ($1.changes, $1.residual) }) else { return }
        let agreement = best.rates.agreement()
        if let speed = agreement?.speed, speed < Self.slowest {
            reason = "the device hardly rotates: \(CheckText.number(Angle(radians: speed).degrees))°/s RMS"
            return
        }
        let correlation = agreement?.correlation ?? 0
        guard best.residual < Self.unexplained, correlation > Self.minimumCorrelation else {
            reason =
                "the estimate's rotation rates differ from the gyroscope's by "
                + "\(CheckText.number(best.residual * 100)) % (correlation \(DecimalText.fixed(correlation, decimals: 2))), "
                + "for every order, sign and frame of the quaternion; either the estimator fails, or the data are wrong"
            return
        }
        var list = FindingList(asRead: asRead, evidence: evidence)
        list.append(findingsOf: best, plain: hypotheses.first { $0.reading.changes.isEmpty })
        findings += list.findings
        figures = list.figures
    }

    private static func hypotheses(_ readings: [EstimateReading], _ evidence: DoctorEvidence) -> [EstimateHypothesis] {
        // The clock is determined from angular speeds, which do not depend on the direction of the rotation.
        var clocks: [[EstimateReading.Change: String]: DoctorClock?] = [:]
        return readings.compactMap { reading in
            let key = reading.changes.filter { $0.key != .direction }
            let clock = clocks[key] ?? evidence.clock(of: reading)
            clocks[key] = .some(clock)
            return EstimateHypothesis(reading, clock: clock, evidence)
        }
    }
}

/// The faults of the program that computed an estimate, detected by comparison with runs of Sextant's filters.
enum AlgorithmDiagnosis {
    static func finding(_ estimate: EstimateReading, in recording: Recording) -> DoctorFinding? {
        guard recording.gyroscope != nil, recording.accelerometer != nil, recording.magnetometer != nil else {
            return nil
        }
        let runs = OwnRuns(recording)
        let track = OrientationTrack(SensorStream(times: estimate.times, values: estimate.orientations))
        if let check = HalvedReferenceCheck(track, runs) { return finding(check) }
        return OneEuroCheck(times: estimate.times, orientations: estimate.orientations, runs).map { finding($0) }
    }

    private static func finding(_ check: HalvedReferenceCheck) -> DoctorFinding {
        let gain = CheckText.number(check.gain)
        return DoctorFinding(
            fault: .halvedReference,
            subject: .algorithm,
            evidence:
                "the estimate differs by \(CheckText.number(check.distances.halved.degrees))° from madgwick with the halved "
                + "reference and beta \(gain), and by \(CheckText.number(check.distances.full.degrees))° from madgwick with "
                + "the full reference and its best beta",
            remedy: "double _2bx and _2bz in the code, or use --pipeline madgwick:beta=\(gain)"
        )
    }

    private static func finding(_ check: OneEuroCheck) -> DoctorFinding {
        let gain = CheckText.number(check.slope * .pi / 180)
        let cutoff = CheckText.number(max(check.cutoff, 0))
        return DoctorFinding(
            fault: .oneEuroDegrees,
            subject: .algorithm,
            evidence: "the output follows \(check.input) with a cutoff of \(cutoff) Hz plus "
                + "\(CheckText.number(check.slope)) Hz per °/s, so that the filter does not smooth in motion",
            remedy: "compute the speed in rad/s, or divide beta by 57.3: "
                + "\(check.input)+oneEuro:minCutoff=\(cutoff),beta=\(gain)",
            certainty: .likely
        )
    }
}

/// A fault, its evidence, and the fix: an option, or a line of the layout.
public struct DoctorFinding: Sendable, Hashable, Codable {
    /// The confidence that the evidence is caused by this fault, and not by another one.
    public enum Certainty: String, Sendable, Hashable, Codable {
        /// The evidence has no other known cause than this fault.
        case certain
        /// The evidence is clear, but another cause is possible.
        case likely
    }

    /// The part that has the fault: the estimate, the recording, or the program.
    public enum Subject: String, Sendable, Hashable, Codable {
        /// The estimate: its file, or the interpretation of this file.
        case estimate
        /// The recording, or the way its files are interpreted.
        case recording
        /// The program that computed the estimates.
        case algorithm
    }

    /// The kind of fault that was found.
    public var fault: DoctorFault
    /// The part that has the fault: the estimate, the recording or the program.
    public var subject: Subject
    /// The evidence for the fault, with measured values.
    public var evidence: String
    /// The recommended fix, as a clause.
    public var remedy: String
    /// The keys and values to add to `--estimate NAME=PATH`, such as `order` with `xyzw`; empty if the recommended fix
    /// needs no keys.
    public var keys: [String: String] = [:]
    /// The option of `evaluate` that fixes the fault; `nil` if the fix is not an option.
    public var option: String?
    /// The error of the estimate before and after this fix, both with the fixes of all previous findings applied. The
    /// value is `nil` if the fault is in the recording.
    public var figures: DoctorFigures?
    /// The confidence that the evidence is caused by this fault, and not by another one.
    public var certainty: Certainty = .certain
}

/// A check for a fault of widespread C code for Madgwick's filter: the code halves the reference field.
///
/// Madgwick's filter runs with the full and with the halved reference field, each with the gain that fits the estimate
/// best. The fault is detected if the estimate agrees with the run with the halved field, and clearly less with the
/// other run.
package struct HalvedReferenceCheck {
    /// The range of tested gains in 1/s. With a gain below this range, the filter practically only integrates the
    /// gyroscope. The next two constants are the number of steps of the coarse grid, and the number of refinements.
    private static let gains = 0.01...1.0
    private static let coarseSteps = 16
    private static let refinements = 6
    /// The maximum RMS angle in radians between the estimate and the run with the halved reference. This angle must
    /// also be at most `maximumShare` times the angle between the estimate and the run with the full reference.
    private static let maximumDistance = Angle(degrees: 0.4).radians
    private static let maximumShare = 0.3
    /// The upper limit, in radians, of the RMS angle between the estimate and the most similar run on the coarse grid
    /// of gains. A larger angle shows that the estimate is from a different filter.
    private static let maximumCoarseDistance = Angle(degrees: 20).radians

    /// The gain of the estimate's filter, in 1/s.
    package let gain: Double
    /// The RMS angles between the estimate and two runs of Madgwick's filter: one with the halved reference field, and
    /// one with the full reference field.
    let distances: (halved: Angle, full: Angle)

    /// Compares the estimate with runs of Madgwick's filter. Returns `nil` if the estimate is not from a filter with a
    /// halved reference.
    package init?(_ track: OrientationTrack, _ runs: OwnRuns) {
        guard let halved = Self.best("halved", track, runs), halved.distance.radians < Self.maximumDistance,
            Self.gains.contains(halved.gain),
            let full = Self.best("full", track, runs),
            halved.distance.radians < Self.maximumShare * full.distance.radians
        else { return nil }
        gain = halved.gain
        distances = (halved.distance, full.distance)
    }

    private static func best(
        _ reference: String,
        _ track: OrientationTrack,
        _ runs: OwnRuns
    ) -> (gain: Double, distance: Angle)? {
        func distances(_ logarithms: [Double]) -> [Double] {
            let names = logarithms.map { "madgwick:beta=\(DecimalText.exact(.exp($0))),reference=\(reference)" }
            return runs.estimates(of: names).map { run in
                run.flatMap { OwnRuns.distance(track, $0) }?.radians ?? .infinity
            }
        }
        let (low, high) = (Double.log(gains.lowerBound), Double.log(gains.upperBound))
        let step = (high - low) / Double(coarseSteps)
        let grid = (0...coarseSteps).map { low + Double($0) * step }
        let coarse = distances(grid)
        guard let index = coarse.indices.min(by: { coarse[$0] < coarse[$1] }), coarse[index] < maximumCoarseDistance
        else {
            return nil
        }
        var best = (logarithm: grid[index], distance: coarse[index])
        var width = step
        for _ in 0..<refinements {
            width /= 2
            let near = [best.logarithm - width, best.logarithm + width]
            for (logarithm, distance) in zip(near, distances(near)) where distance < best.distance {
                best = (logarithm, distance)
            }
        }
        return (.exp(best.logarithm), Angle(radians: best.distance))
    }
}

/// A check for a fault of 1€ filters: the speed is in degrees, but the gain is meant for radians.
///
/// A 1€ filter moves its last output towards the input by a fraction α. If each step of the estimate points to the
/// output of one of Sextant's estimators, this output is the filter's input. The cutoff frequency follows from α. The
/// gain β is the increase of the cutoff per unit of speed. With a gain for rad/s and a speed in °/s, the cutoff
/// increases 57.3 times too fast, and the filter does not smooth in motion.
package struct OneEuroCheck {
    /// The estimators whose output is tested as the filter's input.
    private static let inputs = ["triad", "deviceAttitude", "vqf", "madgwick", "mahony", "complementary", "ekf"]
    /// The maximum sideways component of a step, as a fraction of the step. Sideways means perpendicular to the
    /// direction from the last output to the filter's input. The limit applies to the median of all steps.
    private static let maximumOffDirection = 0.02
    private static let minimumStepCount = 200
    /// The maximum plausible ``slope``, in Hz per °/s, of a filter that computes the speed in radians. With this slope,
    /// a speed of 1000°/s raises the cutoff by 100 Hz.
    private static let steepest = 0.1
    /// The range of the filter's smoothing fraction α in which the cutoff frequency can be determined.
    private static let shares = 0.02...0.95
    /// The cutoff frequency with which 1€ filters smooth the speed.
    private static let derivativeCutoff: Hertz = 1

    /// The name of the estimator whose output is the filter's input.
    package let input: String
    /// The increase of the filter's cutoff frequency with the speed, in Hz per °/s.
    package let slope: Double
    /// The cutoff frequency of the filter while the device is at rest.
    let cutoff: Hertz

    /// Runs the check. Returns `nil` if the filter's input is not the output of a tested estimator. Also returns `nil`
    /// if the slope is plausible for a filter that computes the speed in radians.
    package init?(times: [Seconds], orientations: [UnitQuaternion], _ runs: OwnRuns) {
        for (name, run) in zip(Self.inputs, runs.estimates(of: Self.inputs)) {
            guard let run, let fit = Self.fit(times, orientations, run) else { continue }
            guard fit.slope > Self.steepest else { return nil }
            (input, slope, cutoff) = (name, fit.slope, fit.cutoff)
            return
        }
        return nil
    }

    private struct Step {
        let speed: Double
        let cutoff: Hertz
        let offDirection: Double
    }

    private static func fit(
        _ times: [Seconds],
        _ orientations: [UnitQuaternion],
        _ run: Estimates
    ) -> (slope: Double, cutoff: Hertz)? {
        let steps = steps(times, orientations, run)
        guard steps.count >= minimumStepCount,
            ErrorStatistics.median(of: steps.map(\.offDirection)) < maximumOffDirection
        else { return nil }
        // The cutoff is a constant plus β times the speed. The constant and β are fitted by least squares, without
        // outliers.
        guard let first = line(steps) else { return nil }
        let deviations = steps.map { abs($0.cutoff - first.cutoff - first.slope * $0.speed) }
        let limit = ErrorStatistics.median(of: deviations) * 3
        return line(zip(steps, deviations).filter { $0.1 <= limit }.map(\.0))
    }

    private static func line(_ steps: [Step]) -> (slope: Double, cutoff: Hertz)? {
        var (count, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for step in steps {
            count += 1
            x += step.speed
            y += step.cutoff
            xx += step.speed * step.speed
            xy += step.speed * step.cutoff
        }
        let determinant = count * xx - x * x
        guard determinant > 1e-9 * count * xx else { return nil }
        let slope = (count * xy - x * y) / determinant
        return (slope, (y - slope * x) / count)
    }

    private static func steps(_ times: [Seconds], _ orientations: [UnitQuaternion], _ run: Estimates) -> [Step] {
        var (runIndex, steps, velocity) = (0, [Step](), Vector3.zero)
        for index in times.indices.dropFirst() {
            while runIndex < run.count, run.times[runIndex] < times[index] - 1e-6 { runIndex += 1 }
            let interval = times[index] - times[index - 1]
            guard runIndex < run.count, abs(run.times[runIndex] - times[index]) < 1e-6, interval > 0, interval < 1
            else {
                continue
            }
            let before = orientations[index - 1].conjugate
            let towards = (before * run.orientations[runIndex]).rotationVector
            let step = (before * orientations[index]).rotationVector
            let share = 1 / (1 + ExponentialSmoothing.timeConstant(cutoff: derivativeCutoff) / interval)
            velocity = towards * (share / interval) + velocity * (1 - share)
            // Rounding errors dominate short steps.
            guard towards.length > 1e-4, step.length > 1e-5 else { continue }
            let alpha = step.dot(towards) / towards.lengthSquared
            guard shares.contains(alpha) else { continue }
            let timeConstant = interval * (1 / alpha - 1)
            steps.append(
                Step(
                    speed: Angle(radians: velocity.length).degrees,
                    cutoff: 1 / (2 * .pi * timeConstant),
                    offDirection: (step - towards * alpha).length / step.length
                )
            )
        }
        return steps
    }
}

/// Runs of Sextant's own pipelines over the first part of a recording, for comparison with an estimate.
package struct OwnRuns {
    private static let chunk = 4_096
    /// The length, in seconds, of the part of the recording over which the pipelines run. It is long enough for filters
    /// to converge, and for their faults to become visible.
    private static let longest: Seconds = 90

    private let recording: Recording
    private let frames: [SensorFrame]

    package init(_ recording: Recording) {
        self.recording = recording
        let end = (recording.sensorStart ?? 0) + Self.longest
        frames = FrameMerge(recording).prefix { $0.time < end }
    }

    /// Returns the estimates of pipelines, which are given by their texts (SPECs). An element is `nil` if the pipeline
    /// cannot process the recording.
    package func estimates(of specifications: [String]) -> [Estimates?] {
        specifications.map { text in
            guard let specification = try? PipelineSpecification(parsing: text) else { return nil }
            let pipeline = Pipeline(specification, rates: recording.sensorRates, declination: recording.declination)
            var run = PipelineRun(pipeline, isTimed: false)
            for start in stride(from: 0, to: frames.count, by: Self.chunk) {
                run.process(Array(frames[start..<min(start + Self.chunk, frames.count)]))
            }
            return run.estimates.count > 1 ? run.estimates : nil
        }
    }

    /// Returns the RMS angle between an estimate and a run. The first 40 % of the run, in which the filter converges,
    /// are ignored. Returns `nil` if the estimate and the run have too few times in common.
    static func distance(_ track: OrientationTrack, _ run: Estimates) -> Angle? {
        var cursor = 0
        let step = max(1, run.count / maximumSampleCount)
        var (sum, count) = (0.0, 0)
        for index in stride(from: run.count * 2 / 5, to: run.count, by: step) {
            guard let here = track.orientation(at: run.times[index], from: &cursor) else { continue }
            let angle = here.angle(to: run.orientations[index]).radians
            sum += angle * angle
            count += 1
        }
        return count > 50 ? Angle(radians: (sum / Double(count)).squareRoot()) : nil
    }

    private static let maximumSampleCount = 4_000
}

/// The faults of a recording's sensors, and the recording with these faults corrected.
struct SensorDiagnosis {
    private(set) var recording: Recording
    private(set) var findings: [DoctorFinding] = []
    /// A Boolean value that indicates whether the magnetometer agrees with the orientation.
    private(set) var isFieldReliable = true

    /// The threshold for a reversed accelerometer. The sign counts as reversed if the mean vertical component of the
    /// normalised specific force is below this threshold.
    private static let reversed = -0.7
    private static let minimumSampleCount = 50
    private static let maximumSampleCount = 4_000

    /// Checks the sensors of a recording.
    ///
    /// Units are checked with known orientations: the reference, otherwise the device's own attitude, otherwise the
    /// estimate. Directions are checked only with the reference or the attitude, because the estimate's frames are
    /// still unknown.
    init(_ original: Recording, estimate: EstimateReading) {
        recording = original
        let known: (stream: ReferenceStream, name: String)? =
            if let reference = original.reference {
                (reference, "reference")
            } else if let attitude = original.attitude, attitude.count >= Self.minimumSampleCount {
                (ReferenceStream(valid: attitude), "attitude")
            } else {
                nil
            }
        let estimated = SensorStream(times: estimate.times, values: estimate.orientations)
        checkUnits(known?.stream ?? ReferenceStream(valid: estimated))
        guard let (stream, name) = known else { return }
        let track = OrientationTrack(stream)
        checkSign(track, name)
        checkField(track, name)
    }

    private mutating func checkField(_ track: OrientationTrack, _ name: String) {
        guard let magnetometer = recording.magnetometer, let fit = MagnetometerFit(magnetometer, track) else { return }
        let scatter =
            "the field scatters by \(CheckText.number(fit.scatters.without)) µT in the world frame of the \(name)"
        if let axes = fit.axes {
            isFieldReliable = false
            add(
                .magnetometerAxes,
                evidence: "\(scatter); the misfit is \(CheckText.number(fit.misfits.asRead)), "
                    + "and \(CheckText.number(fit.misfits.best)) with other axes",
                remedy:
                    "in the layout, map the magnetometer's axes: the device's x, y, z are the magnetometer's \(axes.text)"
            )
        } else if let offset = fit.offset {
            isFieldReliable = false
            let numbers = [offset.x, offset.y, offset.z].map { DecimalText.fixed($0, decimals: 1) }
            add(
                .hardIron,
                evidence: "\(scatter), and by \(CheckText.number(fit.scatters.with)) µT "
                    + "without an offset of \(CheckText.number(offset.length)) µT",
                remedy: "calibrate the magnetometer: subtract (\(numbers.joined(separator: ", "))) µT"
            )
        }
    }

    /// Checks the units of accelerometer and gyroscope by comparison with the given orientations, and corrects wrong
    /// units in `recording`. The rules are the same as in the diagnosis of a recording without an estimate.
    private mutating func checkUnits(_ orientation: ReferenceStream) {
        let units = UnitCorrections(recording, comparedWith: orientation)
        append(.accelerometerUnit, units.ofAcceleration)
        append(.gyroscopeUnit, units.ofRate)
        recording = units.recording
    }

    private mutating func append(_ fault: DoctorFault, _ mismatches: [RecordingMismatch]) {
        for mismatch in mismatches {
            guard let fits = mismatch.fits else { continue }
            add(
                fault,
                evidence: "\(mismatch.stream): \(mismatch.statement)",
                remedy: fits,
                certainty: mismatch.confidence == .certain ? .certain : .likely
            )
        }
    }

    private mutating func add(
        _ fault: DoctorFault,
        evidence: String,
        remedy: String,
        certainty: DoctorFinding.Certainty = .certain
    ) {
        findings.append(
            DoctorFinding(fault: fault, subject: .recording, evidence: evidence, remedy: remedy, certainty: certainty)
        )
    }

    private mutating func checkSign(_ track: OrientationTrack, _ name: String) {
        guard let stream = recording.accelerometer else { return }
        var (up, count) = (0.0, 0)
        for sample in track.samples(of: stream, maximumCount: Self.maximumSampleCount) {
            // Directions are normalised, because a single extreme value would dominate the mean.
            guard let direction = sample.vector.normalised else { continue }
            up += sample.orientation.rotate(direction).z
            count += 1
        }
        guard count >= Self.minimumSampleCount, up < Self.reversed * Double(count) else { return }
        recording.accelerometer = stream.scaled(by: -1)
        add(
            .accelerometerSign,
            evidence:
                "according to the \(name), the specific force points down: on average, its downward component is "
                + "\(CheckText.number(-up / Double(count) * 100)) % of its length",
            remedy: "write 'sign: -1' for the accelerometer in the layout"
        )
    }
}
