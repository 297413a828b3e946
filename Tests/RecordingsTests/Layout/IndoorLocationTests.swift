import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of the published sample of the Indoor Location Competition 2.0, of rotation vectors, and of waypoints.
struct IndoorLocationTests {
    private static let walks: [String] = {
        let folder = SharedDatasets.url("indoor-location/site1")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return files.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".txt") }.sorted()
    }()

    /// The rows of a file as fields, by type.
    private static func rows(_ path: String) throws -> [String: [[String]]] {
        let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
        let rows = lines.map { line in
            line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        return Dictionary(grouping: rows) { $0.count > 1 ? $0[1] : "" }
    }

    @Test(.enabled(if: SharedDatasets.has("indoor-location")))
    func `Every row of the ten walks with a vector, an attitude or a waypoint is a sample`() throws {
        #expect(Self.walks.count == 10)
        for path in Self.walks {
            #expect(try LayoutDetection(path: path).layout.name == "indoor-location-20", "\(path)")
            let recording = try RecordingReader().read(path: path)
            let types = try Self.rows(path)
            #expect(recording.accelerometer?.count == types["TYPE_ACCELEROMETER"]?.count, "\(path)")
            #expect(recording.gyroscope?.count == types["TYPE_GYROSCOPE"]?.count, "\(path)")
            #expect(recording.magnetometer?.count == types["TYPE_MAGNETIC_FIELD"]?.count, "\(path)")
            #expect(recording.attitude?.count == types["TYPE_ROTATION_VECTOR"]?.count, "\(path)")
            let rows = try #require(types["TYPE_WAYPOINT"], "\(path)")
            let waypoints = try #require(recording.waypoints, "\(path)")
            #expect(waypoints.values.map(\.x) == rows.map { Double($0[2]) }, "\(path)")
            #expect(waypoints.values.map(\.y) == rows.map { Double($0[3]) }, "\(path)")
            #expect(waypoints.values.allSatisfy { $0.height == nil })
            let zero = try Int64(#require(recording.epoch)) * 1000
            let milliseconds = waypoints.times.map { zero + Int64(($0 * 1000).rounded()) }
            #expect(milliseconds == rows.map { Int64($0[0]) }, "\(path)")
        }
    }

    /// The magnetic declination in Hangzhou in 2019 is −6° (World Magnetic Model of 2015). The tolerance is for the way
    /// people hold a phone: the median over the walks varies by a few degrees.
    private static let (magneticBearing, holdingTolerance) = (6.0, 8.0)

    @Test(.enabled(if: SharedDatasets.has("indoor-location")))
    func `The attitude's heading is that of the walk between waypoints in East and North`() throws {
        var differences: [Double] = []
        for path in Self.walks {
            let recording = try RecordingReader().read(path: path)
            let (waypoints, attitude) = (try #require(recording.waypoints), try #require(recording.attitude))
            var sum = (sine: 0.0, cosine: 0.0)
            for (index, next) in waypoints.values.enumerated().dropFirst() {
                let last = waypoints.values[index - 1]
                let walk = atan2(next.x - last.x, next.y - last.y)
                let leg = waypoints.times[index - 1]...waypoints.times[index]
                for (time, orientation) in zip(attitude.times, attitude.values) where leg.contains(time) {
                    let forward = orientation.rotate(Vector3(0, 1, 0))
                    let difference = atan2(forward.x, forward.y) - walk
                    sum = (sum.sine + sin(difference), sum.cosine + cos(difference))
                }
            }
            differences.append(atan2(sum.sine, sum.cosine) * 180 / .pi)
        }
        let median = differences.sorted()[differences.count / 2]
        #expect(abs(median - Self.magneticBearing) < Self.holdingTolerance, "\(differences)")
    }

    @Test func `A walk that starts with hundreds of rows of Wi-Fi is detected`() throws {
        let head = "#\tstartTime:1574590143402\n#\tSiteID:5dd3\tSiteName:Mall\tFloorId:5dd4\tFloorName:F2\n"
        let rows = String(repeating: "1574590143403\tTYPE_WIFI\tname\t00:00:00:00:00:00\t-71\n", count: 300)
        let folder = try TemporaryFolder()
        let path = try folder.write(head + rows + "1574590143500\tTYPE_WAYPOINT\t1.5\t2.5\n", to: "walk.txt")
        let recording = try RecordingReader().read(path: path)
        #expect(recording.waypoints?.values == [Waypoint(x: 1.5, y: 2.5)])
    }

    private static func read(_ text: String, _ stream: String) throws -> Recording {
        let layout = try LayoutTests.layout("layout: mine\nrecording: file\nstreams:\n  \(stream)\n")
        return try DelimitedText(text).recording(layout)
    }

    @Test func `A rotation vector is a quaternion without its scalar part, which is not negative`() throws {
        let stream = "attitude: {columns: {rx: a, ry: b, rz: c}, empty: nan, time: {column: t}}"
        let rows = "t,a,b,c\n0,0,0,0\n1,-0.6,0,0\n2,0,0,1\n3,,0,0\n4,0,1.2,1.6\n"
        let recording = try Self.read(rows, stream)
        let expected = [(1.0, 0.0, 0.0, 0.0), (0.8, -0.6, 0, 0), (0, 0, 0, 1), (0, 0, 0.6, 0.8)]
        let attitude = try #require(recording.attitude)
        #expect(attitude.times == [0, 1, 2, 4])
        for (found, due) in zip(attitude.values, expected) {
            let error = max(abs(found.w - due.0), abs(found.x - due.1), abs(found.y - due.2), abs(found.z - due.3))
            #expect(error < 1e-15, "\(found), \(due)")
        }
        #expect(recording.leftOut == ["data.csv: rotation vector that is not a number": 1])
        // The last vector has length 2, so the row contains no rotation vector.
        let unscaled = try #require(recording.unscaledQuaternions[.attitude])
        #expect(unscaled.rows.map(\.line) == [6] && unscaled.rows.map(\.length) == [2])
    }

    @Test func `A rotation vector needs all its columns`() throws {
        let error = #expect(throws: InputError.self) {
            try Self.read("t,a,b\n0,0,0\n", "attitude: {columns: {rx: a, ry: b}, time: {column: t}}")
        }
        #expect(error?.message == "the key 'rz' is missing (given: rx, ry)")
    }

    @Test func `Waypoints have a unit and may have heights, and rows without a position are counted`() throws {
        let stream = """
            waypoints: {columns: {px: e, py: n, pz: u}, optionalColumns: [pz], unit: cm, empty: nan, time: {column: t}}
            """
        let recording = try Self.read("t,e,n,u\n0,150,-50,300\n1,150,,300\n2,100,200,\n", stream)
        #expect(recording.waypoints?.times == [0, 2])
        #expect(recording.waypoints?.values == [Waypoint(x: 1.5, y: -0.5, height: 3), Waypoint(x: 1, y: 2)])
        #expect(recording.leftOut == ["data.csv: rows without a position": 1])
        let flat = try Self.read("t,e,n\n0,150,-50\n", stream)
        #expect(flat.waypoints?.values == [Waypoint(x: 1.5, y: -0.5)])
    }
}
