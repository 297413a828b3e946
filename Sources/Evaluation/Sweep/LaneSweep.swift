import Pipelines
import Recordings
import SensorModel

/// A recording and its reference made ready for pipelines of one family that go along in lanes: accuracy comes out of
/// the pass, no estimate is kept.
struct LaneSweep: Sendable {
    /// As many settings at a time as keep a processor's units busy while one waits for its last result.
    typealias Numbers = SIMD8<Double>

    /// Orientations at a time: few enough for the fastest cache.
    private static let blockLength = 64
    /// What comes out of the pass.
    private static let metrics: Set<MetricName> = [
        .totalRMSE, .totalMean, .totalMax, .headingRMSE, .headingMean, .headingMax, .inclinationRMSE,
        .inclinationMean, .inclinationMax, .headingOffset, .count,
    ]

    let pass: LanePass
    let plan: AssociationPlan
    /// The conjugates of the reference's orientations, pair by pair.
    private let conjugates: [Quaternion]
    private let parts: LaneErrors<Numbers>.Parts

    /// - Parameter specification: a pipeline of the family.
    /// - Returns: nil for a pipeline that goes by itself, and where something is asked for that needs the estimates.
    init?(
        _ specification: PipelineSpecification,
        frames: [SensorFrame],
        declination: Angle?,
        reference: ReferenceStream,
        options: EvaluationOptions
    ) {
        guard Self.serves(options),
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
    func errors(of specifications: ArraySlice<PipelineSpecification>) -> LaneErrors<Numbers> {
        var run: LaneOrientations<Numbers> = pass.run(Array(specifications))
        var errors = LaneErrors<Numbers>(parts)
        var block = Array(repeating: LaneQuaternion<Numbers>(repeating: .identity), count: Self.blockLength)
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
                    estimate = Self.between(estimate, block[place + 1], fraction)
                }
                errors.add(estimate.product(conjugates[next]))
                next += 1
            }
            errors.closeBlock()
            guard count == block.count else { return errors }
            before = block[count - 1]
            first += count
        }
    }

    @inline(never)
    private static func between(
        _ from: LaneQuaternion<Numbers>,
        _ to: LaneQuaternion<Numbers>,
        _ fraction: Double
    ) -> LaneQuaternion<Numbers> {
        var result = from
        for lane in 0..<Numbers.count { result[lane] = from[lane].slerp(to: to[lane], fraction: fraction) }
        return result
    }
}
