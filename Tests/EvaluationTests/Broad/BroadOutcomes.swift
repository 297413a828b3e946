import Evaluation
import Pipelines
import Synchronization
import TestSupport

/// The runs of BROAD's trials that several tests compare with published values, evaluated once.
enum BroadOutcomes {
    static let madgwick = "madgwick:beta=0.12,reference=halved"
    static let mahony = "mahony:kp=0.74,ki=0.0012"
    static let vqfBasic = "vqf:mode=basic"
    static let vqfFull = "vqf:mode=full"

    private final class Slot: Sendable {
        let outcomes = Mutex<[String: RecordingEvaluation.Outcome]?>(nil)
    }

    private static let slots = Dictionary(uniqueKeysWithValues: BroadParityTests.trials.map { ($0, Slot()) })

    /// The outcomes by pipeline.
    static func of(_ trial: String) throws -> [String: RecordingEvaluation.Outcome] {
        guard let slot = slots[trial] else { return [:] }
        return try slot.outcomes.withLock { known in
            if let known { return known }
            let names = [madgwick, mahony, vqfBasic, vqfFull]
            let outcomes = try RecordingEvaluation.evaluate(
                try SharedRecordings.broad(trial),
                pipelines: names.map { try PipelineSpecification(parsing: $0) }
            )
            let byName = Dictionary(uniqueKeysWithValues: zip(names, outcomes))
            known = byName
            return byName
        }
    }
}
