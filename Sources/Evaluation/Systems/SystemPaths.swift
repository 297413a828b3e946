import Pipelines
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
