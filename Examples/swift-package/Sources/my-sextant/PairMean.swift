import SensorFilters
import SensorModel

/// The mean of the last two samples: y_n = (x_{n−1} + x_n) / 2. The first sample passes unchanged.
struct PairMean<Value: FilterValue>: Filter {
    let maximumGap: Seconds
    var intake = Intake<Value>()
    private var last: Value?

    init(maximumGap: Seconds) {
        self.maximumGap = maximumGap
    }

    mutating func start(with value: Value) -> Value {
        last = value
        return value
    }

    mutating func advance(to value: Value, over interval: Seconds) -> Value {
        defer { last = value }
        return last?.interpolated(to: value, fraction: 0.5) ?? value
    }

    mutating func reset() {
        self = PairMean(maximumGap: maximumGap)
    }
}

extension FilterEntry {
    /// The filter's name in a SPEC, its parameter, and a constructor for each kind of values.
    static let pairMean = FilterEntry(
        name: "pairMean",
        summary: "Mean of the last two samples.",
        source: "an example",
        parameters: [
            .number("maximumGap", .seconds, in: .aboveZero, default: 1, "Longest interval that does not restart it.")
        ],
        scalar: { PairMean(maximumGap: gap($0)) },
        heading: { PairMean(maximumGap: gap($0)) },
        vector: { PairMean(maximumGap: gap($0)) },
        quaternion: { PairMean(maximumGap: gap($0)) }
    )

    private static func gap(_ values: ParameterValues) -> Seconds { values.number("maximumGap") ?? 1 }
}
