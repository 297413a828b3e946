import Foundation
import Geodesy
import SensorModel

/// The positions and orientations of a recording as OGC GeoPose 1.0 in JSON.
///
/// There is one pose for each location fix with an altitude. The orientation of a pose is interpolated from the
/// recording's attitudes.
public struct WrittenGeoPoses {
    /// A kind of GeoPose. The raw value is its name on the command line.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// A Regular Series if the times are evenly spaced, and otherwise an Irregular Series.
        case series = "geopose"
        /// One Advanced GeoPose on each line.
        case advanced = "geopose-advanced"
        /// One Basic-Quaternion on each line, without a time.
        case quaternion = "geopose-quaternion"
        /// One Basic-YPR on each line, without a time.
        case ypr = "geopose-ypr"
    }

    private var poses: [GeoPose] = []
    /// The number of discarded fixes, for each reason.
    public private(set) var leftOut: [String: Int] = [:]

    /// The number of poses.
    public var count: Int { poses.count }

    /// The maximum interval in seconds between two attitudes. In a longer interval, no orientation is interpolated.
    private static let longestGap: Seconds = 1

    /// Selects the poses of a recording. O(n) in the number of fixes and attitudes.
    public init(_ recording: Recording) {
        let attitude = recording.attitude ?? SensorStream()
        var index = 0
        for (time, fix) in zip(recording.location?.times ?? [], recording.location?.values ?? []) {
            guard let height = fix.altitudeMetres else {
                leftOut["fixes without altitude", default: 0] += 1
                continue
            }
            while index + 1 < attitude.count, attitude.times[index + 1] <= time { index += 1 }
            guard let orientation = Self.orientation(at: time, in: attitude, index) else {
                leftOut["fixes without attitude", default: 0] += 1
                continue
            }
            let stamp = Int64(checked: (time * 1e3).rounded()).map {
                $0.addingReportingOverflow(Int64(recording.epoch ?? 0) &* 1000)
            }
            guard let stamp, !stamp.overflow else {
                leftOut["fixes with a time beyond 292 million years", default: 0] += 1
                continue
            }
            poses.append(
                GeoPose(
                    validTime: stamp.partialValue,
                    latitude: fix.latitude.shortestDegrees,
                    longitude: fix.longitude.shortestDegrees,
                    height: height,
                    orientation: orientation
                )
            )
        }
    }

    private static func orientation(
        at time: Seconds,
        in attitude: SensorStream<UnitQuaternion>,
        _ index: Int
    ) -> UnitQuaternion? {
        guard index < attitude.count, attitude.times[index] <= time else { return nil }
        if attitude.times[index] == time { return attitude.values[index] }
        guard index + 1 < attitude.count else { return nil }
        let interval = attitude.times[index + 1] - attitude.times[index]
        guard interval <= longestGap else { return nil }
        let fraction = (time - attitude.times[index]) / interval
        return attitude.values[index].slerp(to: attitude.values[index + 1], fraction: fraction)
    }

    /// Returns the text of the file.
    public func text(_ form: Form) -> String {
        switch form {
        case .series: series
        case .advanced: poses.map { Self.advanced($0) + "\n" }.joined()
        case .quaternion: poses.map { "{\(Self.position($0)),\(Self.quaternion($0.orientation))}\n" }.joined()
        case .ypr: poses.map { "{\(Self.position($0)),\(Self.angles($0.orientation))}\n" }.joined()
        }
    }

    private static func position(_ pose: GeoPose) -> String {
        "\"position\":{\"lat\":\(pose.latitude),\"lon\":\(pose.longitude),\"h\":\(pose.height)}"
    }

    private static func quaternion(_ q: UnitQuaternion) -> String {
        "\"quaternion\":{\"x\":\(q.x),\"y\":\(q.y),\"z\":\(q.z),\"w\":\(q.w)}"
    }

    /// Returns yaw, pitch and roll: the angles about z, then y, then x. Near a pitch of ±90°, only the sum or
    /// difference of yaw and roll is defined.
    private static func angles(_ q: UnitQuaternion) -> String {
        let yaw = atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))
        let pitch = asin(max(-1, min(1, 2 * (q.w * q.y - q.z * q.x))))
        let roll = atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y))
        let degrees = [yaw, pitch, roll].map { Angle(radians: $0).degrees }
        return "\"angles\":{\"yaw\":\(degrees[0]),\"pitch\":\(degrees[1]),\"roll\":\(degrees[2])}"
    }

    private static func frame(_ id: String, _ parameters: String) -> String {
        "{\"authority\":\"/geopose/1.0\",\"id\":\"\(id)\",\"parameters\":\"\(parameters)\"}"
    }

    private static func tangentPoint(_ pose: GeoPose) -> String {
        frame("LTP-ENU", "longitude=\(pose.longitude)&latitude=\(pose.latitude)&height=\(pose.height)")
    }

    private static func advanced(_ pose: GeoPose) -> String {
        "{\"frameSpecification\":\(tangentPoint(pose)),\(quaternion(pose.orientation)),\"validTime\":\(pose.validTime ?? 0)}"
    }

    private var series: String {
        guard let first = poses.first, let last = poses.last else { return "" }
        let times = poses.map { $0.validTime ?? 0 }
        let steps = Set(zip(times, times.dropFirst()).map { $1 - $0 })
        let step = steps.count == 1 ? steps.first { $0 > 0 } : nil
        let frames = inner(relativeTo: first)
        let body =
            step == nil
            ? "\"innerFrameAndTimeSeries\":["
                + zip(frames, times).map { "{\"frame\":\($0),\"validTime\":\($1)}" }.joined(separator: ",\n")
            : "\"innerFrameSeries\":[" + frames.joined(separator: ",\n")
        return "{\"header\":{\"poseCount\":\(count),\"startInstant\":\(first.validTime ?? 0),"
            + "\"stopInstant\":\(last.validTime ?? 0),\"transitionModel\":\(Self.frame("none", ""))},\n"
            + (step.map { "\"interPoseDuration\":\($0),\n" } ?? "")
            + "\"outerFrame\":\(Self.tangentPoint(first)),\n\(body)],\n\"trailer\":{\"poseCount\":\(count)}}\n"
    }

    /// Returns the poses in the frame East, North, Up at the first pose.
    private func inner(relativeTo first: GeoPose) -> [String] {
        guard let origin = first.geodetic else { return [] }
        let outer = LocalTangentFrame(at: origin)
        return poses.compactMap { pose in
            guard let position = pose.geodetic else { return nil }
            let isAtOrigin = position == origin
            let offset = isAtOrigin ? .zero : outer.local(position)
            let turn = isAtOrigin ? .identity : LocalTangentFrame(at: position).turn(to: outer)
            let q = isAtOrigin ? pose.orientation : turn * pose.orientation
            return Self.frame(
                "RotateTranslate",
                "translation=[\(offset.x),\(offset.y),\(offset.z)]&rotation=[\(q.x),\(q.y),\(q.z),\(q.w)]"
            )
        }
    }
}

extension GeoPose {
    fileprivate var geodetic: GeodeticPosition? {
        GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height)
    }
}

extension Angle {
    /// The shortest decimal number of degrees that converts to this angle in radians.
    ///
    /// Angles are stored in radians. Without this choice, 47.7° would be written as 47.70000000000001°.
    fileprivate var shortestDegrees: Double {
        let candidates = [degrees, degrees.nextUp, degrees.nextDown].filter { Angle(degrees: $0) == self }
        return candidates.min { "\($0)".utf8.count < "\($1)".utf8.count } ?? degrees
    }
}
