import SensorModel

/// A builder of the stream of compass readings.
///
/// Empty cells, NaN, negative accuracies and headings of -1, which Core Location uses, are missing values.
final class HeadingAssembler: StreamAssembler {
    private let magnetic: Int?
    private let trueNorth: Int?
    private let accuracy: Int?
    private let plan: AssemblyPlan
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var values: [HeadingReading] = []

    init(_ plan: AssemblyPlan) {
        magnetic = plan.columns[.magnetic]
        trueNorth = plan.columns[.trueNorth]
        accuracy = plan.columns[.accuracy]
        self.plan = plan
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        rows.reserve(&values, in: block)
        times += rows.times
        for row in rows.indices {
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
        plan.store(SensorStream(times: times, values: values), of: rows, \.heading, in: &streams)
    }
}

extension DelimitedBlock {
    /// The value in a row and column; nil if the column does not exist or the value is not finite.
    func finite(_ row: Int, _ column: Int?) -> Double? {
        guard let column else { return nil }
        let value = self[column][row]
        return value.isFinite ? value : nil
    }
}
