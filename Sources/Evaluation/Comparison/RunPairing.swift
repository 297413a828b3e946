/// The runs of one pipeline in two results, put side by side by what they were run over.
///
/// Runs over a recording of the same name and content belong together, whatever the pipeline's parameters. What is left
/// of either side, such as walks recorded again or scenarios simulated with other seeds, belongs together by the
/// recordings' names, less the seed. The rest stands on one side only.
public struct RunPairing: Sendable, Hashable {
    /// Runs over the same recording, by their place in the results.
    public struct Pair: Sendable, Hashable {
        public var baseline: Int
        public var candidate: Int
    }

    /// Runs over recordings of one name whose content differs.
    public struct Group: Sendable, Hashable {
        /// The recordings' name without its seed.
        public var name: String
        public var baseline: [Int]
        public var candidate: [Int]
    }

    public let pipeline: String
    public private(set) var pairs: [Pair] = []
    public private(set) var groups: [Group] = []
    /// Runs of the baseline that the candidate lacks.
    public private(set) var missing: [Int] = []
    /// Runs that the candidate has in addition.
    public private(set) var added: [Int] = []

    /// One for each pipeline, in the order of the baseline, then of the candidate.
    public static func all(_ baseline: EvaluationResults, _ candidate: EvaluationResults) -> [RunPairing] {
        var order: [String] = []
        var places: [String: (baseline: [Int], candidate: [Int])] = [:]
        for (index, run) in baseline.runs.enumerated() {
            if places[run.pipeline.name] == nil { order.append(run.pipeline.name) }
            places[run.pipeline.name, default: ([], [])].baseline.append(index)
        }
        for (index, run) in candidate.runs.enumerated() {
            if places[run.pipeline.name] == nil { order.append(run.pipeline.name) }
            places[run.pipeline.name, default: ([], [])].candidate.append(index)
        }
        return order.map { name in
            RunPairing(name, places[name, default: ([], [])], baseline, candidate)
        }
    }

    private init(
        _ pipeline: String,
        _ places: (baseline: [Int], candidate: [Int]),
        _ baseline: EvaluationResults,
        _ candidate: EvaluationResults
    ) {
        self.pipeline = pipeline
        var left = places
        // The same parameters first, for results in which one SPEC stands for several sets of them.
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
        group(left, baseline, candidate)
    }

    private mutating func group(
        _ left: (baseline: [Int], candidate: [Int]),
        _ baseline: EvaluationResults,
        _ candidate: EvaluationResults
    ) {
        let old = Dictionary(grouping: left.baseline) { Self.family(baseline.runs[$0].recording.name) }
        let new = Dictionary(grouping: left.candidate) { Self.family(candidate.runs[$0].recording.name) }
        var seen: Set<String> = []
        for index in left.baseline {
            let name = Self.family(baseline.runs[index].recording.name)
            guard let candidates = new[name] else {
                missing.append(index)
                continue
            }
            guard seen.insert(name).inserted else { continue }
            groups.append(Group(name: name, baseline: old[name, default: []], candidate: candidates))
        }
        added = left.candidate.filter { old[Self.family(candidate.runs[$0].recording.name)] == nil }
    }

    /// A recording's name without the seed that it was simulated with: `pan/seed-3` is one of `pan`.
    static func family(_ name: String) -> String {
        guard let slash = name.lastIndex(of: "/") else { return name }
        let seed = name[name.index(after: slash)...]
        let prefix = "seed-"
        guard seed.hasPrefix(prefix), UInt64(seed.dropFirst(prefix.count)) != nil else { return name }
        return String(name[..<slash])
    }

    /// What makes two runs the same.
    private struct Content: Hashable {
        let recording: String
        let sha256: String
        /// What there is to tell recordings by that were simulated on the way and have no checksum.
        let samples: Int?
        let durationSeconds: Double?
        let pipeline: EvaluationRun.PipelineSummary?

        init(_ run: EvaluationRun, withParameters: Bool) {
            let hasChecksum = !run.recording.sha256.isEmpty
            recording = run.recording.name
            sha256 = run.recording.sha256
            samples = hasChecksum ? nil : run.recording.samples
            durationSeconds = hasChecksum ? nil : run.recording.durationSeconds
            pipeline = withParameters ? run.pipeline : nil
        }
    }
}
