public import SensorModel

/// Recordings × sampling rates × pipelines with their settings: what a table of a paper is made of.
///
/// A cell is one setting of one pipeline over one recording at one rate. Cells are numbered recordings first, then
/// rates, then pipelines, then settings, and are made from their number: an experiment takes no memory for them.
public struct Experiment: Sendable {
    public var name: String
    public var inputs: [ExperimentInput]
    /// The rates at which sensors are sampled again; nil as they were recorded.
    public var rates: [Hertz?]
    public var families: [PipelineFamily]
    public var options: EvaluationOptions
    /// The metrics by which settings are chosen.
    public var tuning: [MetricName]
    /// Tags of recordings for which settings are also chosen by themselves.
    public var groups: [String]
    /// The forms in which runs are reported.
    public var formats: [String]
    /// The searches beyond grids, by the place of their family.
    public var searches: [Int: SearchRequest]
    /// The place of the first setting among those of the whole experiment.
    var firstPlace = 0

    public init(
        name: String,
        inputs: [ExperimentInput],
        rates: [Hertz?] = [nil],
        families: [PipelineFamily],
        options: EvaluationOptions = EvaluationOptions(),
        tuning: [MetricName] = [.totalRMSE],
        groups: [String] = [],
        formats: [String] = ["md"],
        searches: [Int: SearchRequest] = [:]
    ) {
        precondition(!inputs.isEmpty && !rates.isEmpty && !families.isEmpty, "there is something to run")
        self.name = name
        self.inputs = inputs
        self.rates = rates
        self.families = families
        self.options = options
        self.tuning = tuning
        self.groups = groups
        self.formats = formats
        self.searches = searches
    }

    /// Settings of all pipelines together.
    public var settingCount: Int { families.reduce(0) { $0 + $1.count } }

    public var cellCount: Int { inputs.count * rates.count * settingCount }

    /// The cells of one of several parts that are as long as each other, but for one cell.
    ///
    /// - Parameters:
    ///   - index: which part, from 1 to `count`.
    ///   - count: how many parts there are.
    public func cells(ofShard index: Int, of count: Int) -> Range<Int> {
        precondition(count > 0 && (1...count).contains(index), "one of the parts")
        func bound(_ shard: Int) -> Int {
            let (high, low) = cellCount.multipliedFullWidth(by: shard)
            return count.dividingFullWidth((high, low)).quotient
        }
        return bound(index - 1)..<bound(index)
    }

    /// Settings of one pipeline over one recording that are run together.
    public struct Stretch: Sendable, Hashable {
        public var input: Int
        public var rate: Int
        public var family: Int
        public var settings: Range<Int>
        /// The number of the first cell.
        public var first: Int

        public var cells: Range<Int> { first..<first + settings.count }
    }

    /// As many cells from `cell` on, at most `count` and before `end`, as belong to one pipeline over one recording.
    public func stretch(from cell: Int, upTo count: Int, before end: Int) -> Stretch {
        precondition(cell < end && end <= cellCount && count > 0, "there are cells left")
        let (place, setting) = cell.quotientAndRemainder(dividingBy: settingCount)
        let (input, rate) = place.quotientAndRemainder(dividingBy: rates.count)
        var (family, first) = (0, setting)
        while first >= families[family].count {
            first -= families[family].count
            family += 1
        }
        let length = min(count, end - cell, families[family].count - first)
        return Stretch(input: input, rate: rate, family: family, settings: first..<first + length, first: cell)
    }

    /// What, besides recording and pipeline, a figure depends on: two cells with different words are different cells.
    public func conditions(rate: Int) -> String {
        var words = ["sampling \(rates[rate].map { "\(GridAxis.text($0)) Hz" } ?? "as recorded")"]
        words.append("reference \(options.reference?.rawValue ?? "as there is")")
        words.append("heading alignment \(options.headingAlignment.rawValue)")
        words.append("association \(options.association.text)")
        words.append("span \(GridAxis.text(options.span)) s")
        words.append("display \(GridAxis.text(options.displayRate)) Hz")
        if options.alignsClocks { words.append("clocks aligned") }
        if options.fitsFrames { words.append("frames fitted") }
        if let metrics = options.metrics {
            words.append("\(metrics.count) metrics (\(Self.mark(metrics.map(\.rawValue).sorted())))")
        }
        return words.joined(separator: ", ")
    }

    /// Eight digits that are others for other words: FNV-1a in its short form
    /// (draft-eastlake-fnv, https://datatracker.ietf.org/doc/html/draft-eastlake-fnv-21).
    private static func mark(_ words: [String]) -> String {
        let hash = words.joined(separator: " ").utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
