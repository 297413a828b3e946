/// The files of a native recording, with some times, columns or cells that no device would write.
struct RandomRecording {
    /// The names and contents of the files.
    private(set) var files: [(name: String, bytes: [UInt8])] = []
    private let motion: DeviceMotion
    private let rows: Int
    /// The time of the first row, in the unit of the times.
    private let start: Double
    /// The interval between rows of the fastest streams, in seconds.
    private let interval: Double
    /// The number of time units in a second.
    private let unit: Double

    private static let starts = [
        0, 0, 0, 0, 0, 1.7e9, 1.7e9, -5, .leastNonzeroMagnitude, 1e9, 1e15, 1e18, -1e18, 1e300, 9.97e36,
    ]
    private static let intervals = [0.01, 0.02, 0.033, 0.1, 0.5, 1e-4, 1e-9, 0, 10, 1e6, 1e300]

    /// - Parameters:
    ///   - choices: the decisions.
    ///   - walks: whether the device moves far enough for its fixes to determine a heading.
    init(_ choices: inout InputChoices, walks: Bool = false) {
        let radius = walks ? 40 : choices.pick([0, 0, 0.5, 3, 1e7])
        motion = DeviceMotion(turning: choices.pick(DeviceMotion.Turning.allCases), radius: radius)
        let isShort = choices.isOne(in: 16)
        let isLong = choices.isOne(in: 24)
        rows = isShort ? choices.index(below: 4) : isLong ? 200 : choices.pick([30, 30, 40, 60])
        unit = choices.isOne(in: 4) ? choices.pick([1e3, 1e6, 1e9]) : 1
        start = (choices.isOne(in: 2) ? choices.pick(Self.starts) : 0) * unit
        interval = walks ? 1 : choices.isOne(in: 3) ? choices.pick(Self.intervals) : 0.01
        for stream in DeviceMotion.Stream.allCases where isThere(stream, walks: walks, &choices) {
            add(stream, walks: walks, &choices)
        }
    }

    private func isThere(_ stream: DeviceMotion.Stream, walks: Bool, _ choices: inout InputChoices) -> Bool {
        switch stream {
        case .accelerometer, .gyroscope, .magnetometer: !choices.isOne(in: 10)
        case .reference: !choices.isOne(in: 4)
        case .location, .pose: walks || choices.isOne(in: 5)
        case .heading, .attitude: choices.isOne(in: 5)
        }
    }

    private mutating func add(_ stream: DeviceMotion.Stream, walks: Bool, _ choices: inout InputChoices) {
        let divisor = stream == .magnetometer ? 2 : stream == .location && !walks ? 10 : 1
        let count = (rows + divisor - 1) / divisor
        let shift = choices.isOne(in: 16) ? choices.pick([1, -1, 1e3, 1e9, -1e18]) * unit : 0
        var table = (0..<count).map { row in
            let time = Double(row * divisor) * interval
            return [start + shift + time * unit] + motion.row(of: stream, at: time, &choices)
        }
        if choices.isOne(in: 6) { spoilColumn(&table, &choices) }
        if choices.isOne(in: 6) { spoilOrder(&table, &choices) }
        let spoilt = choices.isOne(in: 3) ? choices.pick([1, 1, 2, 5, 30]) : 0
        var cells: [Int: Int] = [:]
        for _ in 0..<(table.isEmpty ? 0 : spoilt) {
            // Invalid times and texts are rare, because readers reject most of them.
            let isTime = choices.isOne(in: 16)
            let column = isTime ? 0 : 1 + choices.randomIndex(below: table[0].count - 1)
            let index = choices.randomIndex(below: table.count) * table[0].count + column
            cells[index] = choices.pick(choices.isOne(in: 32) ? ExtremeNumber.allIndices : ExtremeNumber.finiteIndices)
        }
        files.append((stream.rawValue + ".csv", Self.text(of: table, columns: stream.columns, cells)))
    }

    /// Scales, shifts or replaces a column.
    private func spoilColumn(_ table: inout [[Double]], _ choices: inout InputChoices) {
        guard let width = table.first?.count else { return }
        let column = choices.isOne(in: 6) ? 0 : 1 + choices.index(below: width - 1)
        // Readers reject decreasing times.
        let number = column == 0 ? abs(choices.pick(ExtremeNumber.finite)) : choices.pick(ExtremeNumber.finite)
        let kind = choices.index(below: 4)
        for row in table.indices {
            switch kind {
            case 0: table[row][column] *= number
            case 1: table[row][column] += number
            case 2: table[row][column] = number
            default: for column in 1..<width { table[row][column] *= number }
            }
        }
    }

    /// Makes times decrease, stop or jump, or removes or repeats rows.
    private func spoilOrder(_ table: inout [[Double]], _ choices: inout InputChoices) {
        guard table.count > 2 else { return }
        let index = choices.randomIndex(below: table.count)
        switch choices.index(below: 12) {
        case 0: table.swapAt(index, choices.randomIndex(below: table.count))
        case 1...4: table.insert(table[index], at: index)
        case 5...7: table.removeSubrange(index..<min(index + 1 + choices.index(below: 30), table.count))
        case 8, 9:
            let jump = abs(choices.pick(ExtremeNumber.finite))
            for row in index..<table.count { table[row][0] += jump }
        case 10: for row in index..<table.count { table[row][0] = table[index][0] }
        default: for row in table.indices { table[row][0] += interval * unit * 0.4 * choices.fraction() }
        }
    }

    /// - Parameters:
    ///   - table: the rows.
    ///   - columns: the header line.
    ///   - cells: the extreme numbers by the index of their cell, row by row.
    private static func text(of table: [[Double]], columns: String, _ cells: [Int: Int]) -> [UInt8] {
        var text = Array(columns.utf8) + [0x0A]
        text.reserveCapacity(table.count * 64)
        var index = 0
        for row in table {
            for (column, value) in row.enumerated() {
                if column > 0 { text.append(0x2C) }
                if let extreme = cells.isEmpty ? nil : cells[index] {
                    text += ExtremeNumber.bytes[extreme]
                } else {
                    text += value.description.utf8
                }
                index += 1
            }
            text.append(0x0A)
        }
        return text
    }
}
