public import SensorModel

/// The orientations that a pipeline gave, oldest first.
public struct Estimates: Sendable, Hashable {
    /// On the recording's clock, strictly increasing.
    public private(set) var times: [Seconds] = []
    /// Device → Earth (East, North, Up).
    public private(set) var orientations: [UnitQuaternion] = []

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
        if let last = times.last, time <= last {
            orientations[orientations.count - 1] = orientation
        } else {
            times.append(time)
            orientations.append(orientation)
        }
    }
}
