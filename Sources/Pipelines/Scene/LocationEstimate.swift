import Geodesy
public import SensorModel

/// A fix with the device's simultaneous position in the scene: an "estimate" of Yandex.Maps (Yandex 2017, section
/// "Determining the position of an object on the stage").
public struct LocationEstimate: Sendable, Hashable {
    /// The time of the fix.
    public var time: Seconds
    /// The place of the fix.
    public var point: GeographicPoint
    /// The fix's stated horizontal accuracy in metres; greater than 0.
    public var accuracy: Metres
    /// The position in the tracked scene in metres, before any correction of its axes.
    public var scenePosition: Vector3

    /// Creates an estimate from a fix.
    ///
    /// - Returns: nil for a fix with an invalid location, and for one without a positive accuracy. Core Location marks
    ///   invalid fixes with a negative accuracy.
    public init?(_ fix: LocationFix, at time: Seconds, scenePosition: Vector3) {
        guard let point = fix.point, let accuracy = fix.horizontalAccuracyMetres, accuracy > 0, accuracy.isFinite,
            scenePosition.isFinite
        else { return nil }
        self.init(time: time, point: point, accuracy: accuracy, scenePosition: scenePosition)
    }

    /// Creates an estimate from its parts.
    public init(time: Seconds, point: GeographicPoint, accuracy: Metres, scenePosition: Vector3) {
        self.time = time
        self.point = point
        self.accuracy = accuracy
        self.scenePosition = scenePosition
    }

    /// Whether this estimate is more accurate, or newer at equal accuracy.
    func isBetter(than other: LocationEstimate) -> Bool {
        accuracy == other.accuracy ? time > other.time : accuracy < other.accuracy
    }
}
