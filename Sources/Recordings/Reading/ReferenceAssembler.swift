import SensorModel

/// Builds the reference, device → East, North, Up. Rows whose orientation is not known stay, marked as not valid.
final class ReferenceAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let position: [Int]
    private var intake: RowIntake
    private var times: [Seconds] = []
    private var orientations: [UnitQuaternion] = []
    private var isValid: [Bool] = []
    private var isEvaluated: [Bool] = []
    private var positions: [Vector3] = []

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.indices(ColumnRole.position)
        intake = RowIntake(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try intake.take(block)
        times += intake.times
        for (index, row) in intake.rows.enumerated() {
            let orientation = isSet(.valid, row, block) ? plan.orientation(row, block) : nil
            orientations.append(orientation ?? .identity)
            isValid.append(orientation != nil)
            isEvaluated.append(isSet(.evaluate, row, block) && isInWindow(intake.times[index]))
            if position.count == 3 { positions.append(block.vector(row, position)) }
        }
    }

    /// Whether a flag is not 0; a file without the column sets it everywhere.
    private func isSet(_ role: ColumnRole, _ row: Int, _ block: DelimitedBlock) -> Bool {
        guard plan.columns[role] != nil else { return true }
        return block.finite(row, plan.columns[role]).map { $0 != 0 } ?? false
    }

    private func isInWindow(_ time: Seconds) -> Bool {
        plan.stream.evaluateWindow?.contains(time) ?? true
    }

    func store(in streams: inout AssembledStreams) {
        plan.note(intake.backward, "rows out of order", in: &streams)
        guard !times.isEmpty, streams.recording.reference == nil else { return }
        plan.noteSource(in: &streams)
        let hasMask = plan.columns[.evaluate] != nil || plan.stream.evaluateWindow != nil
        streams.recording.reference = ReferenceStream(
            times: times,
            orientations: orientations,
            isValid: isValid,
            isEvaluated: hasMask ? isEvaluated : nil,
            positions: position.count == 3 ? positions : nil
        )
    }
}

extension ReferenceStream {
    /// Marks what the recording's metadata exclude.
    mutating func mask(evaluated: [ClosedRange<Seconds>]?, excluded: [ClosedRange<Seconds>]) {
        for row in times.indices where excluded.contains(where: { $0.contains(times[row]) }) {
            isValid[row] = false
            orientations[row] = .identity
        }
        guard let evaluated else { return }
        var flags = isEvaluated ?? Array(repeating: true, count: times.count)
        for row in times.indices where !evaluated.contains(where: { $0.contains(times[row]) }) { flags[row] = false }
        isEvaluated = flags
    }
}
