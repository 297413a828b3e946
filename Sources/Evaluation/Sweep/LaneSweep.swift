import Pipelines
import Recordings
import SensorModel

/// A recording and its reference, prepared for pipelines of one family that go together in lanes: the pass computes
/// their accuracy and stores no estimate.
struct LaneSweep: Sendable {
    /// The errors of pipelines, one in each lane, and what their runs skipped.
    struct Result {
        let errors: LaneErrors
        let run: LaneOrientations
    }

    /// The number of orientations at a time: few enough for the fastest cache.
    private static let blockLength = 64
    /// The metrics that the pass computes.
    private static let metrics: Set<MetricName> = [
        .totalRMSE, .totalMean, .totalMax, .headingRMSE, .headingMean, .headingMax, .inclinationRMSE,
        .inclinationMean, .inclinationMax, .headingOffset, .count,
    ]

    let pass: LanePass
    let plan: AssociationPlan
    /// The conjugates of the reference orientations, pair by pair.
    private let conjugates: [Quaternion]
    private let parts: LaneErrors.Parts

    /// - Parameter specification: a pipeline of the family.
    /// - Returns: nil for a pipeline that goes by itself, and for options that need the estimates.
    init?(
        _ specification: PipelineSpecification,
        frames: [SensorFrame],
        declination: Angle?,
        reference: ReferenceStream,
        options: EvaluationOptions
    ) {
        guard Self.serves(options), specification.knowsNorth || !options.asks(for: MetricCatalogue.withNorth),
            let pass = LanePass(specification, frames: frames, declination: declination)
        else { return nil }
        self.pass = pass
        plan = AssociationPlan(times: pass.times, reference: reference, by: options.association)
        conjugates = plan.pairs.map { Quaternion(reference.orientations[$0.reference]).conjugate }
        parts = LaneErrors.Parts(
            total: options.asks(for: [.totalRMSE, .totalMean, .totalMax]),
            heading: options.asks(for: [.headingRMSE, .headingMean, .headingMax]),
            inclination: options.asks(for: [.inclinationRMSE, .inclinationMean, .inclinationMax])
        )
    }

    private static func serves(_ options: EvaluationOptions) -> Bool {
        guard let asked = options.metrics, asked.isSubset(of: metrics) else { return false }
        return options.headingAlignment == .none && !options.keepsSeries && !options.withinRecordingIntervals
    }

    /// The errors of pipelines of the family, one in each lane.
    ///
    /// - Parameter specifications: at least one, at most as many as there are lanes.
    func errors(of specifications: ArraySlice<PipelineSpecification>) -> Result {
        var run = pass.run(Array(specifications))
        var errors = LaneErrors(parts)
        var block = Array(repeating: Rotation<Lanes>.identity, count: Self.blockLength)
        var before = block[0]
        var first = 0
        var next = 0
        while true {
            let count = run.fill(&block)
            while next < plan.pairs.count, plan.pairs[next].lastEstimate < first + count {
                let pair = plan.pairs[next]
                let place = pair.estimate - first
                var estimate = place < 0 ? before : block[place]
                if let fraction = pair.fraction {
                    estimate = estimate.slerp(to: block[place + 1], fractions: Lanes(repeating: fraction))
                }
                errors.add(HamiltonQuaternion(estimate) * HamiltonQuaternion(repeating: conjugates[next]))
                next += 1
            }
            errors.closeBlock()
            guard count == block.count else { return Result(errors: errors, run: run) }
            before = block[count - 1]
            first += count
        }
    }
}
