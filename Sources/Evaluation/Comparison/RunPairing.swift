/// The pairing of one pipeline's runs in two results, the baseline and the candidate.
///
/// Two runs over recordings with the same name and content form a pair, regardless of the pipeline's parameters.
/// Remaining runs, such as repeated recordings or scenarios with other seeds, are grouped by the recording's name
/// without the seed. All other runs are in ``missing`` or ``added``.
public struct RunPairing: Sendable, Hashable {
    /// Two runs over the same recording.
    public struct Pair: Sendable, Hashable {
        /// The index of the run in the baseline's runs.
        public var baseline: Int
        /// The index of the run in the candidate's runs.
        public var candidate: Int
    }

    /// Runs over recordings with a common name but different content.
    public struct Group: Sendable, Hashable {
        /// The common name of the recordings, without the seed.
        public var name: String
        /// The group's runs in the baseline, as indices of the baseline's runs.
        public var baseline: [Int]
        /// The indices of the group's runs among all runs of the candidate.
        public var candidate: [Int]
    }

    /// The pipeline's specification, such as `madgwick:beta=0.1`.
    public let pipeline: String
    /// The pairs of a baseline run and a candidate run over the same recording.
    public private(set) var pairs: [Pair] = []
    /// The runs without a partner in ``pairs``, grouped by the common name of their recordings.
    public private(set) var groups: [Group] = []
    /// The indices of the baseline's runs that have no counterpart in the candidate.
    public private(set) var missing: [Int] = []
    /// The indices of the candidate's runs that have no counterpart in the baseline.
    public private(set) var added: [Int] = []

    /// Returns one pairing for each pipeline, in the order of the baseline. Pipelines that only the candidate contains
    /// follow. O(runs).
    public static func all(_ baseline: EvaluationResults, _ candidate: EvaluationResults) -> [RunPairing] {
        let old = Dictionary(grouping: baseline.runs.indices) { baseline.runs[$0].pipeline.name }
        let new = Dictionary(grouping: candidate.runs.indices) { candidate.runs[$0].pipeline.name }
        return (baseline.runs + candidate.runs).map(\.pipeline.name).distinct().map { name in
            RunPairing(name, (old[name, default: []], new[name, default: []]), baseline, candidate)
        }
    }

    private init(
        _ pipeline: String,
        _ indices: (baseline: [Int], candidate: [Int]),
        _ baseline: EvaluationResults,
        _ candidate: EvaluationResults
    ) {
        self.pipeline = pipeline
        var left = indices
        // Runs with equal parameters are paired first, because the baseline and the candidate may contain one
        // specification with several sets of parameters.
        for isStrict in [true, false] {
            var waiting: [Content: [Int]] = [:]
            for index in left.candidate.reversed() {
                waiting[Content(candidate.runs[index], withParameters: isStrict), default: []].append(index)
            }
            var unpaired: [Int] = []
            for index in left.baseline {
                if let other = waiting[Content(baseline.runs[index], withParameters: isStrict)]?.popLast() {
                    pairs.append(Pair(baseline: index, candidate: other))
                } else {
                    unpaired.append(index)
                }
            }
            left = (unpaired, waiting.values.flatMap(\.self).sorted())
        }
        pairs.sort { $0.baseline < $1.baseline }
        let old = left.baseline.grouped { Self.family(baseline.runs[$0].recording.name) }
        let new = left.candidate.grouped { Self.family(candidate.runs[$0].recording.name) }
        let candidates = Dictionary(uniqueKeysWithValues: new.map { ($0.key, $0.elements) })
        groups = old.compactMap { name, runs in
            candidates[name].map { Group(name: name, baseline: runs, candidate: $0) }
        }
        let shared = Set(groups.map(\.name))
        missing = old.filter { !shared.contains($0.key) }.flatMap(\.elements).sorted()
        added = new.filter { !shared.contains($0.key) }.flatMap(\.elements).sorted()
    }

    /// Returns a recording's name without the seed of its simulation, such as `pan` for `pan/seed-3`.
    package static func family(_ name: String) -> String {
        guard let slash = name.lastIndex(of: "/") else { return name }
        let seed = name[name.index(after: slash)...]
        let prefix = "seed-"
        guard seed.hasPrefix(prefix), UInt64(seed.dropFirst(prefix.count)) != nil else { return name }
        return String(name[..<slash])
    }

    /// The properties that two runs of a pair have in common.
    private struct Content: Hashable {
        let recording: String
        let sha256: String
        /// The number of samples, which identifies simulated recordings without a checksum; `nil` if there is a
        /// checksum.
        let samples: Int?
        let durationSeconds: Double?
        let pipeline: EvaluationRun.PipelineSummary?

        init(_ run: EvaluationRun, withParameters: Bool) {
            let hasChecksum = !run.recording.sha256.isEmpty
            recording = run.recording.name
            sha256 = run.recording.sha256
            samples = hasChecksum ? nil : run.recording.samples
            durationSeconds = hasChecksum ? nil : run.recording.durationSeconds
            pipeline = withParameters ? run.pipeline.withoutSource : nil
        }
    }
}
