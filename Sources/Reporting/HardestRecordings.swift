import Evaluation

/// The recordings on which even the best pipeline is far off: where to look first when there are too many to list.
struct HardestRecordings {
    static let count = 10

    private struct Entry {
        let title: String
        let pipeline: String
        let error: Double
    }

    private let total: Int
    private let entries: [Entry]

    init(_ groups: [RecordingGroup]) {
        total = groups.count
        let all = groups.compactMap { group -> Entry? in
            let errors = group.runs.compactMap { run in run.metrics[.totalRMSE].map { (run.pipeline.name, $0) } }
            guard let best = errors.min(by: { $0.1 < $1.1 }) else { return nil }
            return Entry(title: group.title, pipeline: best.0, error: best.1)
        }
        let sorted = all.enumerated().sorted {
            ($1.element.error, $0.offset) < ($0.element.error, $1.offset)
        }
        entries = sorted.prefix(Self.count).map(\.element)
    }

    func lines(width: Int, style: TerminalStyle) -> [String] {
        guard !entries.isEmpty else {
            return TextWrapping.lines("\(total) recordings", width: width).map(style.heading)
        }
        let heading = "\(total) recordings; the \(entries.count) hardest, by the total RMSE of their best pipeline"
        let titles = entries.map { TextWrapping.shortened($0.title, width: width * 2 / 5) }
        let titleWidth = titles.map(DisplayWidth.of).max() ?? 0
        let rows = zip(titles, entries).map { title, entry in
            let start =
                title.rightPadded(to: titleWidth) + " " + NumberText.short(entry.error).leftPadded(to: 7) + "°  "
            return start + TextWrapping.shortened(entry.pipeline, width: width - DisplayWidth.of(start))
        }
        return TextWrapping.lines(heading, width: width, indent: 2).map(style.heading) + rows
    }
}
