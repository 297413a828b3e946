public import SensorModel

/// The rows of a file of estimates, before its conventions are applied.
public struct EstimateFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The SHA-256 of the file's bytes, as hexadecimal digits.
    public internal(set) var sha256 = ""
    /// The columns in file order, with one number per row: the four columns of a quaternion, the three columns of roll,
    /// pitch and yaw, or the columns of a position.
    public private(set) var numbers: [[Double]]
    let columns: EstimateColumns
    /// The times in seconds; empty if the times are in nanoseconds.
    private(set) var seconds: [Seconds] = []
    /// The times in nanoseconds; empty if the times are in seconds.
    private(set) var stamps: [Int64] = []

    /// The maximum magnitude of a number that is read as a time in seconds. Nanoseconds since 1970 that are read as
    /// seconds by mistake are below this limit.
    private static let maximumTime: Seconds = 1e19

    init(path: String, columns: EstimateColumns) {
        self.path = path
        self.columns = columns
        numbers = Array(repeating: [], count: columns.content.fields.count)
    }

    /// Reads the orientations or the positions of a file with GeoPoses.
    init(geoPosesOf path: String, content: EstimateConventions.Content?) throws(InputError) {
        let fingerprint = Fingerprint()
        let poses = try GeoPoseReader(path: path, fingerprint: fingerprint).poses
        var columns = EstimateColumns(quaternionsWithNanoseconds: 1)
        if content == .positions { columns.content = .positions(.geoPose) }
        self.init(path: path, columns: columns)
        sha256 = fingerprint.hexadecimal
        stamps = poses.map { $0.nanoseconds ?? 0 }
        guard content != .positions else {
            numbers = [poses.map(\.latitude), poses.map(\.longitude), poses.map(\.height)]
            return
        }
        numbers = [\.w, \.x, \.y, \.z].map { (part: KeyPath<UnitQuaternion, Double>) in
            poses.map { $0.orientation[keyPath: part] }
        }
    }

    /// The number of rows.
    public var count: Int { numbers[0].count }

    /// A Boolean value that indicates whether the orientations are roll, pitch and yaw.
    public var hasAngles: Bool { if case .angles = columns.content { true } else { false } }

    /// A Boolean value that indicates whether the estimates are positions.
    public var hasPositions: Bool { if case .positions = columns.content { true } else { false } }

    /// The order of a quaternion's numbers according to the column names or the format, or `nil` if the order is
    /// unusual or the orientations are angles.
    public var order: EstimateConventions.Order? {
        guard case .quaternion(_, let components) = columns.content else { return nil }
        switch components {
        case [.w, .x, .y, .z]: return .wxyz
        case [.x, .y, .z, .w]: return .xyzw
        default: return nil
        }
    }

    mutating func append(_ block: DelimitedBlock) throws(InputError) {
        for row in 0..<block.rowCount {
            if columns.nanoseconds == nil { try appendTime(row, block) } else { try appendStamp(row, block) }
        }
        if case .positions(let positions) = columns.content { try checkAccuracies(positions, block) }
        for column in numbers.indices { numbers[column] += block[column + 1] }
    }

    /// Rejects negative and infinite accuracies. The accuracy of an empty cell or `nan` is unknown.
    private func checkAccuracies(_ columns: PositionColumns, _ block: DelimitedBlock) throws(InputError) {
        for (index, quantity) in columns.quantities.enumerated()
        where quantity == .horizontalAccuracy || quantity == .verticalAccuracy {
            let accuracies = block[index + 1]
            guard let row = accuracies.firstIndex(where: { $0 < 0 || $0 == .infinity }) else { continue }
            throw block.error(
                row: row,
                column: index + 1,
                message: "the accuracy \(accuracies[row]) is not a length in metres",
                advice: "if the accuracy is unknown, leave the cell empty"
            )
        }
    }

    private mutating func appendTime(_ row: Int, _ block: DelimitedBlock) throws(InputError) {
        let time = block[0][row]
        guard time.magnitude <= Self.maximumTime else {
            throw faulty(
                time.isNaN ? "the time is missing" : "the magnitude of time \(time) exceeds 1e19 s",
                row,
                block
            )
        }
        if let last = seconds.last, time < last {
            throw backward("time \(time) is earlier than the previous time \(last)", row, block)
        }
        seconds.append(time)
    }

    private mutating func appendStamp(_ row: Int, _ block: DelimitedBlock) throws(InputError) {
        guard let stamp = block.stamp(row: row, column: 0) else { throw faulty("the time is missing", row, block) }
        if let last = stamps.last, stamp < last {
            throw backward("time \(stamp) ns is earlier than the previous time \(last) ns", row, block)
        }
        stamps.append(stamp)
    }

    private func faulty(_ message: String, _ row: Int, _ block: DelimitedBlock) -> InputError {
        block.error(row: row, column: 0, message: message, advice: "correct the time, or remove the row")
    }

    private func backward(_ message: String, _ row: Int, _ block: DelimitedBlock) -> InputError {
        block.error(row: row, column: 0, message: message, advice: "sort the rows by time")
    }

    /// Returns the time of a row in seconds since `epoch`. Times in nanoseconds are subtracted exactly.
    func time(_ row: Int, since epoch: Int) -> Seconds {
        guard !stamps.isEmpty else { return epoch == 0 ? seconds[row] : seconds[row] - Double(epoch) }
        return Double(stamps[row] &- Int64(epoch) &* 1_000_000_000) / 1e9
    }
}

extension EstimateFile {
    /// The estimates of a file, converted to the conventions of Sextant.
    public struct Rows<Value: Sendable>: Sendable {
        /// The times on the recording's clock, strictly increasing.
        public internal(set) var times: [Seconds] = []
        /// The estimates, one for each time.
        public internal(set) var values: [Value] = []
        /// The number of discarded rows, for each reason.
        public internal(set) var leftOut: [String: Int] = [:]
        /// A description of the conventions that were applied.
        public internal(set) var summary = ""
        /// Further remarks on the conversion, for readers of results.
        public internal(set) var remarks: [String] = []
    }

    /// The tolerance for rounding: the maximum difference between a quaternion's squared length and 1. Quaternions
    /// within this tolerance are used without normalisation.
    private static let rounding = 8 * Double.ulpOfOne
    /// The threshold for detecting times since 1970, in seconds (March 1973). If the first time of a file exceeds the
    /// threshold, the file's times count from 1970. Otherwise, the file's times count from the recording's start.
    private static let firstCalendarTime: Seconds = 1e8

    /// Converts the orientations to the conventions of Sextant: device → East, North, Up.
    ///
    /// If several rows have the same time, only the last row is used, as for the estimates of pipelines.
    ///
    /// - Parameters:
    ///   - conventions: the conventions of the file.
    ///   - epoch: the Unix time of the recording's time zero, which is subtracted if the file's times count from 1970.
    ///   - declination: the recording's declination, or `nil` to use magnetic north as true north.
    /// - Throws: `InputError` if the file has positions, the unit of angles is unknown, or a convention cannot be
    ///   applied to the file.
    public func orientations(
        by conventions: EstimateConventions,
        epoch: Int? = nil,
        declination: Angle? = nil
    ) throws(InputError) -> Rows<UnitQuaternion> {
        let rotation = try rotation(by: conventions)
        var unscaled = 0
        let isNative = conventions.frame == EarthFrame()
        let isMounted = conventions.mounting != EstimateMounting()
        var result = rows(by: conventions, epoch: epoch, called: "orientation") { row -> UnitQuaternion? in
            guard let (read, isScaled) = rotation(row) else { return nil }
            if !isScaled { unscaled += 1 }
            let turned = isNative ? read : conventions.frame.deviceToTrueENU(read, declination: declination)
            return isMounted ? conventions.mounting.device(turned) : turned
        }
        if unscaled > 0 {
            result.remarks.append("\(unscaled) of \(count) quaternions were not of length 1 and were normalised")
        }
        let keys = conventions.text
        result.summary =
            keys.isEmpty ? "read as device to East, North, Up on the recording's clock" : "read with \(keys)"
        if conventions.frame.north == .magnetic, declination == nil {
            result.remarks.append("the declination is unknown, so magnetic north is used as true north")
        }
        return result
    }

    /// Converts the rows for which `read` returns an estimate. The resulting times are on the recording's clock and
    /// increase strictly. O(rows).
    ///
    /// - Parameters:
    ///   - conventions: the clock of the file.
    ///   - epoch: the Unix time of the recording's time zero.
    ///   - name: the name of an estimate, for the text that explains why rows were discarded.
    ///   - read: a function that returns the estimate of a row, or `nil` if the row has no estimate.
    func rows<Value>(
        by conventions: EstimateConventions,
        epoch: Int?,
        called name: String,
        _ read: (Int) -> Value?
    ) -> Rows<Value> {
        var result = Rows<Value>()
        result.times.reserveCapacity(count)
        result.values.reserveCapacity(count)
        var zero = 0
        if let epoch, count > 0, time(0, since: 0) > Self.firstCalendarTime {
            zero = epoch
            result.remarks.append("the times count from 1970, so the recording's start (\(epoch) s) was subtracted")
        }
        var (repeated, empty) = (0, 0)
        let start = conventions.clockRate == 1 || count == 0 ? 0 : time(0, since: zero)
        for row in 0..<count {
            guard let value = read(row) else {
                empty += 1
                continue
            }
            let time = start + (time(row, since: zero) - start) * conventions.clockRate + conventions.clock
            if let last = result.times.last, time <= last {
                repeated += 1
                result.values[result.values.count - 1] = value
            } else {
                result.times.append(time)
                result.values.append(value)
            }
        }
        if empty > 0 { result.leftOut["rows without \(name.first == "o" ? "an" : "a") \(name)"] = empty }
        if repeated > 0 { result.leftOut["rows with the time of the next row"] = repeated }
        return result
    }

    private typealias RowRotation = (Int) -> (UnitQuaternion, isScaled: Bool)?

    private func rotation(by conventions: EstimateConventions) throws(InputError) -> RowRotation {
        let numbers = numbers
        switch columns.content {
        case .positions:
            throw InputError(
                file: path,
                message: "the file has positions, but orientations are needed",
                advice: "evaluate positions with 'sextant evaluate RECORDING --estimate NAME=\(path)'"
            )
        case .quaternion(_, let named):
            if let key = ["unit", "sequence"].first(where: { conventions.given[$0] != nil }) {
                throw misfit(key, "angles (roll, pitch, yaw)", "a quaternion")
            }
            let indices = Self.indices(conventions.order, named)
            return { row in
                let (w, x, y, z) = (
                    numbers[indices[0]][row], numbers[indices[1]][row], numbers[indices[2]][row],
                    numbers[indices[3]][row]
                )
                let squared = w * w + x * x + y * y + z * z
                if abs(squared - 1) <= Self.rounding { return (UnitQuaternion(unchecked: w, x, y, z), true) }
                let isScaled = UnscaledQuaternions.isUnit(squared: squared)
                return UnitQuaternion(w: w, x: x, y: y, z: z).map { ($0, isScaled) }
            }
        case .angles(_, let unit):
            guard conventions.order == nil else { throw misfit("order", "a quaternion", "roll, pitch and yaw") }
            guard let unit = conventions.unit ?? unit else {
                throw InputError(
                    file: path,
                    message: "roll, pitch and yaw have no unit",
                    advice: "add unit=deg or unit=rad"
                )
            }
            let sequence = conventions.sequence
            return { row in
                let angles = (0..<3).map { column in
                    unit == .degrees
                        ? Angle(degrees: numbers[column][row]) : Angle(radians: numbers[column][row])
                }
                guard angles.allSatisfy(\.radians.isFinite) else { return nil }
                return (sequence.rotation(roll: angles[0], pitch: angles[1], yaw: angles[2]), true)
            }
        }
    }

    /// Returns the indices of the columns that contain w, x, y and z, in this order. Columns are counted in file order.
    private static func indices(_ order: EstimateConventions.Order?, _ named: [EstimateColumns.Component]) -> [Int] {
        switch order {
        case .wxyz: [0, 1, 2, 3]
        case .xyzw: [3, 0, 1, 2]
        case nil: EstimateColumns.Component.allCases.map { named.firstIndex(of: $0) ?? 0 }
        }
    }

    private func misfit(_ key: String, _ needed: String, _ present: String) -> InputError {
        InputError(
            file: path,
            message: "'\(key)' applies to \(needed), but the file has \(present)",
            advice: "remove '\(key)'"
        )
    }
}
