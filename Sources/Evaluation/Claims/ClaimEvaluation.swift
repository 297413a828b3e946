public import Recordings

/// The evaluations that a list of claims needs: each simulated recording once, with all subjects that are run over it.
public struct ClaimEvaluation: Sendable {
    /// Recordings and subjects that are evaluated together.
    public struct Batch: Sendable {
        public var simulations: [Simulation]
        public var subjects: [EvaluationSubject]
        public var options: EvaluationOptions
        var key: Key
    }

    struct Key: Hashable {
        let scenario: String
        let noise: String
        let seeds: [UInt64]
        let options: EvaluationOptions

        init(_ runs: ClaimRuns) {
            scenario = runs.scenario
            noise = runs.noise
            seeds = runs.simulations.map(\.seed)
            options = runs.options
        }
    }

    public let claims: [Claim]
    /// In the order of the claims.
    public private(set) var batches: [Batch] = []
    private var results: [Key: [String: [EvaluationRun]]] = [:]

    public init(_ claims: [Claim]) {
        self.claims = claims
        for case .measured(let cases) in claims.map(\.content) {
            for runs in cases.flatMap(\.quantity.runs) { add(runs) }
        }
    }

    private mutating func add(_ runs: ClaimRuns) {
        let key = Key(runs)
        guard let index = batches.firstIndex(where: { $0.key == key }) else {
            var options = runs.options
            options.metrics = [runs.metric]
            options.withinRecordingIntervals = false
            batches.append(
                Batch(simulations: runs.simulations, subjects: [runs.subject], options: options, key: key)
            )
            return
        }
        batches[index].options.metrics?.insert(runs.metric)
        guard !batches[index].subjects.contains(where: { $0.text == runs.subject.text }) else { return }
        batches[index].subjects.append(runs.subject)
    }

    /// Stores the runs of a batch, which are in the order simulations × subjects.
    public mutating func set(_ runs: [EvaluationRun], of batch: Batch) {
        precondition(runs.count == batch.simulations.count * batch.subjects.count, "every subject ran over every seed")
        for (index, subject) in batch.subjects.enumerated() {
            let own = stride(from: index, to: runs.count, by: batch.subjects.count).map { runs[$0] }
            results[batch.key, default: [:]][subject.text] = own
        }
    }

    /// What was measured for a case; a value without a figure before its batch was evaluated.
    func measurement(_ quantity: ClaimQuantity) -> ClaimMeasurement {
        switch quantity {
        case .computed(let figure): ClaimMeasurement(figure)
        case .metric(let own, let divisor):
            ClaimMeasurement(own.metric, of: runs(own), over: divisor.map { ($0.metric, runs($0)) })
        }
    }

    private func runs(_ runs: ClaimRuns) -> [EvaluationRun] {
        results[Key(runs)]?[runs.subject.text] ?? []
    }
}
