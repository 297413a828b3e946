import SensorModel

/// Builds the stream of compass readings. Cells that are empty, NaN or (of the accuracy) negative mean that there is no
/// value.
final class HeadingAssembler: StreamAssembler {
    private let magnetic: Int?
    private let trueNorth: Int?
    private let accuracy: Int?
    private var clock: StreamClock
    private var times: [Seconds] = []
    private var values: [HeadingReading] = []

    init(_ plan: AssemblyPlan) {
        magnetic = plan.columns[.magnetic]
        trueNorth = plan.columns[.trueNorth]
        accuracy = plan.columns[.accuracy]
        clock = plan.clock
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try clock.append(block, to: &times)
        for row in 0..<block.rowCount {
            let bound = block.finite(row, accuracy).flatMap { $0 < 0 ? nil : $0 }
            values.append(
                HeadingReading(
                    magnetic: block.finite(row, magnetic).map { Heading(degrees: $0) },
                    trueNorth: block.finite(row, trueNorth).map { Heading(degrees: $0) },
                    accuracy: bound.map { Angle(degrees: $0) }
                )
            )
        }
    }

    func store(in recording: inout Recording) {
        recording.heading = SensorStream(times: times, values: values)
    }
}

extension DelimitedBlock {
    /// The value in a row and column; nil where there is no such column, or no finite value.
    func finite(_ row: Int, _ column: Int?) -> Double? {
        guard let column else { return nil }
        let value = self[column][row]
        return value.isFinite ? value : nil
    }
}
