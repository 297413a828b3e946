import SensorModel

/// Builds the reference, device → East, North, Up. Rows whose orientation is not known stay, marked as not valid.
final class ReferenceAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let position: [Int]
    private let valid: Int?
    private let evaluate: Int?
    private var intake: RowIntake
    private var times: [Seconds] = []
    private var orientations: [UnitQuaternion] = []
    private var isValid: [Bool] = []
    private var isEvaluated: [Bool] = []
    private var positions: [Vector3] = []

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.indices(ColumnRole.position)
        valid = plan.columns[.valid]
        evaluate = plan.columns[.evaluate]
        intake = RowIntake(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try intake.take(block)
        intake.reserve(&times, in: block)
        intake.reserve(&orientations, in: block)
        intake.reserve(&isValid, in: block)
        intake.reserve(&isEvaluated, in: block)
        if position.count == 3 { intake.reserve(&positions, in: block) }
        times += intake.times
        let rows = intake.rows
        let read = rows.map { isSet(valid, $0, block) ? plan.orientation($0, block) : nil }
        orientations += read.lazy.map { $0 ?? .identity }
        isValid += read.lazy.map { $0 != nil }
        isEvaluated += zip(rows, intake.times).map { isSet(evaluate, $0, block) && isInWindow($1) }
        if position.count == 3 { positions += rows.lazy.map { [position] in block.vector($0, position) } }
    }

    /// Whether a flag is not 0; a file without the column sets it everywhere.
    private func isSet(_ column: Int?, _ row: Int, _ block: DelimitedBlock) -> Bool {
        guard column != nil else { return true }
        return block.finite(row, column).map { $0 != 0 } ?? false
    }

    private func isInWindow(_ time: Seconds) -> Bool {
        plan.stream.evaluateWindow?.contains(time) ?? true
    }

    func store(in streams: inout AssembledStreams) {
        plan.note(intake.backward, "rows out of order", in: &streams)
        guard !times.isEmpty, streams.recording.reference == nil else { return }
        plan.noteSource(in: &streams)
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
