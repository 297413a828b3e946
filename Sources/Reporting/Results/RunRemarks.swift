import Evaluation

/// The skipped samples and the remarks of several runs, each text once.
struct RunRemarks {
    /// The skipped samples by reason, such as `34 × samples without valid reference`; a range if the runs differ.
    let skipped: [String]
    /// The remarks, followed by the number of runs if they do not apply to all.
    let remarks: [String]

    init(of runs: [EvaluationRun]) {
        skipped = Self.skipped(in: runs)
        remarks = Self.remarks(on: runs)
    }

    private static func skipped(in runs: [EvaluationRun]) -> [String] {
        let reasons = Set(runs.flatMap(\.skipped.keys)).sorted()
        return reasons.map { reason in
            let counts = runs.compactMap { $0.skipped[reason] }
            let least = counts.min() ?? 0
            let most = counts.max() ?? 0
            let number = least == most ? "\(most)" : "\(least)–\(most)"
            return "\(number) × \(reason)\(share(counts.count, of: runs.count))"
        }
    }

    private static func remarks(on runs: [EvaluationRun]) -> [String] {
        var order: [String] = []
        var counts: [String: Int] = [:]
        for run in runs {
            var seen: Set<String> = []
            for remark in run.remarks where seen.insert(remark).inserted {
                if counts[remark] == nil { order.append(remark) }
                counts[remark, default: 0] += 1
            }
        }
        return order.map { $0 + share(counts[$0, default: 0], of: runs.count) }
    }

    private static func share(_ count: Int, of total: Int) -> String {
        count == total ? "" : " (\(count) of \(total) runs)"
    }
}
