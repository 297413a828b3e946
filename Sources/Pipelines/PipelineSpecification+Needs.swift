import SensorFilters
public import SensorModel

extension PipelineSpecification {
    /// The streams without which the pipeline gives nothing.
    public var requiredSensors: [SensorKind] { estimator.entry.sensors }

    /// Whether the estimator finds north with the magnetometer, so that the declination turns its result to true north.
    public var countsFromMagneticNorth: Bool { estimator.entry.north == .magnetic }
}
