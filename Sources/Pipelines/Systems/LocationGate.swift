internal import Geodesy
public import SensorModel

/// Drops fixes that add no information to the last one, or are too close to it to be reported.
///
/// iBetelgeuse (Stevense & van der Tak 2010, section 4.4.1): the accuracy of the last fix plus the largest possible
/// motion is an upper bound of the position's error. iLocator (Bertram 2012, section 3.4.3) reports its position after
/// each 10 m. LocAR.js (`gpsMinAccuracy`) drops fixes with an accuracy worse than 100 m. O(1) for each fix.
///
/// ```swift
/// var gate = LocationGate(maximumSpeed: 200)
/// let isUsed = gate.admits(fix, at: 12.5)
/// ```
public struct LocationGate: Sendable {
    /// The maximum speed of the device in m/s; nil accepts fixes of any accuracy.
    public let maximumSpeed: Double?
    /// The smallest distance in metres from the last accepted fix; nil for none.
    public let reportDistance: Metres?
    /// The largest accuracy value of accepted fixes in metres; nil accepts any.
    public let worstAccuracy: Metres?
    /// The number of fixes dropped because they are closer than ``reportDistance``.
    public private(set) var near = 0
    /// The number of fixes dropped because they are less accurate than the limit, or than the bound from the last one.
    public private(set) var dropped = 0
    /// The number of fixes with an invalid location, or not later than the last one.
    public private(set) var unusable = 0
    private var last: (accuracy: Metres?, time: Seconds)?
    private var reported: GeographicPoint?

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - maximumSpeed: in m/s, at least 0; nil accepts fixes of any accuracy.
    ///   - reportDistance: in metres, at least 0; nil for none.
    ///   - worstAccuracy: in metres, at least 0; nil for any. A fix without accuracy is accepted.
    public init(maximumSpeed: Double? = nil, reportDistance: Metres? = nil, worstAccuracy: Metres? = nil) {
        self.worstAccuracy = worstAccuracy
        self.maximumSpeed = maximumSpeed
        self.reportDistance = reportDistance
    }

    /// Whether the fix is accepted. A fix without accuracy is accepted and does not limit later ones.
    public mutating func admits(_ fix: LocationFix, at time: Seconds) -> Bool {
        guard let point = fix.point, time.isFinite, last.map({ time > $0.time }) ?? true else {
            unusable += 1
            return false
        }
        if let worstAccuracy, let accuracy = fix.horizontalAccuracyMetres, accuracy > worstAccuracy {
            dropped += 1
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
