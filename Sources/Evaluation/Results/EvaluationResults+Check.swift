import SensorModel

extension EvaluationResults {
    /// An invalid number in results that were read from a file.
    public struct Fault: Error, Sendable, Hashable {
        /// The key, such as `runs[3].recording.samples`.
        public let place: String
        /// What is wrong with the number.
        public let reason: String
    }

    /// The largest accepted count: up to 2⁵³ counts are exact in a `Double`, and their sums fit an `Int`.
    private static let largestCount = 1 << 53

    /// Checks for numbers that no evaluation writes: counts below 0 or above 2⁵³, times and figures that are not finite
    /// or exceed 1e100, and intervals with a lower bound above the upper one. O(numbers).
    ///
    /// - Throws: ``Fault`` for the first invalid number.
    public func check() throws(Fault) {
        try Self.check(count: host.cores, "host.cores")
        try Self.check(count: host.jobs, "host.jobs")
        try Self.check(host.elapsedSeconds, "host.elapsed_s", least: 0)
        for (place, run) in runs.enumerated() { try Self.check(run, "runs[\(place)]") }
    }

    private static func check(_ run: EvaluationRun, _ place: String) throws(Fault) {
        try check(count: run.recording.samples, "\(place).recording.samples")
        try check(run.recording.durationSeconds, "\(place).recording.duration_s", least: 0)
        try check(count: run.orientations, "\(place).orientations")
        for (name, count) in run.skipped { try check(count: count, "\(place).skipped.\(name)") }
        for (name, interval) in run.metrics.intervals {
            let key = "\(place).intervals.\(name.rawValue)"
            try check(interval.lower, key)
            try check(interval.upper, key)
            guard interval.lower <= interval.upper else {
                throw Fault(place: key, reason: "the interval's lower bound is above its upper bound")
            }
        }
        if let span = run.reference?.span { try check(span, "\(place).reference.span_s", least: 0) }
        if let fit = run.reference?.frames {
            for part in [fit.body, fit.world] {
                for number in [part.angle, part.residual, part.uncertainty] + part.axis {
                    try check(number, "\(place).reference.frames")
                }
            }
            for number in fit.singleAxis.map({ $0.axis + [$0.wobble, $0.effect] }) ?? [] {
                try check(number, "\(place).reference.frames")
            }
        }
        if case .found(let offset)? = run.recording.clock?.estimate {
            for number in [offset.offset, offset.uncertainty, offset.correlation] {
                try check(number, "\(place).recording.clock")
            }
        }
        for point in run.frequencyResponse?.points ?? [] {
            let numbers = [point.frequency, point.gain ?? 0, point.phase?.degrees ?? 0, point.coherence]
            for number in numbers { try check(number, "\(place).frequency_response") }
        }
        if let scene = run.scene {
            for count in [scene.rounds, scene.corrections, scene.steadyAfter ?? 0] {
                try check(count: count, "\(place).scene")
            }
            let angles = [
                scene.heading, scene.uncertainty, scene.referenceHeading, scene.referenceUncertainty, scene.errorBefore,
            ]
            for angle in angles.compactMap(\.self) + scene.errors { try check(angle, "\(place).scene") }
        }
        if let series = run.series { try check(series, "\(place).series") }
    }

    private static func check(_ series: RunSeries, _ place: String) throws(Fault) {
        for curve in [series.error, series.spectrum, series.step, series.stepTruth].compactMap(\.self) {
            for number in curve.x.stretches.joined() { try check(number, place) }
            for number in curve.y.stretches.joined() { try check(number, place) }
        }
        for number in series.errorQuantiles { try check(number, place) }
        for range in series.rests + series.disturbances {
            try check(range.lowerBound, place)
            try check(range.upperBound, place)
        }
    }

    private static func check(_ number: Double, _ place: String, least: Double = -MetricValues.largest) throws(Fault) {
        guard number >= least, number <= MetricValues.largest else {
            let from = least == 0 ? "0" : "-1e100"
            throw Fault(place: place, reason: "found \(number), expected a number from \(from) to 1e100")
        }
    }

    private static func check(count: Int, _ place: String) throws(Fault) {
        guard (0...largestCount).contains(count) else {
            throw Fault(place: place, reason: "found \(count), expected a count from 0 to 2^53")
        }
    }
}
