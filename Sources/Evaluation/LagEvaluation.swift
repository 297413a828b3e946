import Recordings
import SensorModel

/// How far the estimate trails behind the reference: the shift τ that minimises the mean squared angle between q̂(t +
/// τ) and q(t).
///
/// A constant offset on the Earth's side (a heading error, a tilted reference) is taken out at every τ, because it is
/// no lag. In a uniform turn an offset and a lag are the same thing: there the offset stays in, and a note says so. Of a
/// reference that can be trusted over short spans only, the offset is taken out of each span, and a uniform turn tells
/// nothing.
struct LagEvaluation {
    /// The shifts that are tried.
    static let shifts: ClosedRange<Seconds> = -0.2...1
    /// Below this RMS speed of the reference a lag cannot be told.
    static let slowestMotion = Angle(degrees: 5).radians
    private static let coarseStep: Seconds = 0.02
    private static let fineStep: Seconds = 0.005
    /// Comparisons per shift; more add time, not precision.
    private static let mostComparisons = 4_000

    private let estimate: OrientationTrack
    private let moments: [Seconds]
    private let truths: [UnitQuaternion]
    /// The comparisons that share an offset.
    private let spans: [Range<Int>]
    private let keepsOffset: Bool

    static func measure(
        estimate: OrientationTrack,
        reference: ReferenceStream,
        motion: ReferenceMotion,
        span: Seconds?,
        into metrics: inout MetricValues
    ) {
        guard let speed = motion.rootMeanSquareSpeed, let variation = motion.rootMeanSquareVariation else {
            return metrics.setUnmeasured(.lag, because: ReferenceMotion.reasonWithoutSpeed)
        }
        guard speed >= slowestMotion else {
            return metrics.setUnmeasured(.lag, because: "the reference turns too little (RMS below 5 deg/s)")
        }
        let isUniform = variation < slowestMotion
        if isUniform, span != nil {
            return metrics.setUnmeasured(.lag, because: "in a uniform turn a lag cannot be told from a constant offset")
        }
        let evaluation = LagEvaluation(estimate, reference, span: span, keepsOffset: isUniform)
        guard evaluation.moments.count >= 50 else {
            return metrics.setUnmeasured(.lag, because: "fewer than 50 samples lie 1 s inside the estimate's span")
        }
        guard let lag = evaluation.bestShift() else {
            return metrics.setUnmeasured(.lag, because: "no shift from -200 to 1000 ms fits better than its neighbours")
        }
        metrics.set(
            .lag,
            to: lag * 1_000,
            note: isUniform ? "a uniform turn: a constant offset cannot be told from lag and was not taken out" : nil
        )
    }

    private init(_ estimate: OrientationTrack, _ reference: ReferenceStream, span: Seconds?, keepsOffset: Bool) {
        self.estimate = estimate
        self.keepsOffset = keepsOffset
        var place = 0
        var moments: [Seconds] = []
        var truths: [UnitQuaternion] = []
        var spans: [Range<Int>] = []
        for chosen in Self.choice(of: reference, span: span) {
            let first = moments.count
            for index in chosen where reference.isValid[index] {
                let time = reference.times[index]
                let reach = (time + Self.shifts.lowerBound)...(time + Self.shifts.upperBound)
                guard estimate.covers(reach, from: &place) else { continue }
                moments.append(time)
                truths.append(reference.orientations[index])
            }
            if moments.count > first { spans.append(first..<moments.count) }
        }
        self.moments = moments
        self.truths = truths
        self.spans = spans
    }

    /// The reference samples that are compared, by the spans that share an offset: every n-th of all, or all of every
    /// n-th span.
    private static func choice(of reference: ReferenceStream, span: Seconds?) -> [[Int]] {
        let stride = max(1, (reference.times.count + mostComparisons - 1) / mostComparisons)
        guard let span else { return [Array(Swift.stride(from: 0, to: reference.times.count, by: stride))] }
        let ranges = TimeSpans.ranges(
            of: reference.times,
            span: span,
            longestGap: EvaluationOptions.longestReferenceGap
        )
        return Swift.stride(from: 0, to: ranges.count, by: stride).map { Array(ranges[$0]) }
    }

    /// The best shift on a coarse grid, then on a fine one, then at the vertex of the parabola through its neighbours.
    private func bestShift() -> Seconds? {
        let steps = Int(((Self.shifts.upperBound - Self.shifts.lowerBound) / Self.coarseStep).rounded())
        let coarse = (0...steps).map { Self.shifts.lowerBound + Double($0) * Self.coarseStep }
        let coarseErrors = coarse.map(error)
        guard let best = coarseErrors.indices.min(by: { coarseErrors[$0] < coarseErrors[$1] }),
            best > 0, best < coarse.count - 1
        else { return nil }
        let fine = (-4...4).map { coarse[best] + Double($0) * Self.fineStep }
        let fineErrors = fine.map(error)
        guard let lowest = fineErrors.indices.min(by: { fineErrors[$0] < fineErrors[$1] }),
            lowest > 0, lowest < fine.count - 1
        else { return coarse[best] }
        let (before, at, after) = (fineErrors[lowest - 1], fineErrors[lowest], fineErrors[lowest + 1])
        let curvature = before - 2 * at + after
        guard curvature > 0 else { return fine[lowest] }
        return fine[lowest] + Self.fineStep * (before - after) / (2 * curvature)
    }

    /// The mean squared angle at one shift.
    private func error(at shift: Seconds) -> Double {
        var place = 0
        var sum = CompensatedSum(0)
        var count = 0
        for span in spans {
            // A moment's whole reach is covered, but for rounding at its very ends.
            let differences = span.compactMap { index in
                estimate.orientation(at: moments[index] + shift, from: &place).map { $0 * truths[index].conjugate }
            }
            let offset = keepsOffset ? .identity : Self.offset(of: differences)
            let squares = differences.lazy.map { $0.angle(to: offset).radians }.sumOfSquares
            sum.add(squares.sum)
            count += squares.count
        }
        return count > 0 ? sum.value / Double(count) : .infinity
    }

    /// The mean difference: the normalised sum of components, signed like the first difference, then like the first
    /// round's sum.
    private static func offset(of differences: [UnitQuaternion]) -> UnitQuaternion {
        var direction = differences.first ?? .identity
        for _ in 0..<2 {
            let sum = differences.reduce(into: Quaternion.zero) { $0 += Quaternion($1.aligned(with: direction)) }
            direction = UnitQuaternion(sum) ?? direction
        }
        return direction
    }
}
