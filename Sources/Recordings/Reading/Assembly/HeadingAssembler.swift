import SensorModel

/// Builds the stream of compass readings. Cells that are empty, NaN or (of the accuracy) negative mean that there is no
/// value; so does a heading of -1, as Core Location has it.
final class HeadingAssembler: StreamAssembler {
    private let magnetic: Int?
    private let trueNorth: Int?
    private let accuracy: Int?
    private let plan: AssemblyPlan
    private var intake: RowIntake
    private var times: [Seconds] = []
    private var values: [HeadingReading] = []

    init(_ plan: AssemblyPlan) {
        magnetic = plan.columns[.magnetic]
        trueNorth = plan.columns[.trueNorth]
        accuracy = plan.columns[.accuracy]
        self.plan = plan
        intake = RowIntake(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try intake.take(block)
        intake.reserve(&times, in: block)
        intake.reserve(&values, in: block)
        times += intake.times
        for row in intake.rows {
            let bound = block.finite(row, accuracy).flatMap { $0 < 0 ? nil : $0 }
            values.append(
                HeadingReading(
                    magnetic: heading(block.finite(row, magnetic)).map { Heading(degrees: $0) },
                    trueNorth: heading(block.finite(row, trueNorth)).map { Heading(degrees: $0) },
                    accuracy: bound.map { Angle(degrees: $0) }
                )
            )
        }
    }

    private func heading(_ degrees: Double?) -> Double? { degrees == -1 ? nil : degrees }

    func store(in streams: inout AssembledStreams) {
        plan.store(SensorStream(times: times, values: values), of: intake, \.heading, in: &streams)
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
