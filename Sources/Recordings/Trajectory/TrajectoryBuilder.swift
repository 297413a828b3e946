import SensorModel

/// Builds a trajectory from the rows of a file.
struct TrajectoryBuilder {
    private static let nanosecondsPerSecond = 1e9
    /// The largest difference between an element of RᵀR and the identity that rounding of a rotation explains.
    private static let rotationDefect = 1e-3
    /// The largest magnitude of a time in seconds. Nanoseconds since 1970 are below it, too.
    private static let latest: Seconds = 1e19

    private let format: TrajectoryFormat
    private let hasMask: Bool
    private(set) var poses: [Pose] = []
    private var times: [Seconds] = []
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
        return Trajectory(times: format == .kitti ? nil : times, poses: poses, leftOut: leftOut)
    }

    /// The columns: time, position, and the quaternion in the file's order; for KITTI, the matrix by rows.
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
            let time = format == .euroc ? t[row] / Self.nanosecondsPerSecond : t[row]
            guard time.magnitude <= Self.latest, time >= times.last ?? time else { throw timeError(row, block) }
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
                    found: "a matrix whose RᵀR differs from the identity by \(largest), "
                        + "with determinant \(matrix.determinant)",
                    expected: "a rotation in columns 1–3, 5–7 and 9–11",
                    remedy: "check that each line contains the rows of [R | t]"
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
        if value.isFinite, value.magnitude > Self.latest {
            return block.error(
                row: row,
                column: 0,
                found: "time \(value)",
                expected: "a time within 1e19 of zero",
                remedy: "correct the time, or remove the row"
            )
        }
        let found = value.isFinite ? "time \(value) before that of the previous row" : "time \(value)"
        return block.error(
            row: row,
            column: 0,
            found: found,
            expected: value.isFinite ? "times that do not run backward" : "a finite time",
            remedy: value.isFinite ? "sort the rows by time" : "correct the time, or remove the row"
        )
    }

    private func poseError(_ row: Int, _ block: DelimitedBlock, columns: ClosedRange<Int>) -> InputError {
        let isFinite = columns.allSatisfy { block[$0][row].isFinite }
        if isFinite, let column = columns.first(where: { !Setting.coordinate.accepts(block[$0][row]) }) {
            return block.error(
                row: row,
                column: column,
                found: "\(block[column][row])",
                expected: Setting.coordinate.expectation,
                remedy: "correct the cell, or remove the row"
            )
        }
        guard let column = columns.first(where: { !block[$0][row].isFinite }) else {
            return block.error(
                row: row,
                column: 4,
                found: "a quaternion of zeros",
                expected: "an orientation",
                remedy: "correct the quaternion, or remove the row"
            )
        }
        return block.error(
            row: row,
            column: column,
            found: "\(block[column][row])",
            expected: "a finite number",
            remedy: "correct the cell, or remove the row"
        )
    }
}
