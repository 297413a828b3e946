import Pipelines
import Recordings
import SensorModel

/// The facts of a run other than its orientations.
struct RunSummary {
    /// The pipeline; nil for estimates from a file.
    let specification: PipelineSpecification?
    /// The name and the parameters in the results.
    let pipeline: EvaluationRun.PipelineSummary
    /// The rows of a file of estimates that were left out, by reason.
    var leftOut: [String: Int] = [:]
    /// The reason why a file of estimates could not be read.
    var fileFailure: InputError?
    /// The sensors at whose samples there are orientations.
    let drivers: [SensorKind]
    /// The numbers of samples that each stage skipped, by the stage's name.
    let skips: [(stage: String, counts: SkipCounts)]
    /// The number of samples of the drivers without an orientation.
    let withoutOrientation: Int
    /// The number of orientations.
    let orientations: Int
    /// The number of orientations that were not finite.
    let nonFinite: Int
    /// The timer of the run; nil if time was not measured.
    let clock: ComputeClock?
    /// The reason why an estimator from outside stopped; nil if it works.
    let failure: EstimatorFailure?
    /// Remarks on a file of estimates, or on the run of an estimator from outside.
    let remarks: [String]

    init(_ run: PipelineRun) {
        specification = run.pipeline.specification
        pipeline = EvaluationRun.PipelineSummary(run.pipeline.specification)
        drivers = run.pipeline.drivers
        skips = run.pipeline.skips
        withoutOrientation = run.pipeline.withoutOrientation
        orientations = run.estimates.count
        nonFinite = run.estimates.nonFiniteCount
        clock = run.clock
        failure = run.pipeline.failure
        remarks = run.pipeline.remarks
    }

    /// The facts of estimates from a file.
    init(_ run: EstimateRun) {
        specification = nil
        pipeline = run.pipeline
        leftOut = run.leftOut
        remarks = run.remarks
        fileFailure = run.failure
        failure = nil
        drivers = []
        skips = []
        withoutOrientation = 0
        orientations = run.estimates.count
        nonFinite = 0
        clock = nil
    }
}

extension EvaluationRun.PipelineSummary {
    fileprivate init(_ specification: PipelineSpecification) {
        self.init(name: specification.text, parameters: specification.parameters)
    }
}
