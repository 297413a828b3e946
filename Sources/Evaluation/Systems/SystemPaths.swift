public import Pipelines
public import Recordings
public import SensorModel

/// The path of one place on the screens of several systems and in the camera's view, for a time span of a recording.
public struct SystemPaths: Sendable {
    /// A position in pixels from the screen's upper left corner.
    public struct Spot: Sendable, Hashable {
        /// The distance from the left edge in pixels.
        public let x: Double
        /// The distance from the upper edge in pixels.
        public let y: Double
        /// A Boolean value that indicates whether the place is on the screen and within the system's radius.
        public let isVisible: Bool

        /// Creates a position from pixel coordinates.
        public init(x: Double, y: Double, isVisible: Bool) {
            self.x = x
            self.y = y
            self.isVisible = isVisible
        }

        /// Creates the position of a placement. Returns `nil` if the place is not in front of the camera.
        init?(_ placement: ScreenPlacement?) {
            guard let placement, !placement.isOnUserSide, let point = placement.point else { return nil }
            self.init(x: point.x, y: point.y, isVisible: placement.isVisible)
        }
    }

    /// The drawn position of the place, and the position that the camera sees, at one display frame.
    public struct Moment: Sendable, Hashable {
        /// The time in seconds after the recording's first sample.
        public let time: Seconds
        /// The position that the system draws; `nil` before the first picture, or if the camera faces away.
        public let drawn: Spot?
        /// The true position of the place on the system's screen, as seen by the camera; `nil` if the true orientation
        /// is unknown, or if the camera faces away.
        public let seen: Spot?

        /// Creates the positions at one display frame.
        public init(time: Seconds, drawn: Spot?, seen: Spot?) {
            self.time = time
            self.drawn = drawn
            self.seen = seen
        }

        /// The distance between ``drawn`` and ``seen`` in pixels; `nil` if the camera does not see the place, or if the
        /// system does not draw the place.
        public var error: Double? {
            guard let seen, seen.isVisible, let drawn else { return nil }
            let (across, down) = (drawn.x - seen.x, drawn.y - seen.y)
            return (across * across + down * down).squareRoot()
        }
    }

    /// The path of the place on one system's screen.
    public struct Path: Sendable {
        /// The system's specification, as given by the user.
        public let system: String
        /// The width of the screen in pixels.
        public let screenWidth: Double
        /// The height of the screen in pixels.
        public let screenHeight: Double
        /// The positions of the place at each display frame, in order of time.
        public let moments: [Moment]

        /// Creates the path on one system's screen.
        public init(system: String, screenWidth: Double, screenHeight: Double, moments: [Moment]) {
            self.system = system
            self.screenWidth = screenWidth
            self.screenHeight = screenHeight
            self.moments = moments
        }

        /// A Boolean value that indicates whether the system draws the place in any frame.
        public var isDrawn: Bool { moments.contains { $0.drawn != nil } }

        /// The root mean square of all ``Moment/error`` values in pixels, each limited to the screen's diagonal.
        ///
        /// The value is `nil` if the camera does not see the place, or if the system never draws the place.
        public var pixelRMSE: Double? {
            guard isDrawn else { return nil }
            let diagonal = (screenWidth * screenWidth + screenHeight * screenHeight).squareRoot()
            let seen = moments.filter { $0.seen?.isVisible ?? false }
            return seen.map { min($0.error ?? diagonal, diagonal) }.rootMeanSquare
        }
    }

    /// The recording's name.
    public let recording: String
    /// The place's name.
    public let place: String
    /// The time span of the paths, in seconds after the recording's first sample.
    public let span: ClosedRange<Seconds>
    /// The place's path on each system's screen, in the order of the systems.
    public let paths: [Path]

    /// Creates the paths of a place.
    public init(recording: String, place: String, span: ClosedRange<Seconds>, paths: [Path]) {
        self.recording = recording
        self.place = place
        self.span = span
        self.paths = paths
    }
}

extension SystemPaths {
    /// Replays the systems over a recording and records the path of one place.
    ///
    /// - Parameters:
    ///   - recording: the recording to replay.
    ///   - systems: at least one system. If `place` or `start` is `nil`, the first system's camera determines the
    ///     choice.
    ///   - scene: the places and the user's position, as in an evaluation.
    ///   - place: the name or identifier of a place. If it is `nil`, the place with the longest path is chosen among
    ///     the places that are visible for most of the span.
    ///   - start: the start of the span in seconds after the first sample; `nil` for the span with the longest path.
    ///   - duration: the length of the span in seconds, above 0.
    ///   - options: the options that select the reference and the display rate.
    /// - Throws: ``SystemPathsError`` if no paths can be shown; `InputError` if the layout contains invalid parameters
    ///   of the system's estimator.
    public static func replay(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        place: String? = nil,
        start: Seconds? = nil,
        duration: Seconds = 10,
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> SystemPaths {
        precondition(!systems.isEmpty && duration > 0, "at least one system and a duration above 0 are needed")
        let prepared = PreparedRecording(recording, options: options)
        let stage = try SceneOnRecording(scene, prepared)
        var runs = try systems.map { system in
            stage.run(try recording.fitted(system), options: options)
        }
        for run in runs { try stage.requireTrueOrientation(for: run) }
        let begin = runs[0].meter.start
        let length = stage.end - begin
        if let start, start >= length { throw SystemPathsError.beyondEnd(from: start, end: length) }
        let wanted = try place.map { try index(of: $0, in: stage.places) }
        let choice = SystemPathChoice(place: wanted, duration: duration)
        let search = start.map { begin + $0...min(begin + $0 + duration, stage.end) } ?? begin...stage.end
        guard let best = choice.best(in: search, seenBy: runs[0].meter) else {
            throw SystemPathsError.nothingSeen(elevation: nil)
        }
        for index in runs.indices { runs[index].meter.recorded = (best.place, best.span) }
        // Samples after the span do not affect its frames.
        let frames = FrameMerge(prepared.recording).prefix { $0.time <= best.span.upperBound + 1 }
        for index in runs.indices {
            runs[index].process(frames)
            runs[index].finish()
        }
        return SystemPaths(
            recording: recording.name,
            place: stage.places.places[best.place].name,
            span: (best.span.lowerBound - begin)...(best.span.upperBound - begin),
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

/// The reason why the paths of a place cannot be shown.
public enum SystemPathsError: Error, Sendable, Hashable {
    /// No place has the given name or identifier. The suggestion is the most similar name.
    case unknownPlace(String, suggestion: String?)
    /// The true orientation is unknown. The associated value is the reason.
    case noTruth(String)
    /// The span begins after the recording's end. Both times are in seconds after the first sample.
    case beyondEnd(from: Seconds, end: Seconds)
    /// The camera sees no place in the span, or does not see the specified place. The associated value is the mean
    /// elevation of the camera's axis, or `nil` if it is not computed.
    case nothingSeen(elevation: Angle?)
    /// No pipeline draws anything. The associated value lists the reasons.
    case nothingDrawn(String)

    /// A Boolean value that indicates whether the error is due to the recording. Otherwise, the error is due to the
    /// arguments.
    public var isBadData: Bool {
        switch self {
        case .noTruth, .nothingDrawn: true
        case .unknownPlace, .beyondEnd, .nothingSeen: false
        }
    }
}

extension SystemPathsError: CustomStringConvertible {
    /// The limit of the elevation of the camera's axis, in degrees above or below the horizon. Up to this limit, the
    /// camera is assumed to see places at the horizon.
    private static let horizontalDegrees = 20.0

    /// The error message in one line: the problem and the remedy.
    public var description: String {
        switch self {
        case .unknownPlace(let name, let suggestion):
            let hint = suggestion.map { "did you mean '\($0)'?" } ?? "use the name of a place in --pois"
            return "no place is named '\(name)'; \(hint)"
        case .noTruth(let reason):
            return "the screen cannot be compared with the camera's view: \(reason)"
        case .beyondEnd(let from, let end):
            return "the span starts at \(from) s, but the recording ends at \((end * 10).rounded() / 10) s; "
                + "choose an earlier start"
        case .nothingDrawn(let reasons):
            return "no pipeline draws anything (\(reasons)); choose other pipelines or another recording"
        case .nothingSeen(let elevation):
            guard let degrees = elevation?.degrees.rounded(), abs(degrees) > Self.horizontalDegrees else {
                return "the camera sees no place in the span; choose another place or span"
            }
            let side = degrees < 0 ? "below" : "above"
            return
                "the camera sees no place in the span, because it looks \(Int(abs(degrees)))° \(side) the horizon on "
                + "average; choose a span in which the device is upright, or compare pipelines with 'sextant evaluate'"
        }
    }
}

/// The choice of a place and a time span, such that the place is visible for most of the span and has the longest path.
struct SystemPathChoice {
    /// The index of the place; `nil` to choose the place.
    let place: Int?
    let duration: Seconds

    /// The rate in hertz at which the camera's view is computed during the search. Each candidate span begins a whole
    /// number of seconds after the start of the search.
    private static let rate = 10
    /// The minimum fraction of a span's samples in which a place must be visible. Only places that reach this fraction
    /// are ranked by the length of their path.
    private static let sufficientShare = 0.8
    /// The maximum number of samples, which cover one day.
    private static let maximumSamples = 86_400 * rate

    /// The score that ranks places. Places that are visible long enough are ordered by the length of their path. The
    /// remaining places follow, ordered by the time for which they are visible.
    private struct Score: Comparable {
        var samples = 0
        /// The length of the path in pixels.
        var length = 0.0
        var isSufficient = false

        static func < (left: Score, right: Score) -> Bool {
            if left.isSufficient != right.isSufficient { return right.isSufficient }
            return left.isSufficient ? left.length < right.length : left.samples < right.samples
        }
    }

    /// Returns the place and span with the highest score, or `nil` if the camera sees no place.
    func best(
        in search: ClosedRange<Seconds>,
        seenBy meter: ScreenMeter
    ) -> (place: Int, span: ClosedRange<Seconds>)? {
        let samples = samples(over: search, through: meter)
        let width = min(Int(saturating: (duration * Double(Self.rate)).rounded(.up)), max(samples.count, 1))
        var best: (place: Int, start: Int, score: Score)?
        for start in stride(from: 0, through: max(0, samples.count - width), by: Self.rate) {
            let stretch = samples[start..<min(start + width, samples.count)]
            for (place, score) in scores(of: stretch, width: width) where best.map({ $0.score < score }) ?? true {
                best = (place, start, score)
            }
        }
        return best.map { best in
            let from = search.lowerBound + Double(best.start) / Double(Self.rate)
            return (best.place, from...(from + duration))
        }
    }

    /// Returns, for each sample, the screen positions of the places that the camera sees.
    private func samples(over range: ClosedRange<Seconds>, through meter: ScreenMeter) -> [[Int: ScreenPoint]] {
        var cursors = (truth: 0, position: 0)
        var storedView: PlaceView?
        let count =
            min(Int(saturating: (range.upperBound - range.lowerBound) * Double(Self.rate)), Self.maximumSamples) + 1
        return (0..<count).map { number in
            let time = range.lowerBound + Double(number) / Double(Self.rate)
            let position = meter.truth.position(at: time, from: &cursors.position) ?? meter.station
            guard let position,
                let orientation = meter.truth.orientations?.orientation(at: time, from: &cursors.truth)
            else { return [:] }
            if storedView?.position != position { storedView = meter.exactView(from: position) }
            guard var view = storedView else { return [:] }
            storedView = nil
            let shown = place.map { [view.place($0, orientation)] } ?? view.visible(orientation)
            storedView = view
            let visible = shown.filter(\.placement.isVisible).compactMap { shown in
                shown.placement.point.map { (shown.place, $0) }
            }
            return Dictionary(uniqueKeysWithValues: visible)
        }
    }

    /// Returns the score of each place, in the order of the places.
    private func scores(of stretch: ArraySlice<[Int: ScreenPoint]>, width: Int) -> [(Int, Score)] {
        var scores: [Int: Score] = [:]
        var before: [Int: ScreenPoint] = [:]
        for sample in stretch {
            for (place, point) in sample {
                var score = scores[place] ?? Score()
                score.samples += 1
                score.length += before[place].map { $0.distance(to: point) } ?? 0
                score.isSufficient = Double(score.samples) >= Self.sufficientShare * Double(width)
                scores[place] = score
            }
            before = sample
        }
        return scores.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
