public import Pipelines
public import Recordings
public import SensorModel

/// One place's path over the screens of several systems, beside the path that the camera sees, over a stretch of a
/// recording.
public struct SystemPaths: Sendable {
    /// A pixel, from the screen's upper left corner: x right, y down.
    public struct Spot: Sendable, Hashable {
        public let x: Double
        public let y: Double
        /// Whether the place is on the screen and within the system's radius.
        public let isVisible: Bool

        public init(x: Double, y: Double, isVisible: Bool) {
            self.x = x
            self.y = y
            self.isVisible = isVisible
        }

        /// nil where there is no pixel in front of the camera.
        init?(_ placement: ScreenPlacement?) {
            guard let placement, !placement.isBehind, let point = placement.point else { return nil }
            self.init(x: point.x, y: point.y, isVisible: placement.isVisible)
        }
    }

    /// A display frame.
    public struct Moment: Sendable, Hashable {
        /// After the recording's first sample.
        public let time: Seconds
        /// Where the system draws the place; nil before its first picture, and where the place is behind.
        public let drawn: Spot?
        /// Where the camera sees it on the same screen; nil where the truth is not known, and where the place is behind.
        public let seen: Spot?

        public init(time: Seconds, drawn: Spot?, seen: Spot?) {
            self.time = time
            self.drawn = drawn
            self.seen = seen
        }

        /// Between the two, in pixels; nil where the camera does not see the place, and where the system has no pixel for
        /// it.
        public var error: Double? {
            guard let seen, seen.isVisible, let drawn else { return nil }
            let (across, down) = (drawn.x - seen.x, drawn.y - seen.y)
            return (across * across + down * down).squareRoot()
        }
    }

    public struct Path: Sendable {
        /// The system's SPEC.
        public let system: String
        /// In pixels.
        public let screenWidth: Double
        public let screenHeight: Double
        /// Every display frame of the stretch, oldest first.
        public let moments: [Moment]

        public init(system: String, screenWidth: Double, screenHeight: Double, moments: [Moment]) {
            self.system = system
            self.screenWidth = screenWidth
            self.screenHeight = screenHeight
            self.moments = moments
        }

        /// Whether the system draws the place at any moment.
        public var isDrawn: Bool { moments.contains { $0.drawn != nil } }

        /// Root mean square of the errors, in pixels, none of which counts as more than the screen's diagonal; nil where
        /// the camera does not see the place, and where the system draws it never.
        public var pixelRMSE: Double? {
            guard isDrawn else { return nil }
            let diagonal = (screenWidth * screenWidth + screenHeight * screenHeight).squareRoot()
            let seen = moments.filter { $0.seen?.isVisible ?? false }
            return seen.map { min($0.error ?? diagonal, diagonal) }.rootMeanSquare
        }
    }

    public let recording: String
    /// The place's name.
    public let place: String
    /// The stretch, after the recording's first sample.
    public let span: ClosedRange<Seconds>
    /// In the order in which the systems were given.
    public let paths: [Path]

    public init(recording: String, place: String, span: ClosedRange<Seconds>, paths: [Path]) {
        self.recording = recording
        self.place = place
        self.span = span
        self.paths = paths
    }
}

extension SystemPaths {
    /// Replays the systems over a recording and keeps the path of one place.
    ///
    /// - Parameters:
    ///   - recording: what is replayed.
    ///   - systems: at least one; the camera of the first tells which place is chosen.
    ///   - scene: the places and the user's station, as in an evaluation.
    ///   - place: a place's name or identifier; nil for the place that moves most among those that the camera sees for
    ///     most of the stretch.
    ///   - start: where the stretch begins, after the first sample; nil for where such a place moves most.
    ///   - duration: of the stretch; greater than 0.
    ///   - options: the reference and the display rate.
    /// - Throws: ``SystemPathsError``, and `SpecificationError` when the recording's layout gives an estimator parameters
    ///   that do not fit it.
    public static func replay(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        place: String? = nil,
        start: Seconds? = nil,
        duration: Seconds = 10,
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> SystemPaths {
        precondition(!systems.isEmpty && duration > 0, "something is drawn for a while")
        let prepared = PreparedRecording(recording, options: options)
        let stage = SceneOnRecording(scene, prepared)
        if let reason = stage.truth.reasonWithoutOrientation { throw SystemPathsError.noTruth(reason) }
        var runs = try systems.map { system in
            stage.run(try system.filled(from: recording.estimators), options: options)
        }
        let begin = runs[0].meter.start
        let length = stage.end - begin
        if let start, start >= length { throw SystemPathsError.beyondEnd(from: start, end: length) }
        let wanted = try place.map { try index(of: $0, in: stage.places) }
        let choice = SystemPathChoice(place: wanted, duration: duration)
        let search = start.map { begin + $0...min(begin + $0 + duration, stage.end) } ?? begin...stage.end
        guard let wish = choice.best(in: search, seenBy: runs[0].meter) else { throw SystemPathsError.nothingSeen }
        for index in runs.indices { runs[index].record(wish.place, over: wish.span) }
        // What comes later changes nothing of the stretch.
        let frames = FrameMerge(prepared.recording).prefix { $0.time <= wish.span.upperBound + 1 }
        for index in runs.indices {
            runs[index].process(frames)
            runs[index].finish()
        }
        return SystemPaths(
            recording: recording.name,
            place: stage.places.places[wish.place].name,
            span: (wish.span.lowerBound - begin)...(wish.span.upperBound - begin),
            paths: zip(systems, runs).map { system, run in
                Path(
                    system: system.text,
                    screenWidth: system.screen.width,
                    screenHeight: system.screen.height,
                    moments: run.meter.moments
                )
            }
        )
    }

    private static func index(of name: String, in set: PlaceSet) throws(SystemPathsError) -> Int {
        let found = set.places.firstIndex { $0.name == name } ?? set.places.firstIndex { $0.identifier == name }
        guard let found else {
            throw .unknownPlace(name, suggestion: NearestName.suggestion(for: name, among: set.places.map(\.name)))
        }
        return found
    }
}

/// Why the paths of a place over screens cannot be shown.
public enum SystemPathsError: Error, Sendable, Hashable {
    /// No place has this name or identifier; perhaps another was meant.
    case unknownPlace(String, suggestion: String?)
    /// Nothing is known of how the device was truly held; why.
    case noTruth(String)
    /// The stretch begins behind the recording's end, both in seconds after its first sample.
    case beyondEnd(from: Seconds, end: Seconds)
    /// The camera does not see any of the places, or not the one that was asked for, in the stretch.
    case nothingSeen

    /// Whether the recording is at fault rather than what was asked for.
    public var isBadData: Bool {
        if case .noTruth = self { true } else { false }
    }
}

extension SystemPathsError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownPlace(let name, let suggestion):
            let hint = suggestion.map { "did you mean '\($0)'?" } ?? "give the name of one of them"
            return "found no place named '\(name)' among those shown; \(hint)"
        case .noTruth(let reason):
            return "\(reason), expected a true orientation beside which to draw; choose another recording"
        case .beyondEnd(let from, let end):
            return "found a stretch from \(from) s, expected one that begins before the last sample at "
                + "\((end * 10).rounded() / 10) s; give an earlier one"
        case .nothingSeen:
            return "found no place that the camera sees in the stretch, expected one; choose another place or stretch"
        }
    }
}
