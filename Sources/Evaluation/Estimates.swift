public import SensorModel

/// The orientations that a pipeline gave, oldest first.
public struct Estimates: Sendable, Hashable {
    /// On the recording's clock, strictly increasing.
    public private(set) var times: [Seconds] = []
    /// Device → Earth (East, North, Up).
    public private(set) var orientations: [UnitQuaternion] = []
    /// How many orientations were not finite numbers: they are not kept.
    public private(set) var nonFiniteCount = 0

    public init() {}

    public var count: Int { times.count }

    /// Makes room for so many more.
    mutating func reserve(_ additional: Int) {
        times.reserveCapacity(times.count + additional)
        orientations.reserveCapacity(orientations.count + additional)
    }

    /// Adds the next one. One that is not later than the last takes its place: it holds more samples of the same
    /// moment.
    public mutating func append(_ orientation: UnitQuaternion, at time: Seconds) {
        guard (orientation.w + orientation.x + orientation.y + orientation.z).isFinite else {
            nonFiniteCount += 1
            return
        }
        if let last = times.last, time <= last {
            orientations[orientations.count - 1] = orientation
        } else {
            times.append(time)
            orientations.append(orientation)
        }
    }
}
