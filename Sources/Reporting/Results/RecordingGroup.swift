package import Evaluation

/// The runs over one recording.
package struct RecordingGroup {
    /// The recording's name, followed by the start of its checksum if another recording has the same name.
    package let title: String
    /// The runs in the order of the results.
    package private(set) var runs: [EvaluationRun]

    /// The title of each run's recording.
    static func titles(of runs: [EvaluationRun]) -> [String] {
        var titles: [Key: String] = [:]
        for group in groups(of: runs) {
            guard let recording = group.runs.first?.recording else { continue }
            titles[Key(name: recording.name, sha256: recording.sha256)] = group.title
        }
        return runs.map { titles[Key(name: $0.recording.name, sha256: $0.recording.sha256)] ?? $0.recording.name }
    }

    /// The runs grouped by recording, in the order of each recording's first run.
    package static func groups(of runs: [EvaluationRun]) -> [RecordingGroup] {
        var positions: [Key: Int] = [:]
        var groups: [(key: Key, runs: [EvaluationRun])] = []
        for run in runs {
            let key = Key(name: run.recording.name, sha256: run.recording.sha256)
            if let position = positions[key] {
                groups[position].runs.append(run)
            } else {
                positions[key] = groups.count
                groups.append((key, [run]))
            }
        }
        let sameName = Dictionary(grouping: groups.map(\.key.name), by: \.self).mapValues(\.count)
        return groups.map { group in
            let isUnique = sameName[group.key.name] == 1
            let title = isUnique ? group.key.name : "\(group.key.name) [\(group.key.sha256.prefix(8))]"
            return RecordingGroup(title: title, runs: group.runs)
        }
    }

    /// The recording's length, such as `62.4 s · 6240 samples`.
    var extent: String {
        guard let recording = runs.first?.recording else { return "" }
        return "\(NumberText.duration(recording.durationSeconds)) · \(recording.samples) samples"
    }

    /// The number of compared samples, such as `accuracy over 6100 reference samples`; a range if pipelines differ.
    var basis: String {
        let counts = runs.compactMap { $0.metrics[.count] }
        guard let least = counts.min(), let most = counts.max() else { return "no accuracy figures" }
        let text = least == most ? NumberText.exact(most) : "\(NumberText.exact(least))–\(NumberText.exact(most))"
        return "accuracy over \(text) reference samples"
    }

    /// The recording's checksum, such as `SHA-256 0123…`, or `simulated` for one without files.
    var checksum: String {
        let digits = runs.first?.recording.sha256 ?? ""
        return digits.isEmpty ? "simulated" : "SHA-256 \(digits)"
    }

    /// Whether a figure of a run has an interval.
    var hasIntervals: Bool { runs.contains { !$0.metrics.intervals.isEmpty } }

    /// The meaning of those intervals.
    static let intervalText = "the 95 % bootstrap interval within the recording, from blocks of at least 5 s"

    private struct Key: Hashable {
        let name: String
        let sha256: String
    }
}
