import Evaluation
import Recordings
import SensorModel

/// The order, direction and Earth frame of a quaternion in four columns, determined from the sensors.
struct QuaternionFit {
    /// An interpretation of the four quaternion columns: the position of the scalar, and the direction of the rotation.
    struct Reading: Hashable {
        let isScalarFirst: Bool
        let isDeviceToEarth: Bool
    }

    let reading: Reading
    /// The RMS difference between the quaternion's and the gyroscope's rotations, relative to the quaternion's RMS
    /// rotation; `nil` without a gyroscope, or if too few rotations can be compared.
    let rateResidual: Double?
    /// The mean specific force in units of gravity. Each sample is rotated by the quaternion of its row before
    /// averaging.
    let force: Vector3
    /// The mean magnetic field, relative to the median field strength; `nil` without a magnetometer. Each sample is
    /// rotated by the quaternion of its row before averaging.
    let field: Vector3?

    /// The rows of a column group in which the group's four values form a quaternion of length 1, within the tolerance.
    struct Rows {
        let times: [Double]
        let values: [[Double]]

        init(_ group: ColumnGroup, in file: LogFile, times: [Double]) {
            let columns = group.fields.map { file.columns[$0].values }
            var (kept, values): ([Double], [[Double]]) = ([], [])
            for row in times.indices {
                let cells = columns.map { $0[row] }
                let norm = cells.reduce(0) { $0 + $1 * $1 }
                guard norm.isFinite, abs(norm - 1) < 0.05, kept.last.map({ times[row] > $0 }) ?? true else { continue }
                kept.append(times[row])
                values.append(cells)
            }
            (self.times, self.values) = (kept, values)
        }

        /// Creates the quaternions of rows with roll, pitch and yaw. Rows with a missing angle are skipped.
        init(_ columns: [[Double]], _ convention: AngleConvention, times: [Double]) {
            var (kept, values): ([Double], [[Double]]) = ([], [])
            for row in times.indices where columns.allSatisfy({ $0[row].isFinite }) {
                guard kept.last.map({ times[row] > $0 }) ?? true else { continue }
                let rotation = convention.rotation(columns.map { $0[row] })
                kept.append(times[row])
                values.append([rotation.w, rotation.x, rotation.y, rotation.z])
            }
            (self.times, self.values) = (kept, values)
        }

        /// Returns a Boolean value that indicates whether the vector of four columns has length 1 in nearly all rows.
        /// Empty rows and rows of zeros are ignored.
        static func areRotations(_ group: ColumnGroup, in file: LogFile) -> Bool {
            let columns = group.fields.map { file.columns[$0].values }
            var (whole, unit) = (0, 0)
            for row in columns[0].indices {
                let norm = columns.reduce(0) { $0 + $1[row] * $1[row] }
                guard norm.isFinite, norm > 0 else { continue }
                whole += 1
                if abs(norm - 1) < 0.02 { unit += 1 }
            }
            return whole >= 10 && 100 * unit >= 98 * whole
        }

        /// Returns a Boolean value that indicates whether four columns are a quaternion in integers, such as multiples
        /// of 2⁻¹⁴. The length of such a quaternion is constant, although its elements change.
        static func areCounts(_ group: ColumnGroup, in file: LogFile) -> Bool {
            let columns = group.fields.map { file.columns[$0].values }
            let length = { (row: Int) in columns.reduce(0) { $0 + $1[row] * $1[row] }.squareRoot() }
            guard !columns[0].isEmpty else { return false }
            let usual = length(0)
            return usual > 1000 && columns.contains { ($0.max() ?? 0) - ($0.min() ?? 0) > 0.1 * usual }
                && columns[0].indices.allSatisfy { abs(length($0) - usual) < 0.005 * usual }
        }

        /// Returns a Boolean value that indicates whether nine columns contain the elements of a rotation matrix in
        /// nearly all rows of the file. The elements are ordered by the rows of the matrix.
        static func areMatrices(_ group: ColumnGroup, in file: LogFile) -> Bool {
            let columns = group.fields.map { file.columns[$0].values }
            let count = columns[0].count
            var misfits = 0
            for row in 0..<count where 100 * misfits <= 2 * count {
                let axes = (0..<3).map { axis in
                    Vector3(columns[3 * axis][row], columns[3 * axis + 1][row], columns[3 * axis + 2][row])
                }
                let isRotation = (axes[0].cross(axes[1]) - axes[2]).length < 0.02 && abs(axes[0].length - 1) < 0.02
                if !isRotation { misfits += 1 }
            }
            return count >= 10 && 100 * misfits <= 2 * count
        }

        func rotation(_ row: Int, _ reading: Reading) -> UnitQuaternion? {
            let cells = values[row]
            let ordered = reading.isScalarFirst ? cells : [cells[3], cells[0], cells[1], cells[2]]
            guard let rotation = UnitQuaternion(w: ordered[0], x: ordered[1], y: ordered[2], z: ordered[3]) else {
                return nil
            }
            return reading.isDeviceToEarth ? rotation : rotation.conjugate
        }
    }

    private static let maximumTimeCount = 4_000
    private static let span = 0.2

    /// Compares an interpretation with the sensors. Returns `nil` if there are too few samples.
    ///
    /// - Parameters:
    ///   - rows: rows with a quaternion.
    ///   - reading: interpretation of the four columns.
    ///   - force: specific force in units of gravity.
    ///   - rate: rotation rate in rad/s; `nil` without a gyroscope.
    ///   - field: magnetic field in any unit; `nil` without a magnetometer.
    init?(_ rows: Rows, _ reading: Reading, force: VectorSeries, rate: VectorSeries?, field: VectorSeries?) {
        let step = max(1, rows.times.count / Self.maximumTimeCount)
        let rowIndices = Array(stride(from: 0, to: rows.times.count, by: step))
        let times = rowIndices.map { rows.times[$0] }
        guard let forceMean = Self.mean(rows, reading, rowIndices, force.values(at: times), length: 1) else {
            return nil
        }
        self.reading = reading
        self.force = forceMean
        self.field = field.flatMap { Self.mean(rows, reading, rowIndices, $0.values(at: times)) }
        rateResidual = rate.flatMap { Self.residual(rows, reading, rowIndices, $0) }
    }

    private static func mean(
        _ rows: Rows,
        _ reading: Reading,
        _ rowIndices: [Int],
        _ vectors: [Vector3?],
        length: Double? = nil
    )
        -> Vector3?
    {
        var (sum, lengths) = (Vector3.zero, [Double]())
        for (row, vector) in zip(rowIndices, vectors) {
            guard let vector, let rotation = rows.rotation(row, reading) else { continue }
            sum = sum + rotation.rotate(vector)
            lengths.append(vector.length)
        }
        guard lengths.count >= 20 else { return nil }
        let usual = length ?? ErrorStatistics.median(of: lengths)
        return usual > 0 ? sum * (1 / (usual * Double(lengths.count))) : nil
    }

    private static func residual(_ rows: Rows, _ reading: Reading, _ rowIndices: [Int], _ rate: VectorSeries) -> Double?
    {
        var integral = [Vector3.zero]
        for index in rate.times.indices.dropFirst() {
            let step = rate.times[index] - rate.times[index - 1]
            integral.append(integral[index - 1] + (rate.values[index] + rate.values[index - 1]) * (0.5 * step))
        }
        let sums = VectorSeries(times: rate.times, values: integral)
        var ends: [Int] = []
        var end = 0
        for row in rowIndices {
            while end + 1 < rows.times.count, rows.times[end] - rows.times[row] < span { end += 1 }
            ends.append(end)
        }
        let first = sums.values(at: rowIndices.map { rows.times[$0] })
        let last = sums.values(at: ends.map { rows.times[$0] })
        var (difference, turned, count) = (0.0, 0.0, 0)
        for (index, row) in rowIndices.enumerated() {
            let length = rows.times[ends[index]] - rows.times[row]
            guard length >= span, length < 3 * span, let from = first[index], let to = last[index],
                let before = rows.rotation(row, reading), let after = rows.rotation(ends[index], reading)
            else { continue }
            let turn = (before.conjugate * after).rotationVector
            // A jump of the orientation is ignored, because it is not a rotation of the device.
            guard abs(turn.length - (to - from).length) <= 0.5 * max(turn.length, (to - from).length) else { continue }
            difference += (turn - (to - from)).lengthSquared
            turned += turn.lengthSquared
            count += 1
        }
        return count >= 20 && turned > 0 ? (difference / turned).squareRoot() : nil
    }

    /// The cost of the interpretation; 0 if it agrees perfectly with the sensors.
    var cost: Double { (1 - min(force.length, 1)) + 0.5 * (rateResidual ?? 0) }

    /// The cost for the comparison of gyroscope units: ``cost``, plus 1 if there is no residual. With a wrong unit, all
    /// rotations can look like jumps, so that no residual remains.
    var unitCost: Double { cost + (rateResidual == nil ? 1 : 0) }

    /// Returns the interpretation with the smallest cost, and the second best interpretation. Returns `nil` if there
    /// are too few samples.
    static func best(
        _ rows: Rows,
        isScalarFirst: Bool?,
        force: VectorSeries,
        rate: VectorSeries?,
        field: VectorSeries?
    ) -> (best: QuaternionFit, next: QuaternionFit?)? {
        let orders = isScalarFirst.map { [$0] } ?? [true, false]
        let fits = orders.flatMap { order in
            [true, false].compactMap { direction in
                QuaternionFit(
                    rows,
                    Reading(isScalarFirst: order, isDeviceToEarth: direction),
                    force: force,
                    rate: rate,
                    field: field
                )
            }
        }
        .sorted { $0.cost < $1.cost }
        return fits.first.map { ($0, fits.count > 1 ? fits[1] : nil) }
    }
}

/// A convention of roll, pitch and yaw.
struct AngleConvention: Hashable {
    let sequence: EulerSequence
    let unit: String
    /// A Boolean value that indicates whether the angles are those of the axes x, −y, −z of the device. Pitch and yaw
    /// then have the opposite signs, as in aviation, where x points forward and z down.
    let isReversed: Bool

    /// Returns the possible conventions for columns with roll, pitch and yaw, the most frequent first.
    static func possible(for columns: [LogFile.Column]) -> [AngleConvention] {
        let largest = columns.flatMap(\.values).filter(\.isFinite).map(\.magnitude).max() ?? 0
        let names = columns.map { $0.name.lowercased() }
        let isInDegrees = largest > 2.01 * .pi || names.contains { $0.contains("deg") || $0.contains("°") }
        let units = isInDegrees ? ["deg"] : names.contains { $0.contains("rad") } ? ["rad"] : ["rad", "deg"]
        return [false, true].flatMap { isReversed in
            [EulerSequence.zyx, .zxy].flatMap { sequence in
                units.map { AngleConvention(sequence: sequence, unit: $0, isReversed: isReversed) }
            }
        }
    }

    /// Returns the rotation from device to world coordinates for roll, pitch and yaw.
    func rotation(_ angles: [Double]) -> UnitQuaternion {
        let angles = angles.map { unit == "deg" ? Angle(degrees: $0) : Angle(radians: $0) }
        let rotation = sequence.rotation(roll: angles[0], pitch: angles[1], yaw: angles[2])
        return isReversed ? rotation * UnitQuaternion(angle: Angle(degrees: 180), axis: Vector3(1, 0, 0)) : rotation
    }

    /// The keys of a layout, with their values.
    var settings: [(key: String, value: String?)] {
        [("sequence", sequence.rawValue), ("angleUnit", unit)] + (isReversed ? [("axes", "[x, -y, -z]")] : [])
    }

    /// The sequence, the unit and the axes as text, such as `zyx in deg`.
    var description: String {
        "\(sequence.rawValue) in \(unit)" + (isReversed ? ", of the axes x, -y, -z" : "")
    }
}

extension VectorSeries {
    /// Reads the vectors of a group of columns. Rows with a missing value are skipped.
    init(_ group: ColumnGroup, in file: LogFile, times: [Double]) {
        let columns = group.fields.map { file.columns[$0].values }
        var (kept, values): ([Double], [Vector3]) = ([], [])
        for row in times.indices {
            let vector = Vector3(columns[0][row], columns[1][row], columns[2][row])
            guard vector.isFinite, kept.last.map({ times[row] > $0 }) ?? true else { continue }
            kept.append(times[row])
            values.append(vector)
        }
        self.init(times: kept, values: values)
    }
}
