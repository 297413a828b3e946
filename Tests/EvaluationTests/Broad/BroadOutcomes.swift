import Evaluation
import Foundation
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

/// The errors of a filter that the authors of BROAD published (Laidig et al. 2021, doi:10.3390/data6070072).
struct BroadPublication: Decodable {
    /// The errors of a trial by the name of the metric.
    struct Trial: Decodable {
        /// The errors for gains that are the same for all trials.
        let tagp: [String: Double]
        /// The smallest error of the grid of gains, per metric.
        let minimum: [String: Double]

        enum CodingKeys: String, CodingKey {
            case tagp = "tagp_parameters"
            case minimum = "minimum_value"
        }
    }

    let trials: [String: Trial]

    /// The publications by the name of the filter.
    static func all() throws -> [String: BroadPublication] {
        let data = try Data(contentsOf: SharedDatasets.url("broad/published-rmse.json"))
        return try JSONDecoder().decode([String: BroadPublication].self, from: data)
    }
}
