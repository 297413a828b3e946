import Geodesy
public import SensorModel

/// A fix, and where in the scene the device was at its moment: Yandex.Maps' "estimate" (Yandex 2017,
/// section "Determining the position of an object on the stage").
public struct LocationEstimate: Sendable, Hashable {
    public var time: Seconds
    public var point: GeographicPoint
    /// The fix's horizontal accuracy, as the device states it; greater than 0.
    public var accuracy: Metres
    /// Metres, in the scene as it was tracked, whatever turns it has had since.
    public var scenePosition: Vector3

    /// - Returns: nil for a fix that is not a place on the Earth, or whose accuracy is not stated: without one or with
    ///   one that is not above 0, which is how Core Location marks a fix as invalid.
    public init?(_ fix: LocationFix, at time: Seconds, scenePosition: Vector3) {
        guard let point = fix.point, let accuracy = fix.horizontalAccuracyMetres, accuracy > 0, accuracy.isFinite,
            scenePosition.isFinite
        else { return nil }
        self.init(time: time, point: point, accuracy: accuracy, scenePosition: scenePosition)
    }

    public init(time: Seconds, point: GeographicPoint, accuracy: Metres, scenePosition: Vector3) {
        self.time = time
        self.point = point
        self.accuracy = accuracy
        self.scenePosition = scenePosition
    }

    /// Whether this estimate is to be preferred: the more accurate one, and of equals the newer.
    func isBetter(than other: LocationEstimate) -> Bool {
        accuracy == other.accuracy ? time > other.time : accuracy < other.accuracy
    }
}
