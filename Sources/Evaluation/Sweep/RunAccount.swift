import Pipelines
import SensorModel

/// What is known of a run but its orientations.
struct RunAccount {
    let specification: PipelineSpecification
    let drivers: [SensorKind]
    /// What each stage left out, by the stage's name.
    let skips: [(stage: String, counts: SkipCounts)]
    let withoutOrientation: Int
    let orientations: Int
    /// How many orientations were not finite numbers.
    let nonFinite: Int
    /// How long it took; nil where that was not measured.
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

    /// - Parameter pass: the one in which the pipeline went along.
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
