public import SensorModel

/// A reader of trajectory files in one pass.
///
/// Times in EuRoC's format are nanoseconds if they are integers. Otherwise they are seconds, as in the ADVIO dataset.
///
/// Quaternions are normalised, and each matrix in KITTI's format is converted to the nearest rotation. Times may
/// repeat, but must not decrease. Memory: 64 bytes per pose.
///
/// ```swift
/// let format = try TrajectoryFormat.detect(path: "poses.txt")
/// let trajectory = try TrajectoryReader(format: format).read(path: "poses.txt")
/// ```
public struct TrajectoryReader: Sendable {
    /// The format of the files.
    public let format: TrajectoryFormat
    /// The options for reading delimited text.
    public let reading: DelimitedReading

    /// Creates a reader for files of one format.
    public init(format: TrajectoryFormat, reading: DelimitedReading = DelimitedReading()) {
        self.format = format
        self.reading = reading
    }

    /// Reads a file.
    ///
    /// Rows of the native format are skipped if a number is empty or the row is marked as not valid.
    /// ``Trajectory/leftOut`` counts the skipped rows.
    ///
    /// - Throws: `InputError` with line and column if a number is not finite, a quaternion is zero, a matrix is not a
    ///   rotation, times decrease, or the file has no poses.
    public func read(path: String) throws(InputError) -> Trajectory {
        let reader = try DelimitedReader(path: path, format: format.delimited, reading: reading)
        try checkFieldCount(of: reader)
        var builder = TrajectoryBuilder(format: format, hasMask: reader.firstIndex(of: .named("valid")) != nil)
        try reader.forEachBlock(of: builder.columns) { block throws(InputError) in try builder.append(block) }
        guard !builder.poses.isEmpty else {
            throw InputError(
                file: path,
                message: "the trajectory has no poses",
                advice: "check that the file is complete"
            )
        }
        return builder.trajectory
    }

    private func checkFieldCount(of reader: DelimitedReader) throws(InputError) {
        guard let expected = [TrajectoryFormat.tum: 8, .kitti: 12][format] else { return }
        let count = reader.fieldCount
        guard count != expected, count > 0 else { return }
        throw InputError(
            file: reader.name,
            line: reader.headerLine,
            message: "the number of columns is \(count), but must be \(expected) for the format \(format.rawValue)",
            advice: "choose another --input-format, or check that spaces separate the columns"
        )
    }
}

/// A sequence of poses, with times if the file has them.
public struct Trajectory: Sendable {
    /// The time of each pose in seconds, in ascending order, or `nil` if the file has no times.
    public let times: [Seconds]?
    /// The poses: positions in metres and orientations body → world, in the world frame of the file.
    public let poses: [Pose]
    /// The number of rows that were skipped, for each reason.
    public let leftOut: [String: Int]

    /// Creates a trajectory.
    ///
    /// - Precondition: `times` has one element for each pose and does not decrease.
    /// - Complexity: O(*n*) in the number of times.
    public init(times: [Seconds]?, poses: [Pose], leftOut: [String: Int] = [:]) {
        if let times {
            precondition(times.count == poses.count, "times and poses differ in number")
            precondition(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times run backward")
        }
        self.times = times
        self.poses = poses
        self.leftOut = leftOut
    }

    /// The number of poses.
    public var count: Int { poses.count }

    /// The time from the first to the last pose in seconds, or `nil` without times.
    public var duration: Seconds? {
        guard let times, let first = times.first, let last = times.last else { return nil }
        return last - first
    }
}

/// A builder of a trajectory from the rows of a file.
struct TrajectoryBuilder {
    private static let nanosecondsPerSecond = 1e9
    /// The tolerance for rounding: the maximum difference between an element of RᵀR and the same element of the
    /// identity matrix.
    private static let rotationDefect = 1e-3
    /// The maximum magnitude of a time in seconds. Even times in nanoseconds since 1970 are smaller.
    private static let maximumTime: Seconds = 1e19

    private let format: TrajectoryFormat
    private let hasMask: Bool
    private(set) var poses: [Pose] = []
    /// The times as they are in the file.
    private var times: [Double] = []
    /// A Boolean value that indicates whether a time has decimal places.
    private var hasFractions = false
    private var incomplete = 0
    private var masked = 0

    init(format: TrajectoryFormat, hasMask: Bool) {
        self.format = format
        self.hasMask = format == .native && hasMask
    }

    var trajectory: Trajectory {
        var leftOut: [String: Int] = [:]
        if incomplete > 0 { leftOut["rows with an empty position or orientation"] = incomplete }
        if masked > 0 { leftOut["rows marked as not valid"] = masked }
        // Nanoseconds are integers.
        let isInNanoseconds = format == .euroc && !hasFractions
        let seconds = isInNanoseconds ? times.map { $0 / Self.nanosecondsPerSecond } : times
        return Trajectory(times: format == .kitti ? nil : seconds, poses: poses, leftOut: leftOut)
    }

    /// The columns to read: time, position, and the quaternion in the file's order. For KITTI, the columns are the
    /// elements of the matrix, row by row.
    var columns: [DelimitedColumn] {
        switch format {
        case .tum, .euroc: (1...8).map(DelimitedColumn.position)
        case .kitti: (1...12).map(DelimitedColumn.position)
        case .native:
            (["t", "px", "py", "pz", "qw", "qx", "qy", "qz"] + (hasMask ? ["valid"] : [])).map(DelimitedColumn.named)
        }
    }

    mutating func append(_ block: DelimitedBlock) throws(InputError) {
        if format == .kitti { try appendMatrices(block) } else { try appendQuaternions(block) }
    }

    private mutating func appendQuaternions(_ block: DelimitedBlock) throws(InputError) {
        let isScalarLast = format == .tum
        let (t, x, y, z) = (block[0], block[1], block[2], block[3])
        let (a, b, c, d) = (block[4], block[5], block[6], block[7])
        let mask = hasMask ? block[8] : nil
        times.reserveCapacity(times.count + block.rowCount, growing: 2)
        poses.reserveCapacity(poses.count + block.rowCount, growing: 2)
        for row in 0..<block.rowCount {
            let time = t[row]
            if format == .euroc, time.isFinite, time != time.rounded() { hasFractions = true }
            guard time.magnitude <= Self.maximumTime, time >= times.last ?? time else { throw timeError(row, block) }
            if let mask, !(mask[row] != 0) || mask[row].isNaN {
                masked += 1
                continue
            }
            let position = Vector3(x[row], y[row], z[row])
            let orientation =
                isScalarLast
                ? UnitQuaternion(w: d[row], x: a[row], y: b[row], z: c[row])
                : UnitQuaternion(w: a[row], x: b[row], y: c[row], z: d[row])
            guard let orientation, isUsable(position) else {
                let isEmpty = (1...7).contains { block[$0][row].isNaN }
                guard format == .native, isEmpty else { throw poseError(row, block, columns: 1...7) }
                incomplete += 1
                continue
            }
            times.append(time)
            poses.append(Pose(position: position, orientation: orientation))
        }
    }

    private mutating func appendMatrices(_ block: DelimitedBlock) throws(InputError) {
        for row in 0..<block.rowCount {
            let rows = (0..<3).map { Vector3(block[4 * $0][row], block[4 * $0 + 1][row], block[4 * $0 + 2][row]) }
            let position = Vector3(block[3][row], block[7][row], block[11][row])
            let matrix = Matrix3(rows: rows[0], rows[1], rows[2])
            guard let decomposition = SingularValueDecomposition(matrix), isUsable(position) else {
                throw poseError(row, block, columns: 0...11)
            }
            let defect = matrix.transposed * matrix - .identity
            let largest = [defect.x, defect.y, defect.z].map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
            guard largest < Self.rotationDefect, matrix.determinant > 0 else {
                throw block.error(
                    row: row,
                    column: 0,
                    message: "columns 1–3, 5–7 and 9–11 are not a rotation matrix R: RᵀR differs from the identity by "
                        + "up to \(largest), and the determinant of R is \(matrix.determinant)",
                    advice: "check that each line contains the rows of [R | t]"
                )
            }
            let orientation = UnitQuaternion(rotation: decomposition.nearestRotation)
            poses.append(Pose(position: position, orientation: orientation))
        }
    }

    private func isUsable(_ position: Vector3) -> Bool {
        Setting.coordinate.accepts(position.x) && Setting.coordinate.accepts(position.y)
            && Setting.coordinate.accepts(position.z)
    }

    private func timeError(_ row: Int, _ block: DelimitedBlock) -> InputError {
        let value = block[0][row]
        if value.isFinite, value.magnitude > Self.maximumTime {
            return block.error(
                row: row,
                column: 0,
                message: "the magnitude of time \(value) exceeds 1e19",
                advice: "correct the time, or remove the row"
            )
        }
        return block.error(
            row: row,
            column: 0,
            message: "time \(value) is \(value.isFinite ? "earlier than the previous row's time" : "not finite")",
            advice: value.isFinite ? "sort the rows by time" : "correct the time, or remove the row"
        )
    }

    private func poseError(_ row: Int, _ block: DelimitedBlock, columns: ClosedRange<Int>) -> InputError {
        let infinite = columns.first { !block[$0][row].isFinite }
        guard let column = infinite ?? columns.first(where: { !Setting.coordinate.accepts(block[$0][row]) }) else {
            return block.error(
                row: row,
                column: 4,
                message: "the quaternion is zero, which is not an orientation",
                advice: "correct the quaternion, or remove the row"
            )
        }
        let value = block[column][row]
        return block.error(
            row: row,
            column: column,
            message: value.isFinite
                ? "the value \(value) must be \(Setting.coordinate.expectation)" : "the value \(value) is not finite",
            advice: "correct the value, or remove the row"
        )
    }
}
