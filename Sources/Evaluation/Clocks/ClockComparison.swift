package import SensorModel

/// The estimation of the offset between two clocks from two recorded signals of the same motion.
///
/// The offset is the shift with the highest correlation of the two signals.
///
/// Source: the cross-correlation of Knapp & Carter 1976, doi:10.1109/TASSP.1976.1162830, without frequency weighting.
/// Pearson's coefficient replaces the sum of products, so the scale of the correlation does not depend on the length of
/// the overlap.
package struct ClockComparison {
    /// The maximum offset that is searched, in seconds.
    package static let maximumOffset: Seconds = 5
    /// The minimum correlation at which two signals are considered to record the same motion.
    static let minimumCorrelation = 0.8
    /// The maximum ratio of the second-highest correlation peak to the highest. A higher second peak makes the offset
    /// ambiguous.
    static let maximumSecondPeak = 0.9
    /// The distance, in seconds, within which a local maximum belongs to the highest correlation peak. Only maxima
    /// farther away count as a second peak.
    private static let peakWidth: Seconds = 0.25
    /// The minimum overlap of the two signals, in seconds.
    static let minimumOverlap: Seconds = 10
    /// The step of the coarse search for the offset, in steps of the signals' time grid.
    package static let coarseness = 4
    /// The range of the search for the clock offset of a part of the recording: the maximum difference from the offset
    /// of the whole recording, in steps of the signals' time grid.
    private static let reachOfPart = 10
    private static let maximumParts = 8

    private let sensor: MotionSignal
    private let target: MotionSignal
    /// The standard deviation that both signals must reach to be compared, in the unit of the signals.
    private let minimumDeviation: Double

    package init(_ sensor: MotionSignal, _ target: MotionSignal, minimumDeviation: Double) {
        self.sensor = sensor
        self.target = target
        self.minimumDeviation = minimumDeviation
    }

    package func estimate() -> ClockEstimate {
        let coarse = Self.averaged(sensor)
        let coarseTarget = Self.averaged(target)
        let reach = Int(Self.maximumOffset / MotionSignal.step) / Self.coarseness
        let correlations = MotionCorrelation.correlations(
            coarse,
            coarseTarget,
            shifts: -reach...reach,
            over: coarseTarget.indices,
            minimumCount: Int(Self.minimumOverlap / MotionSignal.step) / Self.coarseness
        )
        let order = { (left: Int, right: Int) in Self.value(correlations[left]) < Self.value(correlations[right]) }
        guard let highest = correlations.indices.max(by: order), let found = correlations[highest] else {
            return .unknown(Self.tooShort)
        }
        guard found.deviations.sensor >= minimumDeviation, found.deviations.target >= minimumDeviation else {
            return .unknown("there is too little motion to compare")
        }
        guard highest > 0, highest < correlations.count - 1 else {
            return .unknown("no offset within \(Int(Self.maximumOffset)) s fits better than its neighbours")
        }
        return refined(highest, of: correlations)
    }

    /// Refines the coarse offset with the highest correlation. Returns the refined offset, or the reason why the offset
    /// is unknown.
    private func refined(_ highest: Int, of correlations: [MotionCorrelation?]) -> ClockEstimate {
        let reach = correlations.count / 2
        let around = (highest - reach) * Self.coarseness
        guard let best = best(near: around, reach: 2 * Self.coarseness, over: target.indices) else {
            return .unknown("the correlation has no clear peak")
        }
        guard best.correlation >= Self.minimumCorrelation else {
            return .unknown(
                "the correlation of the two motions is at most \(Self.rounded(best.correlation)), "
                    + "but \(Self.minimumCorrelation) is needed"
            )
        }
        let offset = best.shift * MotionSignal.step
        if let second = Self.secondPeak(correlations, distinctFrom: highest),
            second.value > Self.maximumSecondPeak * best.correlation
        {
            let other = Double((second.index - reach) * Self.coarseness) * MotionSignal.step
            return .unknown(
                "the motion repeats: the offset \(Self.rounded(other)) s fits almost as well as "
                    + "\(Self.rounded(offset)) s"
            )
        }
        guard let uncertainty = uncertainty(around: best.shift) else { return .unknown(Self.tooShort) }
        return .found(ClockOffset(offset: offset, uncertainty: uncertainty, correlation: best.correlation))
    }

    private static let tooShort = "the two motions overlap by less than \(Int(minimumOverlap)) s"

    /// Returns the shift with the highest correlation, in grid steps; `nil` if the first or last shift has the highest
    /// correlation.
    ///
    /// The shift is the vertex of the parabola through the highest correlation and its two neighbours.
    private func best(
        near shift: Int,
        reach: Int,
        over range: Range<Int>,
        minimumCount: Int = Int(minimumOverlap / MotionSignal.step)
    ) -> (shift: Double, correlation: Double)? {
        let correlations = MotionCorrelation.correlations(
            sensor,
            target,
            shifts: (shift - reach)...(shift + reach),
            over: range,
            minimumCount: minimumCount
        ).map(Self.value)
        guard let highest = correlations.indices.max(by: { correlations[$0] < correlations[$1] }), highest > 0,
            highest < correlations.count - 1
        else { return nil }
        let (before, at, after) = (correlations[highest - 1], correlations[highest], correlations[highest + 1])
        let curvature = before - 2 * at + after
        guard curvature < 0, curvature.isFinite else { return nil }
        let fraction = (before - after) / (2 * curvature)
        return (Double(shift + highest - reach) + fraction, at - (before - after) * fraction / 4)
    }

    /// Returns the standard error of the offset in seconds, or `nil` if fewer than three parts have a correlation peak.
    ///
    /// The error follows from the scatter of the offsets of up to eight parts of the recording. Each part is weighted
    /// by the variance of its motion.
    private func uncertainty(around shift: Double) -> Seconds? {
        let range = target.indices
        let minimumCount = Int(Self.minimumOverlap / MotionSignal.step) / 4
        let parts = min(Self.maximumParts, range.count / minimumCount)
        guard parts >= 3 else { return nil }
        var sums = (weights: 0.0, squares: 0.0)
        var count = 0
        for part in 0..<parts {
            let low = range.lowerBound + range.count * part / parts
            let high = range.lowerBound + range.count * (part + 1) / parts
            let center = Int(saturating: shift.rounded())
            guard
                let own = best(near: center, reach: Self.reachOfPart, over: low..<high, minimumCount: minimumCount / 2),
                let deviations = MotionCorrelation.correlations(
                    sensor,
                    target,
                    shifts: center...center,
                    over: low..<high,
                    minimumCount: 2
                )[0]?.deviations
            else { continue }
            let weight = deviations.target * deviations.target
            sums.weights += weight
            sums.squares += weight * weight * (own.shift - shift) * (own.shift - shift)
            count += 1
        }
        guard count >= 3, sums.weights > 0 else { return nil }
        let freedom = Double(count) / Double(count - 1)
        return (sums.squares * freedom).squareRoot() / sums.weights * MotionSignal.step
    }
}

extension ClockComparison {
    /// Returns the correlation coefficient, or −2 if it is missing. All coefficients are above −2.
    fileprivate static func value(_ correlation: MotionCorrelation?) -> Double { correlation?.value ?? -2 }

    /// Returns the highest local maximum at a distance of at least ``peakWidth`` from the global maximum.
    fileprivate static func secondPeak(
        _ correlations: [MotionCorrelation?],
        distinctFrom highest: Int
    ) -> (index: Int, value: Double)? {
        let width = Int(peakWidth / MotionSignal.step) / coarseness
        var best: (index: Int, value: Double)?
        for index in correlations.indices.dropFirst().dropLast() where abs(index - highest) > width {
            let at = value(correlations[index])
            guard at >= value(correlations[index - 1]), at >= value(correlations[index + 1]) else { continue }
            if at > best?.value ?? 0 { best = (index, at) }
        }
        return best
    }

    /// Returns the signal averaged over coarse steps of ``coarseness`` values; `nil` where a value is missing.
    package static func averaged(_ signal: MotionSignal) -> MotionSignal {
        let first = Int((Double(signal.first) / Double(coarseness)).rounded(.up))
        let last = Int((Double(signal.indices.upperBound) / Double(coarseness)).rounded(.down))
        guard first < last else { return MotionSignal(first: first, values: []) }
        return MotionSignal(
            first: first,
            values: (first..<last).map { coarse in
                var sum = 0.0
                for index in (coarse * coarseness)..<((coarse + 1) * coarseness) {
                    guard let value = signal[index] else { return nil }
                    sum += value
                }
                return sum / Double(coarseness)
            }
        )
    }

    fileprivate static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
