import SensorModel

/// The rows of a file of estimates as they were read, before any convention is applied.
public struct EstimateFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The SHA-256 of the file in hexadecimal digits.
    public internal(set) var sha256 = ""
    /// The numbers of each orientation's columns, in the order of the file: four of a quaternion, or roll, pitch and yaw.
    public private(set) var numbers: [[Double]]
    let columns: EstimateColumns
    /// The times in seconds; empty for whole nanoseconds.
    private(set) var seconds: [Seconds] = []
    /// The times in nanoseconds; empty for seconds.
    private(set) var stamps: [Int64] = []

    /// The largest magnitude of a time in seconds. Nanoseconds since 1970 are below it, too.
    private static let latest: Seconds = 1e19

    init(path: String, columns: EstimateColumns) {
        self.path = path
        self.columns = columns
        switch columns.orientation {
        case .quaternion: numbers = Array(repeating: [], count: 4)
        case .angles: numbers = Array(repeating: [], count: 3)
        }
    }

    /// The number of rows.
    public var count: Int { numbers[0].count }

    /// Whether the orientations are roll, pitch and yaw.
    public var hasAngles: Bool { numbers.count == 3 }

    /// The order of the four numbers of a quaternion by the names of the columns or the format; nil for angles and for
    /// another order.
    public var order: EstimateConventions.Order? {
        guard case .quaternion(_, let components) = columns.orientation else { return nil }
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
        for column in numbers.indices { numbers[column] += block[column + 1] }
    }

    private mutating func appendTime(_ row: Int, _ block: DelimitedBlock) throws(InputError) {
        let time = block[0][row]
        guard time.magnitude <= Self.latest else {
            throw faulty("time \(time)", "a time within 1e19 s of zero", row, block)
        }
        if let last = seconds.last, time < last { throw backward("time \(time) after \(last)", row, block) }
        seconds.append(time)
    }

    private mutating func appendStamp(_ row: Int, _ block: DelimitedBlock) throws(InputError) {
        guard let stamp = block.stamp(row: row, column: 0) else { throw faulty("no time", "a time", row, block) }
        if let last = stamps.last, stamp < last { throw backward("\(stamp) ns after \(last) ns", row, block) }
        stamps.append(stamp)
    }

    private func faulty(_ found: String, _ expected: String, _ row: Int, _ block: DelimitedBlock) -> InputError {
        let remedy = "correct the time, or remove the row"
        return block.error(row: row, column: 0, found: found, expected: expected, remedy: remedy)
    }

    private func backward(_ found: String, _ row: Int, _ block: DelimitedBlock) -> InputError {
        let expected = "times that do not run backward"
        return block.error(row: row, column: 0, found: found, expected: expected, remedy: "sort the rows by time")
    }

    /// The time of a row in seconds since `epoch`, without rounding before the difference is taken.
    func time(_ row: Int, since epoch: Int) -> Seconds {
        guard !stamps.isEmpty else { return epoch == 0 ? seconds[row] : seconds[row] - Double(epoch) }
        return Double(stamps[row] &- Int64(epoch) &* 1_000_000_000) / 1e9
    }
}
