internal import Geodesy
public import SensorModel

/// Drops fixes that are worse than what the last one still tells, or too near to it to be reported.
///
/// iBetelgeuse (Stevense & van der Tak 2010, section 4.4.1): the accuracy of the last fix, grown by a maximum speed, bounds
/// where the device can be. iLocator (Bertram 2012, section 3.4.3) reports its position to friends after each 10 m. O(1) per
/// fix.
public struct LocationGate: Sendable {
    /// nil lets every fix through.
    public let maximumSpeed: Double?
    /// A fix that is nearer to the last one that was let through is dropped; nil for none.
    public let reportDistance: Metres?
    /// Fixes that were dropped because they are nearer than ``reportDistance``.
    public private(set) var near = 0
    /// Fixes that were dropped because they are worse than the last one still is.
    public private(set) var dropped = 0
    /// Fixes that are no place on the Earth, or not later than the last one.
    public private(set) var unusable = 0
    private var last: (accuracy: Metres?, time: Seconds)?
    private var reported: GeographicPoint?

    /// - Parameters:
    ///   - maximumSpeed: in metres per second, 0 or more; nil lets every fix through.
    ///   - reportDistance: 0 or more; nil lets every fix through.
    public init(maximumSpeed: Double? = nil, reportDistance: Metres? = nil) {
        self.maximumSpeed = maximumSpeed
        self.reportDistance = reportDistance
    }

    /// Whether the fix is to be used. One without an accuracy is, and bounds nothing.
    public mutating func admits(_ fix: LocationFix, at time: Seconds) -> Bool {
        guard let point = fix.point, time.isFinite, last.map({ time > $0.time }) ?? true else {
            unusable += 1
            return false
        }
        // r_n > r_{n−1} + v_max (t_n − t_{n−1}): dropped
        if let maximumSpeed, let last, let before = last.accuracy, let now = fix.horizontalAccuracyMetres,
            now > before + maximumSpeed * (time - last.time)
        {
            dropped += 1
            return false
        }
        last = (fix.horizontalAccuracyMetres, time)
        if let reportDistance, let reported,
            let distance = Haversine().distance(from: reported, to: point), distance < reportDistance
        {
            near += 1
            return false
        }
        reported = point
        return true
    }
}
