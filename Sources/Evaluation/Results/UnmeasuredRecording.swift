/// A recording over which no pipeline measured anything.
public struct UnmeasuredRecording: Sendable, Hashable {
    /// The recording's name.
    public let name: String
    /// The reasons, each once.
    public let reasons: [String]

    /// The recordings of these runs without a figure, in the order of their first run.
    public static func all(in runs: [EvaluationRun]) -> [UnmeasuredRecording] {
        let identities = runs.map { Identity(name: $0.recording.name, sha256: $0.recording.sha256) }
        let groups = Dictionary(grouping: runs.indices) { identities[$0] }
        return identities.distinct().compactMap { identity in
            let own = groups[identity, default: []].map { runs[$0] }
            guard !own.contains(where: \.hasMeasured) else { return nil }
            return UnmeasuredRecording(name: identity.name, reasons: own.compactMap(\.reasonUnmeasured).distinct())
        }
    }

    private struct Identity: Hashable {
        let name: String
        let sha256: String
    }
}
