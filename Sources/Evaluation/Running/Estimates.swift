public import SensorModel

/// The orientations that a pipeline estimated, oldest first.
public struct Estimates: Sendable, Hashable {
    /// The times on the recording's clock, strictly increasing.
    public private(set) var times: [Seconds] = []
    /// The orientations, device → Earth (East, North, Up).
    public private(set) var orientations: [UnitQuaternion] = []
    /// The number of orientations that were not finite. They are not stored.
    public private(set) var nonFiniteCount = 0

    /// Creates an empty sequence of estimates.
    public init() {}

    /// The number of stored orientations.
    public var count: Int { times.count }

    /// Reserves capacity for this number of further orientations.
    mutating func reserve(_ additional: Int) {
        times.reserveCapacity(times.count + additional)
        orientations.reserveCapacity(orientations.count + additional)
    }

    /// Appends the next orientation. If its time is not later than the last one, it replaces that orientation: it
    /// includes more samples of the same moment.
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

extension Estimates {
    /// The orientations within each rest, with their mean on the sphere. Omits rests with fewer than two orientations.
    ///
    /// - Parameter rests: disjoint and in order, as ``ReferenceMotion/rests``.
    func grouped(
        byRests rests: [ClosedRange<Seconds>]
    ) -> [(mean: UnitQuaternion, orientations: ArraySlice<UnitQuaternion>)] {
        var next = 0
        return rests.compactMap { rest in
            while next < count, times[next] < rest.lowerBound { next += 1 }
            let start = next
            while next < count, times[next] <= rest.upperBound { next += 1 }
            let inside = orientations[start..<next]
            guard inside.count > 1, let mean = SphericalMean.mean(of: inside) else { return nil }
            return (mean, inside)
        }
    }
}
