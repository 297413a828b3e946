import Geodesy
public import Pipelines
public import Recordings
public import SensorModel

/// The screens of several pipelines and the camera's view at each display frame, for a time span of a recording.
///
/// All values are computed in the same way as the screen metrics.
///
/// ```swift
/// let replay = try ScreenReplay.replay(recording, systems: [system], span: 0...120)
/// print(replay.screens[0].pixelRMSE ?? .nan)
/// ```
public struct ScreenReplay: Sendable {
    /// The position of a place on a screen.
    public struct Spot: Sendable, Hashable {
        /// The index of the place in ``ScreenReplay/places``.
        public let place: Int
        /// The distance from the left edge in pixels.
        public let x: Double
        /// The distance from the upper edge in pixels.
        public let y: Double
    }

    /// The content of a pipeline's screen at one display frame.
    public struct Frame: Sendable, Hashable {
        /// The orientation for which the picture is drawn, device → East, North, Up; `nil` before the first picture.
        public var orientation: UnitQuaternion?
        /// The positions at which the pipeline draws places. For a place that the camera sees but the pipeline does not
        /// show, this is the position at which the pipeline would draw the place.
        public var drawn: [Spot] = []
        /// The positions at which the camera sees places, in pixels on the same screen.
        public var seen: [Spot] = []
        /// The sum of the squared distances between drawn and seen positions, in pixels². Each distance is limited to
        /// the screen's diagonal. The sum is 0 without a valid reference.
        public var squaredError = 0.0
        /// The number of places whose drawn and seen positions are compared.
        public var compared = 0
        /// The angle between the drawn and the true orientation in degrees; `nil` if one of them is missing.
        public var orientationError: Double?

        /// Creates an empty frame.
        public init() {}

        /// The root mean square distance between drawn and seen positions in pixels; `nil` without compared places.
        public var pixelError: Double? { compared > 0 ? (squaredError / Double(compared)).squareRoot() : nil }
    }

    /// The screen of one pipeline during the replay.
    public struct PipelineScreen: Sendable {
        /// The pipeline's specification, as given by the user.
        public let name: String
        /// The projection of the camera onto the screen.
        public let projection: PerspectiveProjection
        /// The screen's content at each of ``ScreenReplay/times``.
        public let frames: [Frame]
        /// The standard deviation that the pipeline or the device claims for the heading at each of
        /// ``ScreenReplay/times``; `nil` without a claim.
        public let headingDeviations: [Angle?]
        /// The reason why the pipeline draws nothing; `nil` if the pipeline draws at least one picture.
        public let reason: String?

        /// The root mean square distance between drawn and seen positions over all frames, in pixels; `nil` if nothing
        /// was compared.
        public var pixelRMSE: Double? {
            let count = frames.reduce(0) { $0 + $1.compared }
            guard reason == nil, count > 0 else { return nil }
            return (frames.reduce(0) { $0 + $1.squaredError } / Double(count)).squareRoot()
        }

        /// The root mean square of the orientation errors of all frames in degrees; `nil` if nothing was compared.
        public var orientationRMSE: Double? {
            let errors = frames.compactMap(\.orientationError)
            return reason == nil && !errors.isEmpty ? errors.rootMeanSquare : nil
        }
    }

    /// The user's true and shown positions at each of ``ScreenReplay/times``.
    public struct Track: Sendable, Hashable {
        /// The true positions in metres east, north and up of the first fix; `nil` where unknown.
        public let truth: [Vector3?]
        /// The latest fixes, or the latest positions of the location pipeline, in the frame of ``truth``; `nil` before
        /// the first position.
        public let estimates: [Vector3?]
        /// The claimed radii in metres that contain 68 % of the errors; `nil` without a claim.
        public let radii: [Metres?]
    }

    /// The recording's name.
    public let recording: String
    /// The user's positions over time; `nil` if the scene specifies one constant position, or if the recording has no
    /// location fixes.
    public let track: Track?
    /// The length of the whole recording in seconds.
    public let duration: Seconds
    /// The times of the display frames in seconds after the recording's first sample.
    public let times: [Seconds]
    /// The names of all places.
    public let places: [String]
    /// The reference that the screens are compared with.
    package let reference: ReferenceKind
    /// The true orientation at each of ``times``; `nil` if the reference is unknown at this time.
    public let truth: [UnitQuaternion?]
    /// The strength of the magnetic field at each of ``times`` in µT; `nil` without a magnetometer.
    public let fieldStrength: [Double]?
    /// The periods in which the reference is at rest, in seconds after the first sample.
    public let rests: [ClosedRange<Seconds>]
    /// The periods in which the magnetic field is disturbed, in seconds after the first sample.
    public let disturbances: [ClosedRange<Seconds>]
    /// Remarks on the user's position and the places, for readers of a report.
    public let remarks: [String]
    /// The screen of each pipeline, in the order of the pipelines.
    public let screens: [PipelineScreen]
}

extension ScreenReplay {
    /// Replays the screens of systems for a time span of a recording. O(samples · systems).
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - systems: at least one system; see `DescribedSystem/init(_:on:)` for other pipelines.
    ///   - scene: the places and the user's position.
    ///   - span: the time span in seconds after the first sample. The part after the recording's end is ignored.
    ///   - options: the options that select the reference and the display rate.
    /// - Throws: ``SystemPathsError`` if there is no true orientation, or if no pipeline can be compared; `InputError`
    ///   if the layout contains invalid parameters of the estimator.
    public static func replay(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        span: ClosedRange<Seconds>,
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> ScreenReplay {
        precondition(!systems.isEmpty, "a replay needs a system")
        let prepared = PreparedRecording(recording, options: options)
        let stage = try SceneOnRecording(scene, prepared)
        var runs = try systems.map { stage.run(try recording.fitted($0), options: options) }
        for run in runs { try stage.requireTrueOrientation(for: run) }
        let begin = runs[0].meter.start
        let duration = stage.end - begin
        guard span.lowerBound < duration else {
            throw SystemPathsError.beyondEnd(from: span.lowerBound, end: duration)
        }
        let last = begin + min(span.upperBound, duration)
        for index in runs.indices { runs[index].meter.recordedSpan = (begin + span.lowerBound)...last }
        // Samples after the span do not affect its frames.
        let frames = FrameMerge(prepared.recording).prefix { $0.time <= last + 1 }
        for index in runs.indices {
            runs[index].process(frames)
            runs[index].finish()
        }
        let isCompassRecorded = recording.missing([.heading]).isEmpty
        let screens = zip(systems, runs).map { system, run in
            let missing = recording.reasonWithout(system.requiredSensors(isCompassRecorded: isCompassRecorded))
            let claims =
                run.headingClaims.isEmpty ? HeadingClaims(system.orientation, recording) : run.headingClaims
            let drawsNothing = run.meter.frames.allSatisfy { $0.orientation == nil }
            return PipelineScreen(
                name: system.text,
                projection: system.exactProjection,
                frames: run.meter.frames,
                headingDeviations: (claims ?? HeadingClaims()).latest(at: run.meter.frameTimes),
                reason: missing ?? (drawsNothing ? "the pipeline draws nothing in the span" : nil)
            )
        }
        guard screens.contains(where: { $0.pixelRMSE != nil }) else {
            let reasons = screens.compactMap { screen in screen.reason.map { "\(screen.name): \($0)" } }
            guard reasons.isEmpty else { throw SystemPathsError.nothingDrawn(reasons.joined(separator: ", ")) }
            throw SystemPathsError.nothingSeen(elevation: stage.meanElevation(at: runs[0].meter.frameTimes))
        }
        return ScreenReplay(
            stage,
            times: runs[0].meter.frameTimes.map { $0 - begin },
            begin: begin,
            prepared: prepared,
            truths: runs.map(\.meter.truth),
            screens: screens
        )
    }

    /// - Parameter truths: the true viewpoints for each system. Those for the first system are shown.
    private init(
        _ stage: SceneOnRecording,
        times: [Seconds],
        begin: Seconds,
        prepared: PreparedRecording,
        truths: [TrueViewpoints],
        screens: [PipelineScreen]
    ) {
        recording = stage.recording.name
        self.reference = prepared.reference.kind
        track = Track(stage, at: times.map { $0 + begin })
        duration = stage.end - begin
        self.times = times
        places = stage.places.places.map(\.name)
        var cursor = 0
        truth = times.map { truths[0].orientations?.orientation(at: $0 + begin, from: &cursor) }
        fieldStrength = stage.recording.magnetometer.map { stream in
            var sample = 0
            return times.map { time in
                while sample + 1 < stream.count, stream.times[sample + 1] <= time + begin { sample += 1 }
                return stream.values[sample].length
            }
        }
        let motion = prepared.reference.stream.map { ReferenceMotion($0) }
        rests = (motion?.rests ?? []).map { $0.lowerBound - begin...$0.upperBound - begin }
        disturbances = (stage.recording.magnetometer.map(MagneticDisturbance.stretches) ?? [])
            .map { $0.lowerBound - begin...$0.upperBound - begin }
        let basis = prepared.reference.kind == .truth ? [] : [prepared.reference.remark]
        remarks =
            basis + stage.remarks(placeCount: stage.places.places.count) + truths.compactMap(\.headingRemark)
        self.screens = screens
    }

    /// Returns the times with the largest pixel errors, worst first, at least `distance` seconds apart.
    ///
    /// Times at which all pipelines are compared come first. At the start, for example, a pipeline without a picture
    /// cannot be compared.
    public func worstMoments(count: Int, distance: Seconds = 2) -> [Moment] {
        var candidates: [(moment: Moment, isComplete: Bool)] = []
        let drawing = screens.indices.filter { screens[$0].reason == nil }
        for (frame, time) in times.enumerated() {
            let errors = drawing.compactMap { pipeline in
                screens[pipeline].frames[frame].pixelError.map { Moment(time: time, pipeline: pipeline, error: $0) }
            }
            guard let worst = errors.max(by: { $0.error < $1.error }) else { continue }
            candidates.append((worst, errors.count == drawing.count))
        }
        candidates.sort { one, other in
            if one.isComplete != other.isComplete { return one.isComplete }
            return (other.moment.error, one.moment.time) < (one.moment.error, other.moment.time)
        }
        var chosen: [Moment] = []
        for (moment, _) in candidates where chosen.count < count {
            if chosen.allSatisfy({ abs($0.time - moment.time) >= distance }) { chosen.append(moment) }
        }
        return chosen
    }

    /// The time of a display frame, and the pipeline with the largest pixel error at this time.
    public struct Moment: Sendable, Hashable {
        /// The time in seconds after the recording's first sample.
        public let time: Seconds
        /// The index in ``ScreenReplay/screens`` of the pipeline with the largest error.
        public let pipeline: Int
        /// The root mean square of the pixel errors of ``pipeline`` at ``time``.
        public let error: Double
    }
}

extension ScreenReplay.Track {
    /// Collects the user's true and shown positions at ascending times. Returns `nil` if the recording has no location
    /// fixes, or if the user has one given position for the whole recording.
    fileprivate init?(_ stage: SceneOnRecording, at times: [Seconds]) {
        guard stage.station == nil, let fixes = stage.recording.location,
            let first = stage.recording.firstFix
        else { return nil }
        let frame = LocalTangentFrame(at: first)
        var (truth, estimates, radii): ([Vector3?], [Vector3?], [Metres?]) = ([], [], [])
        var (cursor, next) = (0, 0)
        var latest: LocationFix?
        for time in times {
            while next < fixes.count, fixes.times[next] <= time {
                if fixes.values[next].point != nil { latest = fixes.values[next] }
                next += 1
            }
            truth.append(stage.truth.position(at: time, from: &cursor).map { frame.local($0) })
            let position = latest.flatMap { GeodeticPosition($0, heightIfMissing: first.height) }
            estimates.append(position.map { frame.local($0) })
            radii.append(latest?.horizontalAccuracyMetres.flatMap { $0 > 0 ? $0 : nil })
        }
        (self.truth, self.estimates, self.radii) = (truth, estimates, radii)
    }
}

extension SceneOnRecording {
    /// Returns the mean elevation of the camera's axis above the horizon at the given times; `nil` if it is unknown.
    fileprivate func meanElevation(at times: [Seconds]) -> Angle? {
        var cursor = 0
        let degrees = times.compactMap { truth.orientations?.orientation(at: $0, from: &cursor) }
            .map { ViewAngles(orientation: $0).elevation.degrees }
        return degrees.isEmpty ? nil : Angle(degrees: degrees.compensatedMean)
    }
}
