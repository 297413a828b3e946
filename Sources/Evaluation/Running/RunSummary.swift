import Pipelines
import SensorModel

/// The facts of a run other than its orientations.
struct RunSummary {
    let specification: PipelineSpecification
    let drivers: [SensorKind]
    /// The numbers of samples that each stage skipped, by the stage's name.
    let skips: [(stage: String, counts: SkipCounts)]
    let withoutOrientation: Int
    let orientations: Int
    /// The number of orientations that were not finite.
    let nonFinite: Int
    /// The timer of the run; nil if time was not measured.
    let clock: ComputeClock?

    init(_ run: PipelineRun) {
        specification = run.pipeline.specification
        drivers = run.pipeline.drivers
        skips = run.pipeline.skips
        withoutOrientation = run.pipeline.withoutOrientation
        orientations = run.estimates.count
        nonFinite = run.estimates.nonFiniteCount
        clock = run.clock
    }

    /// - Parameter pass: the pass that processed the pipeline.
    init(_ specification: PipelineSpecification, in pass: LanePass) {
        self.specification = specification
        drivers = [pass.driver]
        skips = pass.skips
        withoutOrientation = pass.withoutOrientation
        orientations = pass.times.count
        nonFinite = 0
        clock = nil
    }
}
