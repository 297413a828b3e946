import Recordings
import SensorModel

/// The most likely shift between estimate and reference, and its uncertainty.
///
/// Each segment has an error of unknown variance. The likelihood is highest where Σ n ln(E(τ) + ε) over the segments is
/// least, where E is a segment's mean squared error and n its share of time. A segment with good agreement has more
/// weight than one with large errors, such as a start-up transient. Near the minimum each segment has the weight n/(E +
/// ε). The vertex of the parabola through the weighted errors is the lag.
struct LagSearch {
    static let coarseStep: Seconds = 0.02
    /// The constant ε in rad² that is added to each mean squared error. Agreement below 0.01° has no effect.
    private static let floor = Angle(degrees: 0.01).radians * Angle(degrees: 0.01).radians
    private static let resamples = 400
    private static let seed: UInt64 = 20_261_122
    /// The least number of segments for an interval.
    private static let fewestSegments = 3

    private let correlation: LagCorrelation
    private let resampleWeights: [[Double]]
    private let shifts: ClosedRange<Seconds>
    private let coarse: CoarseLagTable
    private var fine: LagTable
    /// The fine shifts around the lag, in steps, that resamples may use; nil before the first search.
    private var reach: ClosedRange<Int>?
    /// The indices of the halves that begin the segments with samples at every shift.
    private let segments: [Int]
    /// The positions of these segments among all segments of the correlation.
    private let places: [Int]

    /// - Parameters:
    ///   - orientations: the estimates.
    ///   - times: what the search needs of their times.
    ///   - shifts: the range of shifts to try.
    ///   - keepsOffset: whether a constant difference counts as error.
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
        let places = all.indices.filter { segment in rows.allSatisfy { $0[segment] != nil } }
        guard !places.isEmpty else { return nil }
        let known = rows.map { row in places.map { (row[$0] ?? 0) + Self.floor } }
        self.places = places
        segments = places.map { all[$0] }
        coarse = CoarseLagTable(step: Self.coarseStep, first: first, errors: known)
        fine = LagTable(step: times.fine.step)
    }

    /// The step of the fine search: a multiple of intervals shorter than 2.5 ms, a whole fraction of intervals longer
    /// than 5 ms. At shifts by whole intervals a reference with the estimate's times needs no interpolation.
    static func fineStep(_ interval: Seconds) -> Seconds {
        if interval > 0.005 { return interval / (interval / 0.005).rounded(.up) }
        return interval * max(1, (0.0025 / interval).rounded(.up))
    }

    /// The lag; nil where no shift fits better than its neighbours.
    ///
    /// - Parameter isCounted: whether a segment counts, by its start time.
    mutating func lag(where isCounted: (Seconds) -> Bool = { _ in true }) -> Seconds? {
        let weights = segments.map { isCounted(correlation.halves[$0].start) ? share(of: $0) : 0 }
        guard weights.contains(where: { $0 > 0 }) else { return nil }
        return shift(weights, mayMeasure: true)
    }

    /// The 95 % interval of the lag from resamples with a random weight for each half segment: the Bayesian bootstrap,
    /// Rubin 1981, doi:10.1214/aos/1176345338. A bound is infinite where resamples find no lag within the shifts. Nil
    /// with fewer than three segments.
    ///
    /// Each segment keeps a weight in every resample, because most of a recording may rest and have no information
    /// about the lag.
    mutating func interval() -> BootstrapInterval? {
        guard segments.count >= Self.fewestSegments else { return nil }
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

    /// The weights of the halves in each resample. The seed is fixed, so that all pipelines share them.
    static func resampleWeights(of halves: [LagHalf]) -> [[Double]] {
        var generator = SplitMix64(seed: seed)
        return (0..<resamples).map { _ in
            halves.map { _ in -PortableMath.logarithm(1 - generator.nextFraction()) }
        }
    }

    private func share(of segment: Int) -> Double { correlation.halves[segment].duration }

    /// - Parameter mayMeasure: whether to use fine shifts beyond the reach. If not, the coarse result is used there.
    private mutating func shift(_ weights: [Double], mayMeasure: Bool) -> Seconds? {
        guard let number = coarse.lowest(weights), let around = coarse.vertex(at: number, weights) else { return nil }
        var place = Int(exactly: (around / fine.step).rounded()) ?? 0
        if mayMeasure, reach == nil {
            let steps = Int(exactly: (Self.coarseStep / fine.step).rounded(.up)) ?? 1
            reach = (place - steps)...(place + steps)
        }
        while true {
            for number in (place - 1)...(place + 1) where !fine.has(number) {
                guard mayMeasure || reach?.contains(number) ?? false else { return around }
                measure(number)
            }
            let costs = (fine.cost(place - 1, weights), fine.cost(place, weights), fine.cost(place + 1, weights))
            if costs.0 < costs.1 {
                place -= 1
            } else if costs.2 < costs.1 {
                place += 1
            } else {
                return fine.vertex(at: place, weights)
            }
            guard shifts.contains(Double(place) * fine.step) else { return nil }
        }
    }

    private mutating func measure(_ number: Int) {
        let errors = correlation.errors(at: number)
        fine.add(places.map { errors[$0] }, at: number, floor: Self.floor)
    }
}
