import SensorFilters
import SensorModel

/// What pipelines have in common that can go through a recording in lanes: one estimator without filters, and every
/// parameter but its gains.
public struct LaneFamily: Sendable, Hashable {
    let kind: LaneKind
    /// All but the gains.
    let values: [String: ParameterValue]

    /// Nil for a pipeline that goes by itself.
    init?(_ specification: PipelineSpecification) {
        let stage = specification.estimator
        guard let kind = LaneKind(rawValue: stage.entry.name),
            specification.inputStages.isEmpty, specification.sensorFilters.isEmpty,
            specification.orientationFilters.isEmpty, !stage.isDrivenByAny,
            stage.driver ?? .gyroscope == .gyroscope
        else { return nil }
        self.kind = kind
        values = stage.values.all.filter { !kind.gains.contains($0.key) }
    }
}

extension PipelineSpecification {
    /// The pipelines with which this one can go through a recording in lanes; nil where it goes by itself.
    public var laneFamily: LaneFamily? { LaneFamily(self) }
}
