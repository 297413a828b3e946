public import Evaluation
public import Recordings

/// The definition of an experiment: recordings × preparations × pipelines with their settings.
///
/// A cell is one setting of one pipeline over one recording in one preparation. Cells are numbered by recording, then
/// preparation, then pipeline, then setting. A cell is computed from its number, so an experiment needs no memory for
/// its cells.
public struct Experiment: Sendable {
    /// The experiment's name.
    public var name: String
    /// The recordings.
    public var inputs: [ExperimentInput]
    /// The calibrations and samplings of the sensors.
    public var preparations: [RecordingPreparation]
    /// The pipelines with their free parameters.
    public var families: [PipelineFamily]
    /// The estimates of other programs. They follow the pipelines, and each has one setting.
    public var estimates: [EstimateSource]
    /// The options of every run.
    public var options: EvaluationOptions
    /// The metrics that select the best settings.
    public var tuning: [Metric]
    /// The tags of recordings for which settings are also selected separately.
    public var groups: [String]
    /// The formats of the reports.
    public var formats: [String]
    /// The searches in addition to grids, by the index of their family.
    public var searches: [Int: SearchRequest]
    /// The properties of pipelines in addition to their SPECs, by the names of the pipelines.
    public var traits: [String: PipelineTraits] = [:]
    /// The rules of the leaderboard, or `nil` if the experiment has no leaderboard.
    public var leaderboard: LeaderboardRules?
    /// The index of the first setting. It is 0 except for searches.
    var firstIndex = 0

    /// Creates an experiment.
    public init(
        name: String,
        inputs: [ExperimentInput],
        preparations: [RecordingPreparation] = [RecordingPreparation()],
        families: [PipelineFamily],
        estimates: [EstimateSource] = [],
        options: EvaluationOptions = EvaluationOptions(),
        tuning: [Metric] = [.totalRMSE],
        groups: [String] = [],
        formats: [String] = ["md"],
        searches: [Int: SearchRequest] = [:]
    ) {
        precondition(!inputs.isEmpty && !preparations.isEmpty, "an experiment has recordings and preparations")
        self.name = name
        self.inputs = inputs
        self.preparations = preparations
        self.families = families
        self.estimates = estimates
        self.options = options
        self.tuning = tuning
        self.groups = groups
        self.formats = formats
        self.searches = searches
    }

    /// The number of settings of all pipelines and estimates.
    public var settingCount: Int { families.reduce(estimates.count) { $0 + $1.count } }

    /// The number of cells.
    public var cellCount: Int { inputs.count * preparations.count * settingCount }

    /// Returns the cells of a shard. The sizes of shards differ by at most one cell.
    ///
    /// - Parameters:
    ///   - index: the number of the shard, from 1 to `count`.
    ///   - count: the number of shards.
    public func cells(ofShard index: Int, of count: Int) -> Range<Int> {
        precondition(count > 0 && (1...count).contains(index), "the index is from 1 to the count")
        func bound(_ shard: Int) -> Int {
            let (high, low) = cellCount.multipliedFullWidth(by: shard)
            return count.dividingFullWidth((high, low)).quotient
        }
        return bound(index - 1)..<bound(index)
    }

    /// A range of settings of one pipeline over one recording in one preparation.
    public struct Stretch: Sendable, Hashable {
        /// The index of the recording.
        public var input: Int
        /// The index of the preparation.
        public var preparation: Int
        /// The index of the pipeline, or the number of pipelines plus the index of the estimates.
        public var family: Int
        /// The settings of the pipeline.
        public var settings: Range<Int>
        /// The number of the first cell.
        public var first: Int

        /// The numbers of the cells.
        public var cells: Range<Int> { first..<first + settings.count }
    }

    /// Returns at most `count` cells from `cell` to before `end` that belong to one pipeline over one recording.
    /// O(pipelines).
    public func stretch(from cell: Int, upTo count: Int, before end: Int) -> Stretch {
        precondition(cell < end && end <= cellCount && count > 0, "there are cells from the start to the end")
        let (block, setting) = cell.quotientAndRemainder(dividingBy: settingCount)
        let (input, preparation) = block.quotientAndRemainder(dividingBy: preparations.count)
        var (family, first) = (0, setting)
        while first >= settingCount(of: family) {
            first -= settingCount(of: family)
            family += 1
        }
        let length = min(count, end - cell, settingCount(of: family) - first)
        return Stretch(
            input: input,
            preparation: preparation,
            family: family,
            settings: first..<first + length,
            first: cell
        )
    }

    /// Returns the cells from `cell` to before `end` that belong to one recording in one preparation.
    func block(from cell: Int, before end: Int) -> Range<Int> {
        cell..<min(end, (cell / settingCount + 1) * settingCount)
    }

    private func settingCount(of family: Int) -> Int { family < families.count ? families[family].count : 1 }

    /// Returns the estimates of a stretch, or `nil` for the stretch of a pipeline.
    func estimate(of stretch: Stretch) -> EstimateSource? {
        stretch.family < families.count ? nil : estimates[stretch.family - families.count]
    }

    /// Returns the distinct conditions of a preparation's results, in the order of the recordings.
    public func conditions(preparation: Int) -> [String] {
        var seen: Set<RecordingOptions> = []
        return inputs.indices.filter { seen.insert(inputs[$0].options).inserted }
            .map { conditions(input: $0, preparation: preparation) }
    }

    /// Returns the options of the runs over a recording.
    package func options(of input: Int) -> EvaluationOptions { inputs[input].options.applied(to: options) }

    /// Returns the conditions of a result in words, except its recording and pipeline. Cells with different conditions
    /// are different cells.
    public func conditions(input: Int, preparation: Int) -> String {
        let options = options(of: input)
        var words = [preparations[preparation].text]
        words.append("reference \(options.reference?.rawValue ?? "as there is")")
        words.append("heading alignment \(options.headingAlignment.rawValue)")
        words.append("association \(options.association.text)")
        words.append("span \(GridAxis.text(options.span)) s")
        words.append("display \(GridAxis.text(options.displayRate)) Hz")
        if options.alignsClocks { words.append("clocks aligned") }
        if options.fitsFrames { words.append("frames fitted") }
        if options.skip > 0 { words.append("first \(GridAxis.text(options.skip)) s skipped") }
        if options.excludesOutliers { words.append("outliers excluded") }
        if let metrics = options.metrics {
            words.append("\(metrics.count) metrics (\(Self.mark(metrics.map(\.name).sorted())))")
        }
        return words.joined(separator: ", ")
    }

    /// Returns an 8-digit hash of words: FNV-1a in its short form (draft-eastlake-fnv,
    /// https://datatracker.ietf.org/doc/html/draft-eastlake-fnv-21).
    private static func mark(_ words: [String]) -> String {
        let hash = words.joined(separator: " ").utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// A request to search for a pipeline's best setting within the ranges of its grid.
public struct SearchRequest: Sendable, Hashable {
    /// The method and limits of the search.
    public var plan: SearchPlan
    /// The metric whose mean over all recordings is optimised.
    public var metric: Metric
}
