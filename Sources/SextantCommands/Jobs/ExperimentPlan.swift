import Evaluation
import Experiments
import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// The description of an experiment that `--dry-run` prints.
struct ExperimentPlan {
    let file: ExperimentFile
    let cells: Range<Int>
    let jobs: Int
    let allowsPrograms: Bool

    private var experiment: Experiment { file.experiment }

    /// The plan as text, with an estimate of the time.
    func text() -> String {
        let inputs = experiment.inputs
        var lines = ["\(experiment.name): \(Self.count(cells.count, "cell"))"]
        if cells.count < experiment.cellCount { lines[0] += " of \(experiment.cellCount) in this shard" }
        let preparations = experiment.preparations
        var factors = Self.count(inputs.count, "recording")
        if preparations.count > 1 { factors += " × \(preparations.count) preparations" }
        lines.append("  \(factors) × \(Self.count(experiment.settingCount, "setting"))")
        lines.append("recordings")
        lines += inputs.map {
            "  \($0.name.withoutControlCharacters)\($0.tags.isEmpty ? "" : "  [\($0.tags.joined(separator: ", "))]")"
        }
        if preparations.count > 1 { lines += ["preparations"] + preparations.map { "  \($0.text)" } }
        if !experiment.families.isEmpty { lines.append("pipelines") }
        for (place, family) in experiment.families.enumerated() {
            lines.append("  \(family.name): \(Self.words(family, experiment.searches[place]))")
            lines += family.axes.map { "    \(Self.words($0))" }
        }
        if !experiment.estimates.isEmpty { lines.append("estimates") }
        lines += experiment.estimates.map { "  \($0.name): \($0.path)" }
        let metrics = experiment.options.metrics?.map(\.rawValue).sorted() ?? ["all"]
        lines += ["metrics", "  \(metrics.joined(separator: ", "))"]
        if !file.programs.isEmpty {
            lines.append(allowsPrograms ? "starts" : "starts, with --allow-programs only")
            lines += file.programs.map { "  \($0)" }
        }
        lines.append(estimate())
        return lines.joined(separator: "\n") + "\n"
    }

    private struct Document: Encodable {
        struct Input: Encodable {
            let name: String
            let path: String
            let sha256: String
            let tags: [String]
        }

        let name: String
        let definition: String
        let recordings: [Input]
        let settings: Int
        let cells: Int
        let programs: [String]
    }

    /// The plan as JSON, with the checksum of every recording.
    ///
    /// - Throws: `InputError` for a recording that cannot be read.
    func json() throws -> [UInt8] {
        let inputs = try experiment.inputs.map { input in
            let recording = try input.recording()
            let checksum = recording.sha256.isEmpty ? recording.contentDigest : recording.sha256
            return Document.Input(name: recording.name, path: input.name, sha256: checksum, tags: input.tags)
        }
        let document = Document(
            name: experiment.name,
            definition: file.path,
            recordings: inputs,
            settings: experiment.settingCount,
            cells: cells.count,
            programs: file.programs
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(document)) + [UInt8(ascii: "\n")]
    }

    /// The estimated time, measured with a few settings of each pipeline on the first readable recording.
    private func estimate() -> String {
        for (place, input) in experiment.inputs.enumerated() {
            let start = ContinuousClock.now
            guard let recording = try? input.recording() else { continue }
            let sweep = RecordingSweep(recording, options: experiment.options)
            let reading = start.duration(to: .now)
            var time = 0.0
            for family in experiment.families where !family.base.estimator.entry.isOutside {
                let settings = (0..<min(8, family.count)).compactMap { try? family.specification(at: $0) }
                let begin = ContinuousClock.now
                guard !settings.isEmpty, (try? sweep.evaluate(settings)) != nil else { continue }
                time += begin.duration(to: .now).seconds / Double(settings.count) * Double(family.count)
            }
            let recordings = Double(experiment.inputs.count * experiment.preparations.count)
            let share = Double(cells.count) / Double(max(experiment.cellCount, 1))
            let whole = (time + reading.seconds) * recordings * share / Double(jobs)
            let name = experiment.inputs[place].name
            let others = file.programs.isEmpty ? "" : ", without the programs"
            return
                "about \(TimeText.rough(whole)) with --jobs \(jobs)\(others), if all recordings take as long as \(name)"
        }
        return "no recording can be read, so the time is unknown"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func words(_ family: PipelineFamily, _ search: SearchRequest?) -> String {
        var words = count(family.count, "setting")
        if let sample = family.sample, sample.count > 0 { words += ", \(sample.count) drawn with seed \(sample.seed)" }
        if family.addsDefault { words += ", including the default" }
        if let search { words += "; then a search by \(search.plan.method.rawValue) for \(search.metric.rawValue)" }
        return words
    }

    private static func words(_ axis: GridAxis) -> String {
        switch axis.values {
        case .list(let texts): "\(axis.name): \(texts.joined(separator: ", "))"
        case .steps(_, _, let count, let spacing):
            "\(axis.name): \(axis.text(at: 0)) to \(axis.text(at: count - 1)), \(count) values, \(spacing.rawValue)"
        case .interval(let range, let spacing):
            "\(axis.name): any value from \(range.lowerBound) to \(range.upperBound), \(spacing.rawValue)"
        }
    }
}
