import SensorFilters
import SensorModel

/// What pipelines that can go through a recording in lanes have in common: one estimator without filters, its words and
/// its maximum gap.
public struct LaneFamily: Sendable, Hashable {
    let estimator: String
    /// The parameters that are the same for all.
    let values: [String: ParameterValue]

    /// Nil for a pipeline that goes by itself.
    init?(_ specification: PipelineSpecification) {
        let stage = specification.estimator
        guard let lanes = LaneEstimator.named(stage.entry.name, stage.values),
            specification.inputStages.isEmpty, specification.sensorFilters.isEmpty,
            specification.orientationFilters.isEmpty, !stage.isDrivenByAny,
            stage.driver ?? lanes.driver == lanes.driver
        else { return nil }
        estimator = stage.entry.name
        values = stage.values.all.filter { !LaneEstimator.mayDiffer($0.key, $0.value) }
    }
}

extension PipelineSpecification {
    /// The pipelines with which this one can go through a recording in lanes; nil where it goes by itself.
    public var laneFamily: LaneFamily? { LaneFamily(self) }
}
