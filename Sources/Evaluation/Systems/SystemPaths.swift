public import Pipelines
public import SensorModel

/// One place's path over the screens of several systems, beside the path that the camera sees, over a stretch of a
/// recording.
public struct SystemPaths: Sendable {
    /// A display frame.
    public struct Moment: Sendable, Hashable {
        public let time: Seconds
        /// Where the system draws the place; nil before its first picture.
        public let drawn: ScreenPlacement?
        /// Where the camera sees it on the same screen; nil where the truth is not known.
        public let seen: ScreenPlacement?
    }

    public struct Path: Sendable {
        /// The system's SPEC.
        public let system: String
        public let screen: Screen
        /// Every display frame of the stretch, oldest first.
        public let moments: [Moment]
    }

    public let recording: String
    public let place: PointOfInterest
    /// The stretch, on the recording's clock.
    public let span: ClosedRange<Seconds>
    /// In the order in which the systems were given.
    public let paths: [Path]
}
