package import Evaluation
import Recordings
import SensorModel

/// The data of a page, which the page's script uses to draw the plots and to show values under the cursor.
///
/// The values equal those of `results.json`. Only the error over time is thinned, and only in a page of more than 700
/// runs.
package struct PageData: Encodable {
    /// A run of one pipeline.
    package struct Run: Encodable {
        /// The index of the pipeline.
        package let pipeline: Int
        /// The values in the order of the metrics.
        package let values: [Double?]
        package let error: [SeriesNumbers]?
        /// A Boolean value that indicates whether the error is a location error, in metres.
        let isOfLocation: Bool
        /// The percentages of errors within 21 bounds; `nil` without claimed accuracies. According to the claimed
        /// accuracies, these bounds contain 0, 5, … 100 % of the errors.
        let claims: SeriesNumbers?
        let quantiles: SeriesNumbers?
        package let spectrum: [SeriesNumbers]?
        let step: [SeriesNumbers]?
        let computeP99: Double?
    }

    var pipelines: [String] = []
    /// The metrics with a column in the tables.
    var metrics: [JSONObject] = []
    /// The metrics of accuracy, jitter and lag, in this order.
    var tradeOff: [String] = []
    /// The runs over each recording.
    var recordings: [JSONObject] = []
    /// The plots of the page. The value `number` of the template `figure` is an index in this list.
    let figures: [JSONObject]

    /// The data as JSON that is safe inside a `script` element.
    var json: String { PageText.script(encoding: self) }
}

/// The numbers of a series: as text encoded by ``SeriesText``, or as an array if ``SeriesText`` cannot encode them.
package enum SeriesNumbers: Encodable {
    case text(String)
    case numbers([Double])

    static func times(_ seconds: [Double]) -> SeriesNumbers {
        SeriesText.times(seconds).map { .text($0) } ?? .numbers(seconds)
    }

    static func values(_ values: [Double]) -> SeriesNumbers {
        SeriesText.numbers(values).map { .text($0) } ?? .numbers(values.filter(\.isFinite))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .numbers(let numbers): try container.encode(numbers)
        }
    }
}

extension Metric {
    /// The metric for the page's script. The key `better` has the better direction; it is absent if the metric is
    /// neutral. The key `unranked` is present if the reference does not show which pipeline is better.
    func pageData(of pipelines: [PipelineMeans]) -> JSONObject {
        let better: String? =
            switch polarity {
            case .smallerIsBetter: "smaller"
            case .closerToZeroIsBetter: "zero"
            case .largerIsBetter: "larger"
            case .neutral: nil
            }
        let isRanking = pipelines.contains { $0.canRank(by: self) }
        return JSONObject(known: [
            "name": name, "title": pipelines.axisTitle(of: self), "better": better,
            "unranked": isRanking ? nil : true, "tolerance": negligibleDifference > 0 ? negligibleDifference : nil,
        ])
    }
}

extension RecordingGroup {
    /// The runs over the recording, for the page's script.
    ///
    /// - Parameters:
    ///   - id: the identifier of the recording's section in the page.
    ///   - slots: the indices of the runs' pipelines.
    ///   - metrics: the metrics whose values the page contains.
    ///   - columns: the number of time bins to which the errors over time are thinned.
    func pageData(id: String, slots: [Int], metrics: [Metric], columns: Int) -> JSONObject {
        let series = runs.compactMap(\.series)
        return JSONObject(known: [
            "id": id,
            "name": title,
            "runs": zip(runs, slots).map { PageData.Run($0, slot: $1, metrics: metrics, columns: columns) },
            "rests": series.first?.rests.map { [$0.lowerBound, $0.upperBound] } ?? [],
            "disturbances": series.first?.disturbances.map { [$0.lowerBound, $0.upperBound] } ?? [],
            "errorTitle": RecordingFigures(group: self, slots: slots, columns: columns).errorTitle,
            "stepTruth": series.compactMap(\.stepTruth).first.map(PageData.Run.pairs),
        ])
    }
}

extension PageData.Run {
    package init(_ run: EvaluationRun, slot: Int, metrics: [Metric], columns: Int) {
        pipeline = slot
        values = metrics.map { metric in run.metrics[metric].flatMap { $0.isFinite ? $0 : nil } }
        let series = run.series
        error = series.map { Self.error($0, columns: columns) }
        isOfLocation = series?.errorKind == .location
        claims = series.flatMap { $0.claims.isEmpty ? nil : .values($0.claims) }
        quantiles = series.map { .values($0.errorQuantiles) }
        spectrum = series?.spectrum.map { Self.pairs($0) }
        step = series?.step.map { Self.pairs($0) }
        computeP99 = run.metrics[.computeP99].flatMap { $0.isFinite ? $0 : nil }
    }

    /// The error over time. A gap divides the error into stretches. Each stretch contributes its times, followed by its
    /// values.
    private static func error(_ series: RunSeries, columns: Int) -> [SeriesNumbers] {
        PlotThinning.thinned(series.error.points, bins: columns).flatMap { stretch in
            [SeriesNumbers.times(stretch.map(\.x)), SeriesNumbers.values(stretch.map(\.y))]
        }
    }

    /// A curve. A gap divides the curve into stretches. Each stretch contributes its abscissae, followed by its
    /// ordinates.
    static func pairs(_ curve: RunSeries.Curve) -> [SeriesNumbers] {
        zip(curve.x.stretches, curve.y.stretches).flatMap { x, y in
            [SeriesNumbers.values(x), SeriesNumbers.values(y)]
        }
    }
}

extension ReportFigure {
    /// The plot for the page's script. `ofPipelines` indicates whether the number that selects a series' colour is the
    /// index of a pipeline.
    func pageData(ofPipelines: Bool) -> JSONObject {
        [
            "name": name,
            "title": title,
            "ofPipelines": ofPipelines,
            "x": plot.x.pageData,
            "y": plot.y.pageData,
            "series": plot.series.map { series -> JSONObject in
                // A point is `[x, y]`, or `[x, y, from, to]` with the ends of an error bar. Gaps divide the points.
                let points: [[[Double]]] = plot.drawable(series).map { stretch in
                    stretch.map { point in
                        [point.x, point.y] + (point.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
                    }
                }
                return ["name": series.name, "style": series.pageStyle, "slot": series.slot, "points": points]
            },
        ]
    }
}

extension Plot.Axis {
    fileprivate var pageData: JSONObject {
        JSONObject(known: [
            "title": title,
            "log": isLogarithmic,
            "first": limits?.first,
            "last": limits?.last,
            "names": categories.isEmpty ? nil : categories,
            "tolerance": tolerance > 0 ? tolerance : nil,
        ])
    }
}

extension Plot.Series {
    /// The name of the style in the page's script. A Pareto front has a separate name, because the script recomputes
    /// the front when pipelines are hidden.
    fileprivate var pageStyle: String {
        switch style {
        case .line: "line"
        case .outline: name == ReportFigure.frontName ? "front" : "outline"
        case .markers: "markers"
        case .dots: "dots"
        case .intervals: "intervals"
        }
    }
}

/// The numbers of a series as short text for the page's script, which restores exactly the same numbers.
///
/// A character encodes six bits: `A`–`Z`, `a`–`z`, `0`–`9`, `-`, `_` as in base64url (RFC 4648, section 5).
package enum SeriesText {
    private static let millisecondsPerSecond = 1_000.0
    /// The smallest exponent of ten. Exponents from −12 to 3 take four bits; mantissas with up to four digits take
    /// fourteen bits.
    private static let minimumExponent = -12
    private static let powers: [Double] = (0...12).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// Encodes times as differences from the previous time, in milliseconds. O(count).
    ///
    /// Each character encodes five bits of a difference. A sixth bit is set if the difference continues in the next
    /// character.
    ///
    /// - Returns: the text; `nil` if a time is negative or not a whole number of milliseconds, or if the times
    ///   decrease.
    package static func times(_ seconds: [Double]) -> String? {
        var text = IntegerText()
        var last = 0
        for time in seconds {
            let scaled = (time * millisecondsPerSecond).rounded()
            guard let now = Int(checked: scaled), now >= last, scaled / millisecondsPerSecond == time else {
                return nil
            }
            text.append(unsigned: UInt(now - last))
            last = now
        }
        return text.text
    }

    /// Encodes each number as three characters. Returns `nil` if a number is negative, too large, or has more than four
    /// significant digits. O(count).
    package static func numbers(_ values: [Double]) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 3)
        let digits = IntegerText.digits
        for value in values {
            guard let (mantissa, exponent) = decimal(value) else { return nil }
            let code = (exponent - minimumExponent) << 14 | mantissa
            bytes += [digits[code >> 12], digits[code >> 6 & 63], digits[code & 63]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The mantissa and the exponent of ten that represent a number exactly, or `nil` if that is impossible.
    private static func decimal(_ value: Double) -> (mantissa: Int, exponent: Int)? {
        guard value >= 0, value < 1e7 else { return nil }
        if value == 0 { return (0, 0) }
        // 1000 · 10ᵉ ≤ value < 10000 · 10ᵉ
        var exponent = -12
        while exponent < 3, scaled(value, by: -exponent) >= 9_999.5 { exponent += 1 }
        let rounded = scaled(value, by: -exponent).rounded()
        guard let mantissa = Int(checked: rounded), mantissa < 1 << 14 else { return nil }
        let restored = scaled(Double(mantissa), by: exponent)
        return restored == value ? (mantissa, exponent) : nil
    }

    private static func scaled(_ value: Double, by exponent: Int) -> Double {
        exponent >= 0 ? value * powers[exponent] : value / powers[-exponent]
    }
}
