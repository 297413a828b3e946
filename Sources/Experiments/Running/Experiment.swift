public import Evaluation
public import Recordings

/// The definition of an experiment: recordings, preparations and pipelines with their settings.
///
/// A cell is one setting of one pipeline on one recording in one preparation. Cells are numbered by recording, then
/// preparation, then pipeline, then setting. The parts of a cell are computed from its number, so an experiment needs
/// no memory for its cells.
public struct Experiment: Sendable {
    /// The experiment's name.
    public var name: String
    /// The recordings of the experiment.
    public var inputs: [ExperimentInput]
    /// The preparations in which every recording is evaluated. Each preparation consists of a calibration and a
    /// resampling.
    public var preparations: [RecordingPreparation]
    /// The pipelines with their varied parameters.
    public var families: [PipelineFamily]
    /// The estimates of other programs, which are evaluated like pipelines with one setting each. Their cells
    /// come after the cells of the pipelines.
    public var estimates: [EstimateSource]
    /// The options of every evaluation.
    public var options: EvaluationOptions
    /// The metrics by which the best settings are selected.
    public var tuning: [Metric]
    /// The tags for which the best settings are also selected separately, using only the recordings with the tag.
    public var groups: [String]
    /// The names of the report formats.
    public var formats: [String]
    /// The parameter searches, by the index of their pipeline in ``families``.
    public var searches: [Int: SearchRequest]
    /// The source, licence and other properties of pipelines, by the name of the pipeline.
    public var traits: [String: PipelineTraits] = [:]
    /// The rules of the leaderboard; `nil` if the experiment has no leaderboard.
    public var leaderboard: LeaderboardRules?
    /// The index of the first setting. It is 0, except for experiments that evaluate a part of a search's settings.
    var firstIndex = 0

    /// Creates an experiment from its parts.
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
        precondition(
            !inputs.isEmpty && !preparations.isEmpty,
            "an experiment must have at least one recording and one preparation"
        )
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

    /// The number of settings of all pipelines, plus the number of estimates.
    public var settingCount: Int { families.reduce(estimates.count) { $0 + $1.count } }

    /// The number of cells in the experiment.
    public var cellCount: Int { inputs.count * preparations.count * settingCount }

    /// Returns the cells of a shard, one of several equal parts of the experiment. The sizes of shards differ by at
    /// most one cell.
    ///
    /// - Parameters:
    ///   - index: number of the shard, from 1 to `count`.
    ///   - count: number of shards.
    public func cells(ofShard index: Int, of count: Int) -> Range<Int> {
        precondition(count > 0 && (1...count).contains(index), "the index must be from 1 to the count")
        func bound(_ shard: Int) -> Int {
            let (high, low) = cellCount.multipliedFullWidth(by: shard)
            return count.dividingFullWidth((high, low)).quotient
        }
        return bound(index - 1)..<bound(index)
    }

    /// A range of consecutive cells. All its cells have the same pipeline, recording and preparation, and differ only
    /// in their settings.
    public struct Stretch: Sendable, Hashable {
        /// The index of the recording in ``Experiment/inputs``.
        public var input: Int
        /// The index of the preparation in ``Experiment/preparations``.
        public var preparation: Int
        /// The index of the pipeline in ``Experiment/families``; for estimates, the number of pipelines plus the index
        /// in ``Experiment/estimates``.
        public var family: Int
        /// The indices of the pipeline's settings.
        public var settings: Range<Int>
        /// The number of the first cell.
        public var first: Int

        /// The numbers of all cells in the range.
        public var cells: Range<Int> { first..<first + settings.count }
    }

    /// Returns a range of at most `count` cells with the same pipeline, recording and preparation. The range starts at
    /// `cell` and ends before `end`. O(n) for n pipelines.
    public func stretch(from cell: Int, upTo count: Int, before end: Int) -> Stretch {
        precondition(
            cell < end && end <= cellCount && count > 0,
            "the range of cells must not be empty, and must belong to the experiment"
        )
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

    /// Returns the cells from `cell` up to, but not including, `end` that have the same recording and preparation as
    /// `cell`.
    func block(from cell: Int, before end: Int) -> Range<Int> {
        cell..<min(end, (cell / settingCount + 1) * settingCount)
    }

    private func settingCount(of family: Int) -> Int { family < families.count ? families[family].count : 1 }

    /// Returns the source of the estimates in a range of cells, or `nil` if the range belongs to a pipeline.
    func estimate(of stretch: Stretch) -> EstimateSource? {
        stretch.family < families.count ? nil : estimates[stretch.family - families.count]
    }

    /// Returns the different conditions of the recordings in a preparation, as texts, in the order of the recordings.
    public func conditions(preparation: Int) -> [String] {
        var seen: Set<RecordingOptions> = []
        return inputs.indices.filter { seen.insert(inputs[$0].options).inserted }
            .map { conditions(input: $0, preparation: preparation) }
    }

    /// Returns the options with which a recording is evaluated.
    package func options(of input: Int) -> EvaluationOptions { inputs[input].options.applied(to: options) }

    /// Returns a text with all conditions of a result except recording and pipeline. Results with different conditions
    /// are stored as different cells.
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
            words.append("\(metrics.count) metrics (\(metrics.map(\.name).sorted().joined(separator: " ").shortHash))")
        }
        return words.joined(separator: ", ")
    }
}

/// A request to search for the best setting of a pipeline within the ranges of its grid.
public struct SearchRequest: Sendable, Hashable {
    /// The method of the search, and the maximum number of evaluations.
    public var plan: SearchPlan
    /// The metric whose mean over all recordings is optimised.
    public var metric: Metric
}
