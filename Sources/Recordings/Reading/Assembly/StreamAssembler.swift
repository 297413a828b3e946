import SensorModel

/// A builder of one stream of a recording from the blocks of its file.
protocol StreamAssembler: AnyObject {
    /// Appends the rows of a block.
    func append(_ block: DelimitedBlock) throws(InputError)

    /// Stores the stream in the recording. Does nothing if the stream has no samples, or if an earlier description of
    /// the stream in the layout has samples.
    func store(in streams: inout AssembledStreams)
}

/// The plan for assembling one stream: the stream's columns in a ``DelimitedBlock``, and the conversion of each column.
struct AssemblyPlan {
    let stream: StreamLayout
    /// The index of ``stream`` among the layout's alternative descriptions of this kind of stream.
    let alternative: Int
    /// The name of the file, for reports of discarded rows.
    let fileName: String
    let clock: StreamClock
    /// The block column for each kind of value (role) that the file contains.
    let columns: [ColumnRole: Int]
    /// The factor for a column's sign and unit. Columns with factor 1 may be omitted.
    let factors: [ColumnRole: Double]
    /// The block column whose value is 1 in rows of the stream, or `nil` if all rows belong to the stream.
    let filter: Int?
    let declination: Angle?
    /// A Boolean value that indicates whether the line of each sample is stored.
    let keepsLines: Bool
    /// The block columns with the quaternion, the rotation matrix, or roll, pitch and yaw.
    let orientationColumns: [Int]

    /// Returns the block columns for the given kinds of values (roles). Roles that the file does not have are skipped.
    func indices(_ roles: [ColumnRole]) -> [Int] { roles.compactMap { columns[$0] } }

    func factor(_ role: ColumnRole) -> Double { factors[role] ?? 1 }

    func makeAssembler() -> any StreamAssembler {
        switch stream.kind {
        case .accelerometer: VectorAssembler(self, \.accelerometer)
        case .gyroscope: VectorAssembler(self, \.gyroscope)
        case .magnetometer: VectorAssembler(self, \.magnetometer)
        case .heading: SampleAssembler(self, \.heading, without: "rows without a heading", heading)
        case .location:
            SampleAssembler(self, \.location, without: "rows without latitude and longitude, or with 0 for both", fix)
        case .attitude, .pose: OrientationAssembler(self)
        case .reference: ReferenceAssembler(self)
        case .waypoints: SampleAssembler(self, \.waypoints, without: "rows without a position", waypoint)
        }
    }

    /// Stores samples in the recording, if there are any. Does nothing if an earlier description of the stream in the
    /// layout has samples.
    ///
    /// - Returns: `true` if the samples were stored.
    @discardableResult
    func store<Value>(
        _ samples: SensorStream<Value>,
        of rows: SampleRows,
        _ target: WritableKeyPath<Recording, SensorStream<Value>?>,
        lines: [Int] = [],
        in streams: inout AssembledStreams
    ) -> Bool {
        note(rows.backward, "rows out of order", in: &streams)
        if samples.count == 0, rows.foreign > 0 { streams.foreign[stream.kind] = (fileName, rows.foreign) }
        guard samples.count > 0, (streams.recording[keyPath: target]?.count ?? 0) == 0 else { return false }
        streams.recording[keyPath: target] = samples
        noteSource(of: lines, in: &streams)
        return true
    }

    /// Adds a number of discarded rows to the recording's count of rows that were discarded for this reason.
    func note(_ count: Int, _ reason: String, in streams: inout AssembledStreams) {
        if count > 0 { streams.recording.leftOut["\(fileName): \(reason)", default: 0] += count }
    }

    /// Stores how the stream was read: the index of its description in the layout, the lines of its samples, and the
    /// clock of its times.
    func noteSource(of lines: [Int], in streams: inout AssembledStreams) {
        if keepsLines { streams.recording.keptLines[stream.kind] = lines }
        streams.recording.alternatives[stream.kind] = alternative
        if stream.time.origin == .boot { streams.onBootClock.insert(stream.kind) }
    }
}

/// A builder of a stream whose samples are independent of each other. Rows without a sample are discarded.
final class SampleAssembler<Value: Sendable>: StreamAssembler {
    private let plan: AssemblyPlan
    private let target: WritableKeyPath<Recording, SensorStream<Value>?>
    /// The reason for discarding rows without a sample. The discarded rows are counted under this text.
    private let reason: String
    /// A function that returns the sample in a row, or `nil` if the row has no sample.
    private let read: (Int, DelimitedBlock) throws(InputError) -> Value?
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var values: [Value] = []
    private var leftOut = 0

    init(
        _ plan: AssemblyPlan,
        _ target: WritableKeyPath<Recording, SensorStream<Value>?>,
        without reason: String,
        _ read: @escaping (Int, DelimitedBlock) throws(InputError) -> Value?
    ) {
        self.plan = plan
        self.target = target
        self.reason = reason
        self.read = read
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        rows.reserve(&values, in: block)
        for (index, row) in rows.indices.enumerated() {
            guard let value = try read(row, block) else {
                leftOut += 1
                continue
            }
            times.append(rows.times[index])
            values.append(value)
        }
    }

    func store(in streams: inout AssembledStreams) {
        plan.store(SensorStream(times: times, values: values), of: rows, target, in: &streams)
        plan.note(leftOut, reason, in: &streams)
    }
}

extension AssemblyPlan {
    /// Returns the compass reading in a row.
    ///
    /// A value counts as missing if its cell is empty or NaN. Negative accuracies and the heading -1 (from Core
    /// Location) also count as missing.
    private func heading(_ row: Int, _ block: DelimitedBlock) -> HeadingReading? {
        func usable(_ degrees: Double?) -> Heading? { degrees == -1 ? nil : degrees.map { Heading(degrees: $0) } }
        return HeadingReading(
            magnetic: usable(block.finite(row, columns[.magnetic])),
            trueNorth: usable(block.finite(row, columns[.trueNorth])),
            accuracy: block.nonNegative(row, columns[.accuracy]).map { Angle(degrees: $0) }
        )
    }

    /// Returns the position fix in a row, or `nil` if the latitude or the longitude is missing. Loggers write 0 for both
    /// before the first fix, so 0, 0 counts as missing. Negative accuracies, speeds and courses count as missing, too.
    private func fix(_ row: Int, _ block: DelimitedBlock) throws(InputError) -> LocationFix? {
        guard let column = columns[.latitude], let latitude = block.finite(row, column),
            let longitude = block.finite(row, columns[.longitude]), latitude != 0 || longitude != 0
        else { return nil }
        guard abs(latitude) <= 90 else {
            throw block.error(
                row: row,
                column: column,
                message: "latitude \(latitude) is outside -90° to 90°",
                advice: "check that latitude and longitude are not swapped"
            )
        }
        return LocationFix(
            latitude: Angle(degrees: latitude),
            longitude: Angle(degrees: longitude),
            altitudeMetres: block.finite(row, columns[.altitude]),
            horizontalAccuracyMetres: block.nonNegative(row, columns[.horizontalAccuracy]),
            verticalAccuracyMetres: block.nonNegative(row, columns[.verticalAccuracy]),
            speed: block.nonNegative(row, columns[.speed]),
            course: block.nonNegative(row, columns[.course]).map { Angle(degrees: $0) }
        )
    }

    /// Returns the waypoint in a row, or `nil` if the position is missing.
    private func waypoint(_ row: Int, _ block: DelimitedBlock) -> Waypoint? {
        guard let x = block.finite(row, columns[.px]), let y = block.finite(row, columns[.py]) else { return nil }
        let metres = stream.unitFactor
        let height = block.finite(row, columns[.pz]).map { $0 * metres }
        return Waypoint(x: x * metres, y: y * metres, height: height)
    }
}

extension DelimitedBlock {
    /// Returns the value in a row and column, or `nil` if the column does not exist or the value is not finite.
    func finite(_ row: Int, _ column: Int?) -> Double? {
        guard let column else { return nil }
        let value = self[column][row]
        return value.isFinite ? value : nil
    }

    /// Returns the value in a row and column, or `nil` if it is missing or negative.
    fileprivate func nonNegative(_ row: Int, _ column: Int?) -> Double? {
        finite(row, column).flatMap { $0 < 0 ? nil : $0 }
    }
}

/// A builder of a stream with orientations: attitudes (device → East, North, Up) or tracked poses.
///
/// Poses remain in the frame of their tracking system. Rows without an orientation are discarded.
final class OrientationAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    /// The block columns of the position, or `nil` for attitudes.
    private let position: [Int]?
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var attitudes: [UnitQuaternion] = []
    private var poses: [Pose] = []
    private var accuracy = SensorStream<Angle>()
    private var lines: [Int] = []
    private var unscaled = UnscaledQuaternions()
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.stream.kind == .pose ? plan.indices(ColumnRole.position) : nil
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        if position == nil { rows.reserve(&attitudes, in: block) } else { rows.reserve(&poses, in: block) }
        for (index, row) in rows.indices.enumerated() {
            guard let orientation = plan.orientation(row, block) else {
                leftOut += 1
                continue
            }
            plan.checkLength(row, block, sample: times.count, in: &unscaled)
            times.append(rows.times[index])
            if plan.keepsLines { lines.append(block.line(ofRow: row)) }
            if let position {
                poses.append(Pose(position: plan.position(row, position, block), orientation: orientation))
            } else {
                attitudes.append(orientation)
                if let claim = claimedAccuracy(row, block) {
                    accuracy.times.append(rows.times[index])
                    accuracy.values.append(claim)
                }
            }
        }
    }

    /// Returns the accuracy of the heading according to the file; `nil` if the accuracy is missing or negative.
    private func claimedAccuracy(_ row: Int, _ block: DelimitedBlock) -> Angle? {
        let degrees = block.finite(row, plan.columns[.accuracy]).map { Angle(degrees: $0) }
        let claim = degrees ?? block.finite(row, plan.columns[.accuracyRadians]).map { Angle(radians: $0) }
        return claim.flatMap { $0.radians < 0 ? nil : $0 }
    }

    func store(in streams: inout AssembledStreams) {
        if position == nil {
            let stream = SensorStream(times: times, values: attitudes)
            let isStored = plan.store(stream, of: rows, \.attitude, lines: lines, in: &streams)
            let isMagnetic = plan.stream.frame.north == .magnetic && plan.declination == nil
            if isStored { streams.recording.hasMagneticAttitude = isMagnetic }
            if isStored, accuracy.count > 0 { streams.recording.attitudeAccuracy = accuracy }
            if isStored { plan.note(unscaled, in: &streams) }
        } else {
            let stream = SensorStream(times: times, values: poses)
            if plan.store(stream, of: rows, \.pose, lines: lines, in: &streams) { plan.note(unscaled, in: &streams) }
        }
        plan.note(leftOut, plan.withoutOrientation, in: &streams)
    }
}

extension AssemblyPlan {
    /// Returns the position in a row, in metres.
    func position(_ row: Int, _ columns: [Int], _ block: DelimitedBlock) -> Vector3 {
        let read = block.vector(row, columns)
        return stream.unitFactor == 1 ? read : read * stream.unitFactor
    }

    /// The reason under which rows without an orientation are counted as discarded.
    var withoutOrientation: String {
        if stream.angles != nil { return "angles that are not numbers" }
        return switch orientationColumns.count {
        case ColumnRole.matrix.count: "matrix that is not a rotation"
        case ColumnRole.quaternion.count: "quaternion of length zero or not a number"
        default: "rotation vector that is not a number"
        }
    }

    /// Returns the device's orientation in a row, in the frame of ``Recording``, or `nil` if the row has no valid
    /// orientation.
    func orientation(_ row: Int, _ block: DelimitedBlock) -> UnitQuaternion? {
        guard let read = rotation(row, block) else { return nil }
        let orientation = stream.frame.deviceToTrueENU(read, declination: declination)
        return stream.axes.map { orientation * $0.toFile } ?? orientation
    }

    /// Checks the length of a row's quaternion. Matrices and angles are not checked.
    func checkLength(_ row: Int, _ block: DelimitedBlock, sample: Int, in unscaled: inout UnscaledQuaternions) {
        guard stream.angles == nil, orientationColumns.count <= ColumnRole.quaternion.count else { return }
        let (w, x, y, z) = block.quaternion(row, orientationColumns)
        unscaled.check(w, x, y, z, sample: sample, line: block.line(ofRow: row))
    }

    /// Records the quaternions that are not of length 1 in the recording, if there are any.
    func note(_ unscaled: UnscaledQuaternions, in streams: inout AssembledStreams) {
        if unscaled.count > 0 { streams.recording.unscaledQuaternions[stream.kind] = unscaled }
    }

    /// Returns the rotation in a row, in the file's own frame.
    private func rotation(_ row: Int, _ block: DelimitedBlock) -> UnitQuaternion? {
        if let angles = stream.angles { return block.rotation(row, orientationColumns, angles) }
        let isMatrix = orientationColumns.count == ColumnRole.matrix.count
        if isMatrix { return block.rotation(row, orientationColumns) }
        let (w, x, y, z) = block.quaternion(row, orientationColumns)
        return UnitQuaternion(w: w, x: x, y: y, z: z)
    }
}

extension DelimitedBlock {
    /// Returns the quaternion in the columns w, x, y, z of a row, unchanged. Three columns x, y, z contain a rotation
    /// vector: w is then √(1 − x² − y² − z²), or 0 if the vector is longer than 1.
    fileprivate func quaternion(_ row: Int, _ columns: [Int]) -> (w: Double, x: Double, y: Double, z: Double) {
        let first = columns.count - 3
        let (x, y, z) = (self[columns[first]][row], self[columns[first + 1]][row], self[columns[first + 2]][row])
        let w = first == 1 ? self[columns[0]][row] : max(0, 1 - x * x - y * y - z * z).squareRoot()
        return (w, x, y, z)
    }

    /// Returns the rotation matrix in nine columns of a row, in row-major order, or `nil` if the matrix is not a
    /// rotation.
    fileprivate func rotation(_ row: Int, _ columns: [Int]) -> UnitQuaternion? {
        let cells = columns.map { self[$0][row] }
        let axes = (0..<3).map { Vector3(cells[$0], cells[3 + $0], cells[6 + $0]) }
        // Rotation matrices that were written with two or three digits deviate by about this amount.
        let tolerance = 1e-2
        let isRotation = axes.allSatisfy { abs($0.dot($0) - 1) < tolerance }
        let third = axes[0].cross(axes[1]) - axes[2]
        guard isRotation, third.dot(third) < tolerance else { return nil }
        return UnitQuaternion(columns: axes[0], axes[1], axes[2])
    }

    /// Returns the rotation by roll, pitch and yaw in three columns of a row, or `nil` if an angle is not finite.
    fileprivate func rotation(_ row: Int, _ columns: [Int], _ angles: StreamLayout.Angles) -> UnitQuaternion? {
        let read = columns.map { Angle(degrees: self[$0][row] * angles.degrees) }
        guard read.allSatisfy(\.radians.isFinite) else { return nil }
        return angles.sequence.rotation(roll: read[0], pitch: read[1], yaw: read[2])
    }

    /// Returns the vector in the columns x, y, z of a row.
    func vector(_ row: Int, _ columns: [Int]) -> Vector3 {
        Vector3(self[columns[0]][row], self[columns[1]][row], self[columns[2]][row])
    }
}

/// A builder of the stream of reference orientations (device → East, North, Up).
///
/// Rows without a valid orientation are stored and marked as invalid.
final class ReferenceAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let position: [Int]
    private let valid: Int?
    private let evaluate: Int?
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var orientations: [UnitQuaternion] = []
    private var isValid: [Bool] = []
    private var isEvaluated: [Bool] = []
    private var positions: [Vector3] = []
    private var lines: [Int] = []
    private var unscaled = UnscaledQuaternions()

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.indices(ColumnRole.position)
        valid = plan.columns[.valid]
        evaluate = plan.columns[.evaluate]
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        rows.reserve(&orientations, in: block)
        rows.reserve(&isValid, in: block)
        rows.reserve(&isEvaluated, in: block)
        if position.count == 3 { rows.reserve(&positions, in: block) }
        let indices = rows.indices
        let read = indices.map { isSet(valid, $0, block) ? plan.orientation($0, block) : nil }
        for (index, row) in indices.enumerated() where read[index] != nil {
            plan.checkLength(row, block, sample: times.count + index, in: &unscaled)
        }
        times += rows.times
        lines += rows.lines(of: block, plan)
        orientations += read.lazy.map { $0 ?? .identity }
        isValid += read.lazy.map { $0 != nil }
        let window = plan.stream.evaluateWindow
        isEvaluated += zip(indices, rows.times).map { isSet(evaluate, $0, block) && window?.contains($1) ?? true }
        if position.count == 3 {
            positions += indices.lazy.map { [position, plan] in plan.position($0, position, block) }
        }
    }

    /// Returns whether a row's flag is set. If the column does not exist, the flag is set in all rows.
    private func isSet(_ column: Int?, _ row: Int, _ block: DelimitedBlock) -> Bool {
        guard column != nil else { return true }
        return block.finite(row, column).map { $0 != 0 } ?? false
    }

    func store(in streams: inout AssembledStreams) {
        plan.note(rows.backward, "rows out of order", in: &streams)
        guard !times.isEmpty, streams.recording.reference == nil else { return }
        plan.noteSource(of: lines, in: &streams)
        plan.note(unscaled, in: &streams)
        let hasMask = evaluate != nil || plan.stream.evaluateWindow != nil
        streams.recording.reference = ReferenceStream(
            times: times,
            orientations: orientations,
            isValid: isValid,
            isEvaluated: hasMask ? isEvaluated : nil,
            positions: position.count == 3 ? positions : nil
        )
    }
}

/// A builder of a stream of vectors. NaN values are kept, because filters count them.
final class VectorAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let target: WritableKeyPath<Recording, SensorStream<Vector3>?>
    private let columns: [Int]
    private let factor: Vector3
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var values: [Vector3] = []
    private var lines: [Int] = []
    /// The number of skipped zero vectors before the first nonzero vector.
    private var zeros = 0

    init(_ plan: AssemblyPlan, _ target: WritableKeyPath<Recording, SensorStream<Vector3>?>) {
        self.plan = plan
        self.target = target
        columns = plan.indices([.x, .y, .z])
        factor = Vector3(plan.factor(.x), plan.factor(.y), plan.factor(.z))
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        rows.reserve(&values, in: block)
        let (x, y, z) = (block[columns[0]], block[columns[1]], block[columns[2]])
        let factor = factor
        func vector(_ row: Int) -> Vector3 { Vector3(x[row] * factor.x, y[row] * factor.y, z[row] * factor.z) }
        var first = 0
        if plan.stream.skipsZeros, values.isEmpty {
            first = rows.indices.firstIndex { vector($0) != .zero } ?? rows.indices.count
            zeros += first
        }
        times += rows.times[first...]
        lines += rows.lines(from: first, of: block, plan)
        if let axes = plan.stream.axes {
            values += rows.indices[first...].lazy.map { axes.device(vector($0)) }
        } else {
            values += rows.indices[first...].lazy.map(vector)
        }
    }

    func store(in streams: inout AssembledStreams) {
        let samples = SensorStream(times: times, values: values)
        plan.note(zeros, "zeros before the first sample", in: &streams)
        if plan.stream.isAddend {
            streams.addends[plan.stream.kind, default: [:]][plan.alternative] = samples
        } else {
            plan.store(samples, of: rows, target, lines: lines, in: &streams)
        }
    }
}
