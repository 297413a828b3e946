public import SensorModel

/// A recording's poses as a file that other tools read.
public struct WrittenTrajectory: Sendable {
    /// The forms that are written.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// `t tx ty tz qx qy qz qw`, seconds with nine decimals (TUM RGB-D benchmark).
        case tum
        /// Commas; nanoseconds, position, quaternion `w, x, y, z` (the first columns of EuRoC's ground truth).
        case euroc
    }

    /// Where poses come from.
    public enum Stream: String, Sendable, Hashable, CaseIterable {
        case reference
        case pose
        case attitude
    }

    public let form: Form
    public let stream: Stream
    public let poses: [Pose]
    /// Whether the stream has no positions, so that zeros stand for them.
    public let isWithoutPositions: Bool
    /// Rows of the stream that are no pose, by the reason in words.
    public let leftOut: [String: Int]
    /// Since 1970 where the recording says when it was made, else since it started.
    private let nanoseconds: [Int64]

    /// The poses of a stream: of the first that has positions, the truth before the device's own, where none is named,
    /// else of the first that has orientations. Nil where there is none.
    public init?(_ recording: Recording, stream: Stream?, form: Form) {
        let streams: [Stream] =
            stream.map { [$0] }
            ?? (recording.reference?.positions == nil ? [.pose, .reference, .attitude] : [.reference])
        guard let stream = streams.first(where: { recording.has($0) }) else { return nil }
        self.form = form
        self.stream = stream
        var (times, poses, invalid): ([Seconds], [Pose], Int) = ([], [], 0)
        switch stream {
        case .pose: (times, poses) = (recording.pose?.times ?? [], recording.pose?.values ?? [])
        case .attitude:
            times = recording.attitude?.times ?? []
            poses = (recording.attitude?.values ?? []).map { Pose(position: .zero, orientation: $0) }
        case .reference:
            guard let reference = recording.reference else { return nil }
            for row in reference.times.indices {
                let position = reference.positions?[row] ?? .zero
                guard reference.isValid[row], position.isFinite else {
                    invalid += 1
                    continue
                }
                times.append(reference.times[row])
                poses.append(Pose(position: position, orientation: reference.orientations[row]))
            }
        }
        var leftOut = invalid > 0 ? ["rows in which the truth is not known": invalid] : [:]
        isWithoutPositions = stream == .attitude || stream == .reference && recording.reference?.positions == nil
        let stamps = times.map { Self.nanoseconds($0, after: recording.epoch ?? 0) }
        let known = stamps.indices.filter { stamps[$0] != nil }
        if known.count < stamps.count { leftOut["rows with a time beyond 292 years"] = stamps.count - known.count }
        self.leftOut = leftOut
        self.poses = known.count < poses.count ? known.map { poses[$0] } : poses
        nanoseconds = stamps.compactMap(\.self)
    }

    /// Nil where whole nanoseconds since then exceed 64 bits.
    private static func nanoseconds(_ time: Seconds, after epoch: Int) -> Int64? {
        let start = Int64(epoch).multipliedReportingOverflow(by: 1_000_000_000)
        guard !start.overflow, let since = Int64(checked: (time * 1e9).rounded()) else { return nil }
        let stamp = start.partialValue.addingReportingOverflow(since)
        return stamp.overflow ? nil : stamp.partialValue
    }

    /// The file in one piece after the other.
    public func file(named name: String) -> WrittenFile {
        var row = 0
        return WrittenFile(name, header: header, expectedRows: poses.count) { bytes in
            guard row < poses.count else { return false }
            append(row, to: &bytes)
            row += 1
            return true
        }
    }

    private var header: String {
        switch form {
        case .tum: "# time x y z qx qy qz qw\n"
        case .euroc:
            "#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n"
        }
    }

    private func append(_ row: Int, to bytes: inout [UInt8]) {
        let (position, turn) = (poses[row].position, poses[row].orientation)
        let place = [position.x, position.y, position.z]
        switch form {
        case .tum:
            bytes += Self.seconds(nanoseconds[row]).utf8
            for value in place + [turn.x, turn.y, turn.z, turn.w] { bytes += " \(value)".utf8 }
        case .euroc:
            bytes += "\(nanoseconds[row])".utf8
            for value in place + [turn.w, turn.x, turn.y, turn.z] { bytes += ",\(value)".utf8 }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// With all nine decimals, which a Double could not hold since 1970.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let magnitude = nanoseconds.magnitude
        let fraction = String(magnitude % 1_000_000_000)
        let zeros = String(repeating: "0", count: 9 - fraction.utf8.count)
        return "\(nanoseconds < 0 ? "-" : "")\(magnitude / 1_000_000_000).\(zeros)\(fraction)"
    }
}

extension Recording {
    fileprivate func has(_ stream: WrittenTrajectory.Stream) -> Bool {
        switch stream {
        case .reference: reference != nil
        case .pose: pose != nil
        case .attitude: attitude != nil
        }
    }
}
