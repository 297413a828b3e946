import Geodesy
public import Pipelines
public import Recordings
public import SensorModel

/// The evaluation of a method that corrects the axes of a tracked AR scene with location fixes.
///
/// `SceneLocator` is the evaluated method. ``SceneYaw`` provides the reference heading. Poses and fixes are processed
/// in order of time. A pose is processed before a fix with the same time.
public struct SceneEvaluation: Sendable, Hashable {
    /// The recording's name.
    public var recording: String
    /// The recording's SHA-256 in hexadecimal digits.
    public var sha256: String
    /// The rounds in order of time. In each round, the method tries to correct the axes.
    public var rounds: [SceneRoundSummary]
    /// The number of location fixes in the recording.
    public var fixes: Int
    /// The number of fixes that the method used as location estimates.
    public var estimates: Int
    /// The number of fixes that the method did not use, by reason.
    public var leftOut: [String: Int]
    /// The clockwise rotation that was added to all bearings of the scene before the evaluation.
    public var addedTurn: Angle
    /// The maximum correction at which the method is considered to have converged.
    public var band: Angle
    /// The reference heading of the −Z axis of the recorded poses; `nil` if this heading is unknown.
    public var reference: SceneYaw?
    /// The position errors of the method, and those of the latest fix for comparison; `nil` without true positions.
    public var location: SceneLocationErrors?
    /// The track, the fixes and the pairs for pictures; `nil` if ``SceneEvaluationOptions/keepsTrace`` is `false`, or
    /// if no fix has a location.
    package var trace: SceneTrace?

    /// Evaluates the tracked scene of a recording. O(poses + fixes · buffer).
    ///
    /// - Parameters:
    ///   - recording: a recording with poses and fixes.
    ///   - path: the recording's path, for error messages.
    ///   - options: the parameters of the method and of the evaluation.
    /// - Throws: `InputError` if the recording has no poses or no fixes.
    public init(
        _ recording: Recording,
        path: String,
        options: SceneEvaluationOptions = SceneEvaluationOptions()
    ) throws(InputError) {
        guard let poses = recording.pose, poses.count > 0 else {
            throw Self.missing("poses", in: path)
        }
        guard let location = recording.location, location.count > 0 else {
            throw Self.missing("location fixes", in: path)
        }
        self.recording = recording.name
        sha256 = recording.sha256
        fixes = location.count
        addedTurn = options.addedTurn
        band = options.band
        var run = Run(options)
        run.process(poses, location)
        leftOut = run.leftOut
        estimates = fixes - leftOut.values.reduce(0, +)
        let reference = SceneYaw(
            of: poses,
            in: recording,
            deviationsPerAccuracy: options.locator.aligner.deviationsPerAccuracy
        )
        self.reference = reference
        let truth = SceneTruePositions(of: poses, in: recording, options.locator.aligner.deviationsPerAccuracy)
        self.location = truth.flatMap { SceneLocationErrors(run.moments, $0) }
        rounds = run.rounds.map { round in
            SceneRoundSummary(
                round: round,
                error: reference.map { (round.turn.clockwise + options.addedTurn - $0.heading).wrapped }
            )
        }
        trace = run.recorder.flatMap { recorder in
            SceneTrace(recorder, poses: poses, found: heading, reference: reference, truth: truth)
        }
    }

    /// The rounds in which the method corrected the axes, in order of time.
    public var corrections: [SceneRoundSummary] { rounds.filter { $0.verdict == .corrected } }

    /// The heading of the recorded scene's −Z axis after the last correction; `nil` without a correction.
    public var heading: Angle? { corrections.last.map { ($0.turn + addedTurn).wrapped } }

    /// The uncertainty of ``heading``, as determined in the last correction; `nil` without a correction.
    public var uncertainty: Angle? { corrections.last?.uncertainty }

    /// The yaw error of the scene's axes before all corrections, clockwise; `nil` without a reference.
    public var errorBefore: Angle? { reference.map { (addedTurn - $0.heading).wrapped } }

    /// The yaw error of the scene's axes after the last correction, clockwise; `nil` without a correction or a
    /// reference.
    public var error: Angle? { corrections.last?.error }

    /// The convergence of the corrections.
    public var convergence: SceneConvergence { SceneConvergence(corrections.compactMap(\.correction), band: band) }

    /// The reason why ``heading`` is `nil`; `nil` if the heading is known.
    public var reasonWithoutHeading: String? {
        guard corrections.isEmpty else { return nil }
        return rounds.last?.reason ?? "no fix became an estimate"
    }

    /// The reason why ``reference`` is `nil`.
    public static let reasonWithoutReference = "neither true positions nor fixes determine the scene's heading"

    private static func missing(_ content: String, in path: String) -> InputError {
        InputError(
            file: path,
            message: "the recording has no \(content)",
            advice: "choose another recording; 'sextant inspect' lists the streams of a recording"
        )
    }

    /// The state of the evaluation while the recording is processed.
    private struct Run {
        var locator: SceneLocator
        var rounds: [SceneRound] = []
        /// The number of fixes that did not become estimates, by reason.
        var leftOut: [String: Int] = [:]
        /// The recorder of the trace; `nil` if no trace is kept.
        var recorder: SceneTraceRecorder?
        /// The method's positions to compare with true positions, at most one per second.
        var moments: [SceneLocationErrors.Moment] = []
        private var lastFix: GeographicPoint?
        private var lastPosition: Vector3?
        private let turn: SceneTurn
        private let bestAccuracy: Metres

        init(_ options: SceneEvaluationOptions) {
            locator = SceneLocator(options.locator)
            turn = SceneTurn(clockwise: options.addedTurn)
            bestAccuracy = options.bestAccuracy ?? 0
            guard options.keepsTrace else { return }
            locator.aligner.keepsPairs = true
            recorder = SceneTraceRecorder(options)
        }

        mutating func process(_ poses: SensorStream<Pose>, _ location: SensorStream<LocationFix>) {
            var next = 0
            for (time, fix) in zip(location.times, location.values) {
                while next < poses.count, poses.times[next] <= time {
                    process(poses.values[next], at: poses.times[next])
                    next += 1
                }
                let reason = process(fix, at: time)
                if let reason { leftOut[reason, default: 0] += 1 }
                recorder?.add(.init(time: time, fix: fix, position: lastPosition, leftOut: reason))
            }
            if let round = locator.finish() { add(round) }
        }

        /// Processes a fix. Returns the reason why the fix did not become an estimate, or `nil` if it became an
        /// estimate.
        private mutating func process(_ fix: LocationFix, at time: Seconds) -> String? {
            if let accuracy = fix.horizontalAccuracyMetres, accuracy < bestAccuracy {
                return "accuracy radius below --best-accuracy"
            }
            if let point = fix.point { lastFix = point }
            let (withoutPose, unusable) = (locator.fixesWithoutPose, locator.unusableFixes)
            if let round = locator.process(fix, at: time) { add(round) }
            if locator.fixesWithoutPose > withoutPose {
                return "no pose within \(CheckText.number(locator.parameters.longestPoseAge)) s before it"
            }
            return locator.unusableFixes > unusable ? "no position, or no accuracy above 0" : nil
        }

        private mutating func add(_ round: SceneRound) {
            rounds.append(round)
            recorder?.add(round, of: locator.aligner)
        }

        private mutating func process(_ pose: Pose, at time: Seconds) {
            let turned = Pose(position: turn.rotate(pose.position), orientation: pose.orientation)
            if let round = locator.process(turned, at: time) { add(round) }
            if pose.position.isFinite { lastPosition = pose.position }
            guard time - (moments.last?.time ?? -.infinity) >= SceneLocationErrors.interval, let lastFix,
                let point = locator.point
            else { return }
            moments.append((time, point, lastFix))
        }
    }
}

/// The parameters of the evaluation of a tracked scene.
public struct SceneEvaluationOptions: Sendable, Hashable {
    /// The parameters of the evaluated method.
    public var locator = SceneLocator.Parameters()
    /// A clockwise rotation, seen from above, that is added to all bearings of the scene before the evaluation.
    ///
    /// The evaluation then shows whether the method detects this rotation.
    public var addedTurn = Angle.zero
    /// The minimum accuracy radius of the fixes that are used, in metres; `nil` to use all fixes. Fixes with a smaller
    /// radius are skipped, to simulate poor reception.
    public var bestAccuracy: Metres?
    /// The maximum correction at which the method is considered to have converged. The default is the maximum
    /// uncertainty that `SceneAligner` accepts.
    public var band = Angle(degrees: 15)
    /// A Boolean value that indicates whether the evaluation keeps the data for pictures: the track, the fixes and the
    /// pairs of fixes.
    public var keepsTrace = false

    /// Creates the default options.
    public init() {}
}

extension SceneEvaluation: Encodable {
    /// Writes every key. An unknown value is null, and a key next to it contains the reason.
    public func encode(to encoder: any Encoder) throws {
        var found: JSONObject = ["heading_deg": heading?.degrees, "uncertainty_deg": uncertainty?.degrees]
        found.add("reason", reasonWithoutHeading)
        var known: JSONObject = [
            "heading_deg": reference?.heading.degrees,
            "uncertainty_deg": reference?.uncertainty.degrees,
            "source": reference?.source.rawValue,
        ]
        if reference == nil { known.add("reason", Self.reasonWithoutReference) }
        var positions: JSONObject = [
            "best_estimate_rms_m": location?.bestEstimate,
            "last_fix_rms_m": location?.lastFix,
            "moments": location?.moments ?? 0,
        ]
        if location == nil { positions.add("reason", SceneLocationErrors.reasonWithout) }
        let convergence = convergence
        let steady: JSONObject = [
            "corrections": convergence.corrections,
            "band_deg": band.degrees,
            "steady_after": convergence.steadyAfter,
            "scatter_rms_deg": convergence.scatter?.degrees,
        ]
        let object: JSONObject = [
            "recording": ["name": recording, "sha256": sha256] as JSONObject,
            "added_rotation_deg": addedTurn.degrees,
            "fixes": ["count": fixes, "estimates": estimates, "left_out": leftOut] as JSONObject,
            "rounds": rounds,
            "found": found,
            "reference": known,
            "error_before_deg": errorBefore?.degrees,
            "error_deg": error?.degrees,
            "location": positions,
            "convergence": steady,
        ]
        try object.encode(to: encoder)
    }
}

/// The horizontal position errors of a tracked scene and of the latest fix, as root mean squares over time.
public struct SceneLocationErrors: Sendable, Hashable {
    /// The RMS error of the method's position in metres. This position is the most accurate fix plus the tracked motion
    /// since that fix.
    public var bestEstimate: Metres
    /// The RMS error of the latest fix in metres.
    public var lastFix: Metres
    /// The number of position errors from which each RMS error is computed.
    public var moments: Int

    /// The minimum time between two computed errors, in seconds.
    static let interval: Seconds = 1

    /// The reason why position errors are missing.
    public static let reasonWithout = "the recording has no true positions that can be located on the Earth"

    typealias Moment = (time: Seconds, bestEstimate: GeographicPoint, lastFix: GeographicPoint)

    /// Computes the errors. Returns `nil` if the true position is unknown at all times.
    init?(_ moments: [Moment], _ truth: SceneTruePositions) {
        let geodesic = Geodesic()
        var (best, last): ([Metres], [Metres]) = ([], [])
        for (moment, point) in zip(moments, truth.points(at: moments.map(\.time))) {
            guard let point else { continue }
            best.append(geodesic.distance(from: point, to: moment.bestEstimate))
            last.append(geodesic.distance(from: point, to: moment.lastFix))
        }
        guard let bestEstimate = best.rootMeanSquare, let lastFix = last.rootMeanSquare else { return nil }
        self.bestEstimate = bestEstimate
        self.lastFix = lastFix
        self.moments = best.count
    }
}
