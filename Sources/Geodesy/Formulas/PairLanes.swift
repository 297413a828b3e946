import RealModule
import SensorModel

/// Four pairs of points in SIMD lanes, in degrees.
struct PairLanes {
    typealias Lanes = DegreeLanes.Lanes

    let startLatitude: Lanes
    let endLatitude: Lanes
    /// The absolute longitude difference along the shorter arc, in [0, 180].
    let turn: Lanes

    @inline(__always)
    private init(_ starts: PointLanes, _ ends: PointLanes) {
        startLatitude = starts.latitude
        endLatitude = ends.latitude
        let turn = DegreeLanes.magnitude(ends.longitude - starts.longitude)
        self.turn = turn.replacing(with: 360 - turn, where: turn .> 180)
    }

    /// Computes the distance of each pair, four pairs at a time. O(n) time; no memory except for `distances`.
    @inline(__always)
    static func measure(
        from starts: GeographicColumns,
        to ends: GeographicColumns,
        into distances: inout [Metres],
        _ distance: (PairLanes) -> Lanes
    ) {
        precondition(starts.count == ends.count, "the numbers of starts and ends must be equal")
        if distances.count != starts.count { distances = [Metres](repeating: 0, count: starts.count) }
        starts.withPointers { starts in
            ends.withPointers { ends in
                distances.withUnsafeMutableBufferPointer { distances in
                    var index = 0
                    while index + Lanes.scalarCount <= distances.count {
                        let group = distance(PairLanes(starts.group(at: index), ends.group(at: index)))
                        for lane in group.indices { distances[index + lane] = group[lane] }
                        index += Lanes.scalarCount
                    }
                    for index in index..<distances.count {
                        distances[index] = distance(PairLanes(starts.single(at: index), ends.single(at: index)))[0]
                    }
                }
            }
        }
    }
}

extension BatchDistanceFormula {
    /// Computes the distance of each pair, one at a time. O(n).
    func eachDistance(
        from starts: GeographicColumns,
        to ends: GeographicColumns,
        into distances: inout [Metres],
        _ distance: (GeographicPoint, GeographicPoint) -> Metres
    ) {
        precondition(starts.count == ends.count, "the numbers of starts and ends must be equal")
        distances.removeAll(keepingCapacity: true)
        for index in 0..<starts.count { distances.append(distance(starts[index], ends[index])) }
    }
}

/// Four points in SIMD lanes, in degrees.
private struct PointLanes {
    let latitude: DegreeLanes.Lanes
    let longitude: DegreeLanes.Lanes
}

private struct ColumnPointers {
    let latitudes: UnsafeBufferPointer<Double>
    let longitudes: UnsafeBufferPointer<Double>

    /// Returns four consecutive points, starting at an index.
    @inline(__always)
    func group(at index: Int) -> PointLanes {
        PointLanes(latitude: Self.group(latitudes, index), longitude: Self.group(longitudes, index))
    }

    /// Returns the point at an index, repeated in each lane.
    func single(at index: Int) -> PointLanes {
        PointLanes(latitude: .init(repeating: latitudes[index]), longitude: .init(repeating: longitudes[index]))
    }

    @inline(__always)
    private static func group(_ column: UnsafeBufferPointer<Double>, _ index: Int) -> DegreeLanes.Lanes {
        .init(column[index], column[index + 1], column[index + 2], column[index + 3])
    }
}

extension GeographicColumns {
    @inline(__always)
    fileprivate func withPointers(_ body: (ColumnPointers) -> Void) {
        latitudesDegrees.withUnsafeBufferPointer { latitudes in
            longitudesDegrees.withUnsafeBufferPointer { longitudes in
                body(ColumnPointers(latitudes: latitudes, longitudes: longitudes))
            }
        }
    }
}

/// Two points in radians, in the floating-point type of a formula.
///
/// In single precision, the degrees are rounded first, as in programs that store coordinates in `Float`. The rounding
/// error is up to 0.42 m in latitude and 0.85 m in longitude.
struct RadianPointPair<Scalar: Real & BinaryFloatingPoint> {
    let startLatitude: Scalar
    let endLatitude: Scalar
    let latitudeDifference: Scalar
    /// The longitude difference along the shorter arc, in [−π, π].
    let longitudeDifference: Scalar

    init(_ start: GeographicPoint, _ end: GeographicPoint) {
        let radiansPerDegree = Scalar.pi / 180
        let startDegrees = Scalar(start.latitudeDegrees)
        let endDegrees = Scalar(end.latitudeDegrees)
        startLatitude = startDegrees * radiansPerDegree
        endLatitude = endDegrees * radiansPerDegree
        latitudeDifference = (endDegrees - startDegrees) * radiansPerDegree
        let turn = Degrees.turn(from: Scalar(start.longitudeDegrees), to: Scalar(end.longitudeDegrees))
        longitudeDifference = turn * radiansPerDegree
    }
}

extension RadianPointPair {
    /// Returns the direction of an offset, clockwise from north, in (−180°, 180°]; 0 for a zero offset.
    static func bearing(east: Scalar, north: Scalar) -> Angle {
        // For negative zeros, atan2 would not return 0.
        if east == 0, north == 0 { return .zero }
        // Computed in double precision, because π rounded to single precision exceeds π.
        let radians = Double.atan2(y: Double(east), x: Double(north))
        return Angle(radians: radians == -Double.pi ? Double.pi : radians)
    }
}
