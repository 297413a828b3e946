package import Evaluation

/// Small multiples: the pipelines' accuracy per motion, device or disturbance, as named by the recordings.
package struct TraitFigures {
    /// The pictures of one kind of trait.
    package struct Group {
        package let kind: RecordingTrait
        package let figures: [ReportFigure]
    }

    private let groups: [RecordingGroup]
    private let pipelines: [PipelineMeans]
    private let metric: MetricName

    package init(_ groups: [RecordingGroup], _ pipelines: [PipelineMeans], accuracy: MetricName) {
        self.groups = groups
        self.pipelines = pipelines
        metric = accuracy
    }

    /// One group per kind with at least two values among the recordings.
    package var multiples: [Group] {
        let traits = groups.map { RecordingTraits(name: $0.title).values }
        return RecordingTrait.allCases.compactMap { kind in
            var order: [String] = []
            for value in traits.compactMap({ $0[kind] }) where !order.contains(value) { order.append(value) }
            guard order.count > 1 else { return nil }
            let means = order.map { value in
                let places = traits.indices.filter { traits[$0][kind] == value }
                return (value, places.count, pipelines.map { mean(of: $0, at: places) })
            }
            // All pictures of a group have the same axis, so that they can be compared.
            let all = means.flatMap { $0.2.compactMap(\.self) }
            guard let least = all.min(), let most = all.max() else { return nil }
            var axis = FigureAxes.axis(FigureAxes.title(of: metric), for: all)
            axis.limits =
                axis.isLogarithmic
                ? Plot.Limits(first: least / 1.2, last: most * 1.2) : Plot.Limits(first: 0, last: most * 1.05)
            return Group(kind: kind, figures: means.map { figure(kind, $0.0, $0.1, $0.2, axis) })
        }
    }

    private func mean(of pipeline: PipelineMeans, at places: [Int]) -> Double? {
        MetricMean(of: metric, over: places.map { pipeline.runs[$0] }).comparable
    }

    private func figure(
        _ kind: RecordingTrait,
        _ value: String,
        _ count: Int,
        _ means: [Double?],
        _ axis: Plot.Axis
    ) -> ReportFigure {
        let series = means.enumerated().map { place, mean in
            Plot.Series("", .markers, slot: place, [mean.map { [Plot.Point($0, Double(place))] } ?? []])
        }
        let names = pipelines.map {
            TextWrapping.shortened($0.name, width: RecordingFigures.longestCategory)
        }
        let safe = value.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        return ReportFigure(
            name: "\(kind.rawValue)-\(safe)",
            title: value.hasPrefix("iphone")
                ? "iPhone " + value.dropFirst(6).uppercased() : value.capitalisedFirst,
            caption: "Mean over \(count) \(count == 1 ? "recording" : "recordings").",
            plot: Plot(x: axis, y: Plot.Axis(title: "", categories: names), series: series)
        )
    }
}
