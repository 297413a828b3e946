import Evaluation

/// The figures of a band by the keys that files have for them, with three significant digits.
struct FigureList {
    static let keys =
        ["outside_share"]
        + ["m", "ppm", "bearing_deg"].flatMap { unit in
            ["max", "p99", "rms"].map { "\($0)_\(unit)" }
        }

    /// In the order of ``keys``.
    let values: [Double?]
    /// Why figures are missing, by key.
    let notes: [String: String]

    init(_ figures: BandFigures, givesBearing: Bool = true) {
        let distributions = [figures.error, figures.relative, figures.bearing]
        let all = [figures.outsideShare] + distributions.flatMap { [$0.maximum, $0.percentile99, $0.rootMeanSquare] }
        values = all.map { $0.map { NumberText.significant($0, digits: 3) } }
        let noPairs = figures.pairs == 0 ? "no pairs in the band" : nil
        let noAnswer = figures.error.count == 0 ? "the formula has no answer" : nil
        let reasons = [
            noPairs ?? noAnswer ?? "",
            noPairs ?? noAnswer ?? "the same point twice",
            noPairs ?? (givesBearing ? noAnswer : "the formula gives no bearing")
                ?? "the same point twice, or nearly antipodal points",
        ]
        let places = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
        let missing = values.indices.filter { all[$0] == nil }.map { (Self.keys[$0], reasons[places[$0]]) }
        notes = Dictionary(uniqueKeysWithValues: missing)
    }
}
