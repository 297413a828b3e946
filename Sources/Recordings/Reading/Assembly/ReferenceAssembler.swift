import SensorModel

/// A builder of the reference, device → East, North, Up.
///
/// Rows without a known orientation are stored and marked as not valid.
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
        isEvaluated += zip(indices, rows.times).map { isSet(evaluate, $0, block) && isInWindow($1) }
        if position.count == 3 {
            positions += indices.lazy.map { [position, plan] in plan.position($0, position, block) }
        }
    }

    /// Whether a flag is set. It is set in all rows if the file does not have the column.
    private func isSet(_ column: Int?, _ row: Int, _ block: DelimitedBlock) -> Bool {
        guard column != nil else { return true }
        return block.finite(row, column).map { $0 != 0 } ?? false
    }

    private func isInWindow(_ time: Seconds) -> Bool {
        plan.stream.evaluateWindow?.contains(time) ?? true
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
