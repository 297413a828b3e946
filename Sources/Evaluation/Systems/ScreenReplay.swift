public import Pipelines
public import Recordings
public import SensorModel

/// The screens of several pipelines at each display frame of a span of a recording, together with the camera's view.
///
/// All values come from the same runs and the same comparison as the screen metrics.
///
/// ```swift
/// let replay = try ScreenReplay.replay(recording, systems: [system], span: 0...120)
/// print(replay.screens[0].pixelRMSE ?? .nan)
/// ```
public struct ScreenReplay: Sendable {
    /// A place on a screen.
    public struct Spot: Sendable, Hashable {
        /// The index of the place in ``ScreenReplay/places``.
        public let place: Int
        /// The distance from the left edge in pixels.
        public let x: Double
        /// The distance from the upper edge in pixels.
        public let y: Double

        /// Creates a spot. x and y are in pixels from the upper left corner.
        public init(place: Int, x: Double, y: Double) {
            self.place = place
            self.x = x
            self.y = y
        }
    }

    /// One display frame of a pipeline.
    public struct Frame: Sendable, Hashable {
        /// The orientation for which the picture is drawn, device → East, North, Up; `nil` before the first picture.
        public var orientation: UnitQuaternion?
        /// The drawn positions of all places that the pipeline shows or the camera sees.
        public var drawn: [Spot] = []
        /// The places that the camera sees, in pixels on the same screen.
        public var seen: [Spot] = []
        /// The sum of the squared errors of the places that the camera sees, in pixels². Each error is limited to the
        /// screen's diagonal. The sum is 0 without a valid reference.
        public var squaredError = 0.0
        /// The number of compared places.
        public var compared = 0
        /// The angle between the drawn and the true orientation in degrees; `nil` if one of them is missing.
        public var orientationError: Double?

        /// Creates an empty frame.
        public init() {}

        /// The root mean square of the errors in pixels; `nil` without compared places.
        public var pixelError: Double? { compared > 0 ? (squaredError / Double(compared)).squareRoot() : nil }
    }

    /// The screen of one pipeline.
    public struct PipelineScreen: Sendable {
        /// The SPEC of the pipeline.
        public let name: String
        /// The camera and its screen.
        public let projection: PerspectiveProjection
        /// The frames at ``ScreenReplay/times``.
        public let frames: [Frame]
        /// The reason why the pipeline draws nothing; `nil` if it draws.
        public let reason: String?

        /// The root mean square of all errors in pixels; `nil` if nothing was compared.
        public var pixelRMSE: Double? {
            let count = frames.reduce(0) { $0 + $1.compared }
            guard reason == nil, count > 0 else { return nil }
            return (frames.reduce(0) { $0 + $1.squaredError } / Double(count)).squareRoot()
        }

        /// The root mean square of the orientation errors in degrees; `nil` if nothing was compared.
        public var orientationRMSE: Double? {
            let errors = frames.compactMap(\.orientationError)
            return reason == nil && !errors.isEmpty ? errors.rootMeanSquare : nil
        }
    }

    /// The recording's name.
    public let recording: String
    /// The length of the whole recording in seconds.
    public let duration: Seconds
    /// The times of the display frames in seconds after the recording's first sample.
    public let times: [Seconds]
    /// The names of the places.
    public let places: [String]
    /// The true orientations at ``times``; `nil` at times when the reference is unknown.
    public let truth: [UnitQuaternion?]
    /// The strength of the magnetic field at ``times`` in µT; `nil` without a magnetometer.
    public let fieldStrength: [Double]?
    /// The periods in which the reference is at rest, in seconds after the first sample.
    public let rests: [ClosedRange<Seconds>]
    /// The periods in which the magnetic field is disturbed, in seconds after the first sample.
    public let disturbances: [ClosedRange<Seconds>]
    /// The remarks on the user's position and the places.
    public let remarks: [String]
    /// The screens in the order of the pipelines.
    public let screens: [PipelineScreen]
}

extension ScreenReplay {
    /// Replays systems over a recording. O(samples · systems).
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - systems: at least one system; see `DescribedSystem/init(_:on:)` for other pipelines.
    ///   - scene: the places and the user's position.
    ///   - span: the span in seconds after the first sample. The part after the end of the recording is ignored.
    ///   - options: the reference and the display rate.
    /// - Throws: ``SystemPathsError`` if there is no true orientation, or if no pipeline can be compared; `InputError`
    ///   if the layout's estimator parameters do not fit the estimator.
    public static func replay(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        span: ClosedRange<Seconds>,
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> ScreenReplay {
        precondition(!systems.isEmpty, "a replay needs a system")
        let prepared = PreparedRecording(recording, options: options)
        let stage = SceneOnRecording(scene, prepared)
        if let reason = stage.truth.reasonWithoutOrientation { throw SystemPathsError.noTruth(reason) }
        var runs = try systems.map { stage.run(try recording.fitted($0), options: options) }
        let begin = runs[0].meter.start
        let duration = stage.end - begin
        guard span.lowerBound < duration else {
            throw SystemPathsError.beyondEnd(from: span.lowerBound, end: duration)
        }
        let last = begin + min(span.upperBound, duration)
        for index in runs.indices { runs[index].recordFrames(over: (begin + span.lowerBound)...last) }
        // Samples after the span do not affect its frames.
        let frames = FrameMerge(prepared.recording).prefix { $0.time <= last + 1 }
        for index in runs.indices {
            runs[index].process(frames)
            runs[index].finish()
        }
        let isCompassRecorded = recording.missing([.heading]).isEmpty
        let screens = zip(systems, runs).map { system, run in
            let missing = recording.missing(system.requiredSensors(isCompassRecorded: isCompassRecorded))
            let sensors = missing.map(\.rawValue).joined(separator: " and no ")
            let drawsNothing = run.meter.frames.allSatisfy { $0.orientation == nil }
            return PipelineScreen(
                name: system.text,
                projection: system.exactProjection,
                frames: run.meter.frames,
                reason: !missing.isEmpty
                    ? "the recording has no \(sensors)" : drawsNothing ? "it draws nothing in this span" : nil
            )
        }
        guard screens.contains(where: { $0.pixelRMSE != nil }) else {
            let reasons = screens.compactMap { screen in screen.reason.map { "\(screen.name): \($0)" } }
            throw reasons.isEmpty
                ? SystemPathsError.nothingSeen : .nothingDrawn(reasons.joined(separator: ", "))
        }
        return ScreenReplay(
            stage,
            times: runs[0].meter.frameTimes.map { $0 - begin },
            begin: begin,
            prepared: prepared,
            screens: screens
        )
    }

    private init(
        _ stage: SceneOnRecording,
        times: [Seconds],
        begin: Seconds,
        prepared: PreparedRecording,
        screens: [PipelineScreen]
    ) {
        recording = stage.recording.name
        duration = stage.end - begin
        self.times = times
        places = stage.places.places.map(\.name)
        var cursor = 0
        truth = times.map { stage.truth.orientations?.orientation(at: $0 + begin, from: &cursor) }
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
        remarks = stage.remarks
        self.screens = screens
    }

    /// Returns the moments with the largest pixel errors, worst first, at least `distance` seconds apart.
    ///
    /// Moments at which all pipelines are compared come first. At the start, for example, some pipelines may not draw
    /// yet.
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

    /// A moment, and the pipeline with the largest pixel error at that moment.
    public struct Moment: Sendable, Hashable {
        /// The time in seconds after the recording's first sample.
        public let time: Seconds
        /// The index of the pipeline in ``ScreenReplay/screens``.
        public let pipeline: Int
        /// The root mean square of the pipeline's pixel errors.
        public let error: Double
    }
}
