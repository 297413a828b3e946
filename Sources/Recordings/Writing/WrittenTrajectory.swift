public import SensorModel

/// The poses of a recording, to be written in a trajectory format of other tools.
public struct WrittenTrajectory: Sendable {
    /// A trajectory format.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// The format of the TUM RGB-D benchmark: `t tx ty tz qx qy qz qw`, with seconds to nine decimals.
        case tum
        /// The first columns of the EuRoC ground truth: nanoseconds, position, and quaternion `w, x, y, z`.
        case euroc
    }

    /// A stream from which poses are taken.
    public enum Stream: String, Sendable, Hashable, CaseIterable {
        /// The reference orientations, with positions if the recording has them.
        case reference
        /// The poses of the device's own tracking.
        case pose
        /// The orientations of the device's own estimator, without positions.
        case attitude
    }

    /// The format of the file.
    public let form: Form
    /// The stream from which the poses were taken.
    public let stream: Stream
    /// The poses with positions in metres, oldest first.
    public let poses: [Pose]
    /// A Boolean value that indicates whether the stream has no positions. The positions in ``poses`` are then set to
    /// zero.
    public let isWithoutPositions: Bool
    /// The number of discarded rows, for each reason.
    public let leftOut: [String: Int]
    /// The times in nanoseconds, since 1970 if the recording has a date, and otherwise since time zero of the
    /// recording.
    private let nanoseconds: [Int64]

    /// Selects the poses of a recording. The result is `nil` if the recording does not have the requested stream.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - stream: the stream, or `nil` for a default. The default is the reference if it has positions, and otherwise
    ///     the first of pose, reference and attitude that the recording has.
    ///   - form: the format of the file.
    /// - Complexity: O(*n*) in the number of poses.
    public init?(_ recording: Recording, stream: Stream?, form: Form) {
        let streams: [Stream] =
            stream.map { [$0] }
            ?? (recording.reference?.positions == nil ? [.pose, .reference, .attitude] : [.reference])
        let isPresent: [Stream: Bool] = [
            .reference: recording.reference != nil, .pose: recording.pose != nil, .attitude: recording.attitude != nil,
        ]
        guard let stream = streams.first(where: { isPresent[$0] == true }) else { return nil }
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
        var leftOut = invalid > 0 ? ["rows without valid reference": invalid] : [:]
        isWithoutPositions = stream == .attitude || stream == .reference && recording.reference?.positions == nil
        let stamps = times.map { Self.nanoseconds($0, after: recording.epoch ?? 0) }
        let known = stamps.indices.filter { stamps[$0] != nil }
        if known.count < stamps.count { leftOut["rows with a time beyond 292 years"] = stamps.count - known.count }
        self.leftOut = leftOut
        self.poses = known.count < poses.count ? known.map { poses[$0] } : poses
        nanoseconds = stamps.compactMap(\.self)
    }

    /// Returns a time in nanoseconds since 1970, or `nil` if it does not fit into 64 bits.
    private static func nanoseconds(_ time: Seconds, after epoch: Int) -> Int64? {
        let start = Int64(epoch).multipliedReportingOverflow(by: 1_000_000_000)
        guard !start.overflow, let since = Int64(checked: (time * 1e9).rounded()) else { return nil }
        let stamp = start.partialValue.addingReportingOverflow(since)
        return stamp.overflow ? nil : stamp.partialValue
    }

    /// Returns the trajectory as a file that is generated in pieces.
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
        let coordinates = [position.x, position.y, position.z]
        switch form {
        case .tum:
            bytes += Self.seconds(nanoseconds[row]).utf8
            for value in coordinates + [turn.x, turn.y, turn.z, turn.w] { bytes += " \(value)".utf8 }
        case .euroc:
            bytes += "\(nanoseconds[row])".utf8
            for value in coordinates + [turn.w, turn.x, turn.y, turn.z] { bytes += ",\(value)".utf8 }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns a time in seconds with nine decimals. The resolution of a `Double` is insufficient for nanoseconds since
    /// 1970.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let magnitude = nanoseconds.magnitude
        let fraction = String(magnitude % 1_000_000_000)
        let zeros = String(repeating: "0", count: 9 - fraction.utf8.count)
        return "\(nanoseconds < 0 ? "-" : "")\(magnitude / 1_000_000_000).\(zeros)\(fraction)"
    }
}
