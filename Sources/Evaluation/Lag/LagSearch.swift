import CDifferenceMoments
import Recordings
package import SensorModel

/// The search for the most likely time shift between estimate and reference, and for the uncertainty of this shift.
///
/// The error of each segment has an unknown variance. E is the segment's mean squared error, n its duration, and ε a
/// small constant. The likelihood is maximal at the shift τ that minimises Σ n ln(E(τ) + ε) over the segments. Segments
/// with small errors have more weight than segments with large errors, such as a start-up transient. Near the minimum,
/// each segment has the weight n/(E + ε). The lag is the vertex of the parabola through the weighted errors.
struct LagSearch {
    static let coarseStep: Seconds = 0.02
    /// The constant ε in rad² that is added to each mean squared error. Differences below 0.01° have no effect.
    private static let floor = Angle(degrees: 0.01).radians * Angle(degrees: 0.01).radians
    private static let resamples = 400
    private static let seed: UInt64 = 20_261_122
    /// The minimum number of segments for a 95 % interval of the lag.
    private static let minimumSegments = 3

    private let correlation: LagCorrelation
    private let resampleWeights: [[Double]]
    private let shifts: ClosedRange<Seconds>
    private let coarse: CoarseLagTable
    private var fine: LagTable
    /// The range of fine shifts, in steps, that bootstrap resamples may evaluate; `nil` before the first search.
    private var reach: ClosedRange<Int>?
    /// The segments that have samples at every shift. Each segment is stored as the index of its first half in
    /// `halves`.
    private let segments: [Int]
    /// The index of each element of ``segments`` among all segments of ``correlation``.
    private let segmentIndices: [Int]

    /// Prepares the search. Returns `nil` if no segment has samples at every shift.
    ///
    /// - Parameters:
    ///   - orientations: the estimates.
    ///   - times: the data that depend only on the times of the estimates.
    ///   - shifts: the range of shifts to evaluate.
    ///   - keepsOffset: whether a constant rotation between estimate and reference counts as an error.
    init?(_ orientations: [UnitQuaternion], _ times: LagTimes, shifts: ClosedRange<Seconds>, keepsOffset: Bool) {
        guard times.interval > 0 else { return nil }
        self.shifts = shifts
        resampleWeights = times.resampleWeights
        let halves = times.halves
        correlation = LagCorrelation(orientations, times.fine, halves: halves, keepsOffset: keepsOffset)
        let means = times.means(of: orientations)
        let blocks = LagCorrelation(means, times.coarse, halves: halves, keepsOffset: keepsOffset)
        let first = Int(exactly: (shifts.lowerBound / Self.coarseStep).rounded()) ?? 0
        let last = Int(exactly: (shifts.upperBound / Self.coarseStep).rounded()) ?? 0
        let rows = (first...last).map { blocks.errors(at: $0) }
        let all = correlation.segments
        let segmentIndices = all.indices.filter { segment in rows.allSatisfy { $0[segment] != nil } }
        guard !segmentIndices.isEmpty else { return nil }
        let known = rows.map { row in segmentIndices.map { (row[$0] ?? 0) + Self.floor } }
        self.segmentIndices = segmentIndices
        segments = segmentIndices.map { all[$0] }
        coarse = CoarseLagTable(step: Self.coarseStep, first: first, errors: known)
        fine = LagTable(step: times.fine.step)
    }

    /// Returns the step of the fine search for a sampling interval. An interval below 2.5 ms is multiplied by an
    /// integer, and an interval above 5 ms is divided by an integer. Other intervals are returned unchanged.
    ///
    /// If the reference has the estimate's times, a shift by whole intervals needs no interpolation.
    static func fineStep(_ interval: Seconds) -> Seconds {
        if interval > 0.005 { return interval / (interval / 0.005).rounded(.up) }
        return interval * max(1, (0.0025 / interval).rounded(.up))
    }

    /// Returns the lag, or `nil` if no shift fits better than its neighbours.
    ///
    /// - Parameter isCounted: a closure that returns whether to use the segment with the given start time.
    mutating func lag(where isCounted: (Seconds) -> Bool = { _ in true }) -> Seconds? {
        let weights = segments.map { isCounted(correlation.halves[$0].start) ? share(of: $0) : 0 }
        guard weights.contains(where: { $0 > 0 }) else { return nil }
        return shift(weights, mayMeasure: true)
    }

    /// Returns the 95 % interval of the lag, or `nil` if there are fewer than three segments.
    ///
    /// The interval is computed with the Bayesian bootstrap (Rubin 1981, doi:10.1214/aos/1176345338). Each resample
    /// assigns a random positive weight to each half segment. No resample omits a segment, because this segment could
    /// be the only one with motion. If too many resamples find no lag within the range of shifts, a bound is infinite.
    mutating func interval() -> BootstrapInterval? {
        guard segments.count >= Self.minimumSegments else { return nil }
        let found = resampleWeights.map { weights in
            let ofSegments = segments.map { share(of: $0) * (weights[$0] + weights[$0 + 1]) }
            return shift(ofSegments, mayMeasure: false) ?? .infinity
        }
        .sorted()
        return BootstrapInterval(
            lower: ErrorStatistics.quantile((1 - BootstrapInterval.confidence) / 2, ofSorted: found),
            upper: ErrorStatistics.quantile((1 + BootstrapInterval.confidence) / 2, ofSorted: found)
        )
    }

    /// Returns random weights of the half segments, one array for each bootstrap resample. The seed is fixed, so all
    /// pipelines have the same weights.
    static func resampleWeights(of halves: [LagHalf]) -> [[Double]] {
        var generator = SplitMix64(seed: seed)
        return (0..<resamples).map { _ in
            halves.map { _ in -PortableMath.logarithm(1 - generator.nextFraction()) }
        }
    }

    private func share(of segment: Int) -> Double { correlation.halves[segment].duration }

    /// Returns the lag for the given weights of the segments.
    ///
    /// - Parameters:
    ///   - weights: the weight of each segment.
    ///   - mayMeasure: whether to evaluate fine shifts outside ``reach``. If it is `false` and the search leaves the
    ///     reach, the result of the coarse search is returned.
    private mutating func shift(_ weights: [Double], mayMeasure: Bool) -> Seconds? {
        guard let number = coarse.lowest(weights), let around = coarse.vertex(at: number, weights) else { return nil }
        var candidate = Int(exactly: (around / fine.step).rounded()) ?? 0
        if mayMeasure, reach == nil {
            let steps = Int(exactly: (Self.coarseStep / fine.step).rounded(.up)) ?? 1
            reach = (candidate - steps)...(candidate + steps)
        }
        while true {
            for number in (candidate - 1)...(candidate + 1) where !fine.has(number) {
                guard mayMeasure || reach?.contains(number) ?? false else { return around }
                measure(number)
            }
            let costs = (
                fine.cost(candidate - 1, weights), fine.cost(candidate, weights), fine.cost(candidate + 1, weights)
            )
            if costs.0 < costs.1 {
                candidate -= 1
            } else if costs.2 < costs.1 {
                candidate += 1
            } else {
                return fine.vertex(at: candidate, weights)
            }
            guard shifts.contains(Double(candidate) * fine.step) else { return nil }
        }
    }

    private mutating func measure(_ number: Int) {
        let errors = correlation.errors(at: number)
        fine.add(segmentIndices.map { errors[$0] }, at: number, floor: Self.floor)
    }
}

/// The moments Σ w d dᵀ of orientation differences d = q̂ ⊗ q* with weights w, where q̂ is the estimate and q the
/// reference.
///
/// The moments determine the mean difference and the deviations from this mean.
struct DifferenceMoments {
    private var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) = (.zero, .zero, .zero, .zero)

    /// The ten distinct moments: xx, xy, xz, xw, yy, yz, yw, zz, zw, ww.
    typealias UpperTriangle = (Double, Double, Double, Double, Double, Double, Double, Double, Double, Double)

    private var trace: Double { rows.0.x + rows.1.y + rows.2.z + rows.3.w }

    /// Creates moments that are all 0.
    init() {}

    /// Creates moments from the upper triangle of the symmetric matrix, row by row.
    init(upper: UpperTriangle) {
        let (xx, xy, xz, xw, yy, yz, yw, zz, zw, ww) = upper
        rows = (SIMD4(xx, xy, xz, xw), SIMD4(xy, yy, yz, yw), SIMD4(xz, yz, zz, zw), SIMD4(xw, yw, zw, ww))
    }

    static func + (left: DifferenceMoments, right: DifferenceMoments) -> DifferenceMoments {
        var sum = left
        sum.rows = (
            left.rows.0 + right.rows.0, left.rows.1 + right.rows.1, left.rows.2 + right.rows.2,
            left.rows.3 + right.rows.3
        )
        return sum
    }

    static func - (left: DifferenceMoments, right: DifferenceMoments) -> DifferenceMoments {
        var negative = right
        negative.scale(by: -1)
        return left + negative
    }

    /// The mean squared chord between the orientation differences and their best-fitting rotation, in rad²; `nil`
    /// without differences. The squared chord of an angle θ is 4 sin²(θ/2).
    ///
    /// The best-fitting rotation minimises this mean. It is the eigenvector of the moments' largest eigenvalue λ
    /// (Markley et al. 2007, doi:10.2514/1.28949). The mean squared chord is 4 (1 − λ / Σw).
    var meanSquaredChord: Double? {
        guard trace > 0, trace.isFinite else { return nil }
        return max(0, 4 * (1 - largestEigenvalue / trace))
    }

    /// The mean squared chord between the orientation differences and the identity, in rad²; `nil` without differences.
    var meanSquaredChordFromIdentity: Double? {
        guard trace > 0, trace.isFinite else { return nil }
        return max(0, 4 * (1 - rows.0.x / trace))
    }

    /// The maximum number of times that the matrix is squared. This number separates two eigenvalues whose relative
    /// difference is 1e−6.
    private static let squarings = 24
    /// The limit below which one eigenvector is dominant: the sum of the other eigenvalues, divided by the trace.
    private static let alone = 1e-13

    /// The largest eigenvalue: the Rayleigh quotient of the dominant eigenvector. Repeated squaring of the matrix
    /// squares the ratios of its eigenvalues until one eigenvector dominates.
    private var largestEigenvalue: Double {
        var power = self
        power.scale(by: 1 / power.trace)
        for _ in 0..<Self.squarings {
            power = power.squared
            let concentration = power.trace
            power.scale(by: 1 / concentration)
            if 1 - concentration < Self.alone { break }
        }
        let vector = power.longestRow
        return (vector * product(vector)).sum() / (vector * vector).sum()
    }

    private mutating func scale(by factor: Double) {
        rows.0 *= factor
        rows.1 *= factor
        rows.2 *= factor
        rows.3 *= factor
    }

    private var squared: DifferenceMoments {
        var result = self
        result.rows = (product(rows.0), product(rows.1), product(rows.2), product(rows.3))
        return result
    }

    private func product(_ vector: SIMD4<Double>) -> SIMD4<Double> {
        (rows.0 * vector.x + rows.1 * vector.y) + (rows.2 * vector.z + rows.3 * vector.w)
    }

    private var longestRow: SIMD4<Double> {
        var longest = (diagonal: rows.0.x, row: rows.0)
        if rows.1.y > longest.diagonal { longest = (rows.1.y, rows.1) }
        if rows.2.z > longest.diagonal { longest = (rows.2.z, rows.2) }
        if rows.3.w > longest.diagonal { longest = (rows.3.w, rows.3) }
        return longest.row
    }
}

/// The agreement between the estimate and the shifted reference, by segment and shift.
///
/// The samples of the estimate are used unchanged, and the reference is interpolated. Interpolation reduces noise by an
/// amount that depends on the shift. Interpolated estimates would therefore bias the lag. The reference has little
/// noise, so its interpolation causes little bias.
///
/// Four consecutive samples are summed at a time. The sums differ from sequential sums only by rounding.
package struct LagCorrelation {
    package let halves: [LagHalf]
    private let references: ShiftedReferences
    private let orientations: QuaternionColumns
    private let keepsOffset: Bool

    /// Creates the correlation.
    ///
    /// - Parameters:
    ///   - orientations: the estimates at the times of `references`.
    ///   - references: the shifted references.
    ///   - halves: the halves of the segments.
    ///   - keepsOffset: whether a constant difference counts as an error. If not, the mean difference of each segment
    ///     is removed.
    package init(
        _ orientations: [UnitQuaternion],
        _ references: ShiftedReferences,
        halves: [LagHalf],
        keepsOffset: Bool
    ) {
        self.orientations = QuaternionColumns(orientations)
        self.references = references
        self.halves = halves
        self.keepsOffset = keepsOffset
    }

    /// The indices of all halves that begin a segment.
    package var segments: [Int] { halves.indices.filter { !halves[$0].isLast } }

    /// Returns the mean squared error of each segment for a shift, in rad² and in the order of ``segments``; `nil` for
    /// a segment without samples.
    ///
    /// The estimate q̂(t) is compared with the reference q(t − shift). O(samples).
    ///
    /// - Parameter number: the shift in steps of the references.
    package func errors(at number: Int) -> [Double?] {
        let reference = references[number]
        var errors: [Double?] = []
        var last = HalfMoments()
        for (number, part) in reference.parts.enumerated() {
            let next = HalfMoments(orientations, reference, part)
            if number > 0, !halves[number - 1].isLast {
                let moments = last.rising + next.all - next.rising
                errors.append(keepsOffset ? moments.meanSquaredChordFromIdentity : moments.meanSquaredChord)
            }
            last = next
        }
        return errors
    }
}

/// The moments of the differences d = q̂ ⊗ q* in one half segment. There are two sets of moments: without weights, and
/// with weights that rise from 0 to 1.
struct HalfMoments {
    private(set) var all = DifferenceMoments()
    private(set) var rising = DifferenceMoments()

    init() {}

    init(_ estimates: QuaternionColumns, _ reference: ShiftedReference, _ part: ShiftedReference.Part) {
        estimates.withColumns(from: part.samples.lowerBound) { estimates in
            reference.orientations.withColumns(from: part.first) { orientations in
                reference.weights.withUnsafeBufferPointer { weights in
                    guard let first = weights.baseAddress else { return }
                    let count = part.samples.count
                    let moments = sextant_difference_moments(estimates, orientations, first + part.first, count)
                    all = DifferenceMoments(upper: moments.all)
                    rising = DifferenceMoments(upper: moments.weighted)
                }
            }
        }
    }
}

/// The mean squared error of each segment at shifts that are multiples of a step.
struct LagTable {
    let step: Seconds
    private var rows: [Int: Row] = [:]

    private struct Row {
        /// The mean squared error of each segment in rad². A small constant is already added. `nil` for segments
        /// without samples.
        var errors: [Double?]
        /// The natural logarithm of each element of ``errors``; 0 for an element that is `nil`.
        var logarithms: [Double]
    }

    init(step: Seconds) { self.step = step }

    /// Stores the errors for a shift.
    ///
    /// - Parameters:
    ///   - errors: the mean squared error of each segment in rad²; `nil` for segments without samples.
    ///   - number: the shift in steps.
    ///   - floor: the constant that is added to each error, in rad².
    mutating func add(_ errors: [Double?], at number: Int, floor: Double) {
        let raised = errors.map { $0.map { $0 + floor } }
        rows[number] = Row(errors: raised, logarithms: raised.map { $0.map(PortableMath.logarithm) ?? 0 })
    }

    func has(_ number: Int) -> Bool { rows[number] != nil }

    /// Returns the cost of a shift: Σ w ln E over the segments, with the weights w and the mean squared errors E.
    func cost(_ number: Int, _ weights: [Double]) -> Double {
        guard let row = rows[number] else { return .infinity }
        var sum = 0.0
        for index in weights.indices { sum += weights[index] * row.logarithms[index] }
        return sum
    }

    /// Returns the vertex of the parabola through Σ w E/E₀ at three consecutive shifts, or `nil` if a shift is missing.
    ///
    /// E is the mean squared error of a segment with the weight w, and E₀ is E at the middle shift. The vertex is at
    /// most one step from the middle shift.
    func vertex(at number: Int, _ weights: [Double]) -> Seconds? {
        guard let before = rows[number - 1], let at = rows[number], let after = rows[number + 1] else { return nil }
        var sums = VertexSums()
        for index in weights.indices {
            guard let left = before.errors[index], let middle = at.errors[index], let right = after.errors[index] else {
                continue
            }
            sums.add(weights[index], left, middle, right)
        }
        return (Double(number) + sums.fraction) * step
    }
}

/// The mean squared error of each segment at consecutive shifts.
struct CoarseLagTable {
    private let step: Seconds
    /// The first shift in the table, as a multiple of ``step``.
    private let first: Int
    /// The mean squared errors plus a small constant, in rad²: an array for each shift, with an element for each
    /// segment.
    private let errors: [[Double]]
    /// The logarithms of the errors, ordered by segment and then by shift.
    private let logarithms: [Double]

    init(step: Seconds, first: Int, errors: [[Double]]) {
        self.step = step
        self.first = first
        self.errors = errors
        logarithms = (errors.first ?? []).indices.flatMap { segment in
            errors.map { PortableMath.logarithm($0[segment]) }
        }
    }

    /// Returns the shift, in steps, with the minimum cost Σ w ln E for the weights w and errors E of the segments.
    /// Returns `nil` if the first or last shift has the minimum cost.
    func lowest(_ weights: [Double]) -> Int? {
        // All shifts are summed in parallel, so no addition waits for the previous addition.
        let count = errors.count
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { costs in
            costs.initialize(repeating: 0)
            logarithms.withUnsafeBufferPointer { logarithms in
                for (segment, weight) in weights.enumerated() {
                    for shift in 0..<count { costs[shift] += weight * logarithms[segment * count + shift] }
                }
            }
            guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), best > 0, best < count - 1 else {
                return nil
            }
            return first + best
        }
    }

    /// Returns the vertex of the parabola around a shift, as in ``LagTable/vertex(at:_:)``, or `nil` if a neighbouring
    /// shift is missing.
    func vertex(at number: Int, _ weights: [Double]) -> Seconds? {
        let row = number - first
        guard row > 0, row < errors.count - 1 else { return nil }
        var sums = VertexSums()
        for index in weights.indices {
            sums.add(weights[index], errors[row - 1][index], errors[row][index], errors[row + 1][index])
        }
        return (Double(number) + sums.fraction) * step
    }
}

/// The weighted sums of the errors at three neighbouring shifts, and the vertex of the parabola through these sums.
private struct VertexSums {
    private var before = 0.0
    private var at = 0.0
    private var after = 0.0

    mutating func add(_ weight: Double, _ left: Double, _ middle: Double, _ right: Double) {
        let share = weight / middle
        before += share * left
        at += weight
        after += share * right
    }

    /// The position of the parabola's vertex relative to the middle shift, in search steps. It is limited to −1…1.
    var fraction: Double {
        let curvature = before - 2 * at + after
        let fraction = curvature > 0 ? (before - after) / (2 * curvature) : 0
        return min(1, max(-1, fraction))
    }
}
