import Evaluation

/// Results with the series for pictures.
enum SeriesSpecimens {
    static let series = RunSeries(
        errorKind: .total,
        error: RunSeries.Curve(
            x: NumberStretches([[0, 0.5, 1], [3, 3.5]]),
            y: NumberStretches([[1, 12.5, 1.5], [2, 1]])
        ),
        errorQuantiles: (0...100).map { 1 + Double($0) / 8 },
        spectrum: RunSeries.Curve(x: NumberStretches([[0.1, 1, 10]]), y: NumberStretches([[4, 2, 0.01]])),
        rests: [0...0.5],
        disturbances: [3...3.5]
    )

    static let walk = with(series, in: Specimens.walk)

    static func with(_ series: RunSeries, in results: EvaluationResults) -> EvaluationResults {
        var results = results
        for index in results.runs.indices { results.runs[index].series = series }
        return results
    }
}
