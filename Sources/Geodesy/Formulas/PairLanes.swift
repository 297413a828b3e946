import RealModule
import SensorModel

/// Several pairs of points in SIMD lanes, in degrees.
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

    /// Computes the distance of each pair, one group of lanes at a time. O(n) time; memory only for `distances`.
    @inline(__always)
    static func measure(
        from starts: GeographicColumns,
        to ends: GeographicColumns,
        into distances: inout [Metres],
        _ distance: (PairLanes) -> Lanes
    ) {
        precondition(starts.count == ends.count, "there must be one end for each start")
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
    /// Computes the distances one by one.
    func eachDistance(
        from starts: GeographicColumns,
        to ends: GeographicColumns,
        into distances: inout [Metres],
        _ distance: (GeographicPoint, GeographicPoint) -> Metres
    ) {
        precondition(starts.count == ends.count, "there must be one end for each start")
        distances.removeAll(keepingCapacity: true)
        for index in 0..<starts.count { distances.append(distance(starts[index], ends[index])) }
    }
}

/// Several points in SIMD lanes, in degrees.
private struct PointLanes {
    let latitude: DegreeLanes.Lanes
    let longitude: DegreeLanes.Lanes
}

private struct ColumnPointers {
    let latitudes: UnsafeBufferPointer<Double>
    let longitudes: UnsafeBufferPointer<Double>

    /// Returns the points from this index on, one for each lane.
    @inline(__always)
    func group(at index: Int) -> PointLanes {
        PointLanes(latitude: Self.group(latitudes, index), longitude: Self.group(longitudes, index))
    }

    /// Returns the point at this index, repeated in every lane.
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

/// Two points in radians, in the scalar type that a formula uses.
///
/// In single precision, the degrees are rounded first, as in a program that stores coordinates in `Float`. The error is
/// up to 0.42 m in latitude and 0.85 m in longitude.
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
        // atan2 would give negative zeros a direction.
        if east == 0, north == 0 { return .zero }
        // Double precision, because π rounded to single precision exceeds π.
        let radians = Double.atan2(y: Double(east), x: Double(north))
        return Angle(radians: radians == -Double.pi ? Double.pi : radians)
    }
}
