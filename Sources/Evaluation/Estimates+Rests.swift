import SensorModel

extension Estimates {
    /// The orientations within each rest, with their mean on the sphere; rests with fewer than two are left out.
    ///
    /// - Parameter rests: one after the other, as ``ReferenceMotion/rests``.
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
