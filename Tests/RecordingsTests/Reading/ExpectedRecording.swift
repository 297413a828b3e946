import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The expected content of a recording that `make_layouts.py` wrote.
struct ExpectedRecording: Decodable {
    /// A stream. A missing value is `nil`.
    struct Stream: Decodable {
        var t: [Double]
        var values: [[Double?]]
    }

    var layout: String
    var leftOut: Int
    var epoch: Int?
    var accelerometer: Stream?
    var gyroscope: Stream?
    var magnetometer: Stream?
    var heading: Stream?
    var location: Stream?
    var attitude: Stream?
    var pose: Stream?
    var reference: Stream?
    var waypoints: Stream?

    static let folder = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures")

    /// All recordings by their paths.
    static let all: [String: ExpectedRecording] = {
        do {
            let content = try Data(contentsOf: folder.appendingPathComponent("layouts.json"))
            return try JSONDecoder().decode([String: ExpectedRecording].self, from: content)
        } catch {
            preconditionFailure("layouts.json: \(error)")
        }
    }()

    /// Half of the last of nine decimals, in the unit of the file. The largest unit, g, is 9.80665 m/s².
    static let tolerance = 5e-9
    /// Half a nanosecond, in seconds: the rounding of a time stamp.
    static let timeTolerance = 5e-10

    /// The streams of a recording as rows of numbers. With `fileNorth`, the attitude is relative to the file's
    /// magnetic north: a modelled declination is removed.
    static func streams(of recording: Recording, fileNorth: Bool = false) -> [(name: String, stream: Stream?)] {
        func vectors(_ stream: SensorStream<Vector3>?) -> Stream? {
            rows(of: stream) { [$0.x, $0.y, $0.z] }
        }
        let isTurned = fileNorth && recording.isDeclinationModelled
        let toFileNorth = UnitQuaternion(
            angle: isTurned ? recording.declination ?? .zero : .zero,
            axis: Vector3(0, 0, 1)
        )
        return [
            ("accelerometer", vectors(recording.accelerometer)), ("gyroscope", vectors(recording.gyroscope)),
            ("magnetometer", vectors(recording.magnetometer)),
            (
                "heading",
                rows(of: recording.heading) { [$0.magnetic?.degrees, $0.trueNorth?.degrees, $0.accuracy?.degrees] }
            ),
            (
                "location",
                rows(of: recording.location) {
                    [
                        $0.latitude.degrees, $0.longitude.degrees, $0.altitudeMetres, $0.horizontalAccuracyMetres,
                        $0.verticalAccuracyMetres, $0.speed, $0.course?.degrees,
                    ]
                }
            ),
            (
                "attitude",
                rows(of: recording.attitude) { attitude in
                    let q = toFileNorth * attitude
                    return [q.w, q.x, q.y, q.z]
                }
            ),
            (
                "pose",
                rows(of: recording.pose) { pose in
                    let (p, q) = (pose.position, pose.orientation)
                    return [p.x, p.y, p.z, q.w, q.x, q.y, q.z]
                }
            ),
            ("reference", recording.reference.map(truth)),
            ("waypoints", rows(of: recording.waypoints) { [$0.x, $0.y, $0.height] }),
        ]
    }

    private static func rows<Value>(of stream: SensorStream<Value>?, row: (Value) -> [Double?]) -> Stream? {
        stream.map { Stream(t: $0.times, values: $0.values.map(row)) }
    }

    private static func truth(_ reference: ReferenceStream) -> Stream {
        let rows = reference.orientations.enumerated().map { row, q -> [Double?] in
            let position = reference.positions.map { [$0[row].x, $0[row].y, $0[row].z] } ?? []
            return position + [q.w, q.x, q.y, q.z]
        }
        return Stream(t: reference.times, values: rows)
    }

    /// The expected streams, in the order of ``streams(of:)``.
    var streams: [Stream?] {
        [accelerometer, gyroscope, magnetometer, heading, location, attitude, pose, reference, waypoints]
    }
}
