import Pipelines
import RealModule
import SensorModel

/// The metrics of estimated positions.
struct LocationMeasurement {
    private let positions: Positions
    private let errors: LocationErrors
    private let reference: PositionReference
    private let isInReferenceAxes: Bool
    private let withIntervals: Bool
    private let measuresXDR: Bool

    /// The length in seconds of the parts into which a recording is divided for confidence intervals. The means of the
    /// parts are treated as independent.
    private static let block: Seconds = 10

    /// Matches estimates with the reference.
    ///
    /// - Parameters:
    ///   - positions: the estimates.
    ///   - reference: the true positions, in the frame of `positions`.
    ///   - isInReferenceAxes: whether the estimates were given in the original axes of the reference. If they were not,
    ///     a reference that was fitted to the location fixes hides the bias of the estimates.
    ///   - options: the options that request intervals and the metrics of the xDR Challenge.
    init(_ positions: Positions, reference: PositionReference, isInReferenceAxes: Bool, options: EvaluationOptions) {
        self.positions = positions
        self.isInReferenceAxes = isInReferenceAxes
        self.reference = reference
        withIntervals = options.withinRecordingIntervals
        measuresXDR = options.metrics != nil && options.asks(for: MetricCatalogue.ofXDR)
        errors = LocationErrors(positions, reference)
    }

    /// The number of reference samples before the first estimate.
    var withoutEstimate: Int { errors.withoutEstimate }

    /// Sets all metrics that need a reference.
    func measure(startingAt start: Seconds, into metrics: inout MetricValues) {
        metrics.set(.locationCount, to: Double(errors.held.count))
        guard !errors.held.isEmpty else {
            let others = MetricCatalogue.ofLocationAgainstTruth.filter { $0 != .locationCount }
            return metrics.setUnmeasured(others, because: "no reference position has an estimate")
        }
        measureHorizontal(into: &metrics)
        measureVertical(into: &metrics)
        measureFloor(into: &metrics)
        measureTimes(from: start, into: &metrics)
        measureClaims(into: &metrics)
        measureDrift(into: &metrics)
        if reference.isSparse {
            metrics.setUnmeasured(Self.ofMotion, because: "the motion between waypoints is unknown")
        } else {
            measureDirections(into: &metrics)
            measureReportedMotion(into: &metrics)
            measureMotion(into: &metrics)
            measureStandards(into: &metrics)
            measureXDR(into: &metrics)
            LocationLag.measure(errors, withInterval: withIntervals, into: &metrics)
        }
        guard reference.fit != nil, !isInReferenceAxes else { return }
        metrics.setUnmeasured(
            [.locationBias, .verticalBias],
            because: "the reference was moved to fit the fixes, which removes the bias"
        )
    }

    /// Returns the curves for plots. Each horizontal error is compared with its claimed accuracy by a probability: the
    /// share of errors that should be smaller if the claim is true. This share follows from the Rayleigh distribution.
    ///
    /// - Parameters:
    ///   - start: the time of the recording's first sample.
    ///   - columns: the number of plot columns.
    func series(from start: Seconds, columns: Int) -> RunSeries {
        SeriesMeasurement.ofLocation(
            errors.held.map { ($0.time, $0.horizontal) },
            levels: claims.map { 1 - Double.exp(-$0.ratio() * $0.ratio() / 2) },
            longestGap: reference.isSparse ? .infinity : reference.track.longestGap,
            from: start,
            columns: columns
        )
    }

    /// An error and the standard deviation that the estimate claims for it, in metres.
    private struct Claim {
        let error: Metres
        let deviation: Metres

        /// Returns |error| + `shift`, or 0 if this sum is negative, in standard deviations.
        func ratio(_ shift: Metres = 0) -> Double { max(0, error.magnitude + shift) / deviation }
    }

    /// The horizontal errors at the times of the estimates, with the claimed standard deviation per axis.
    private var claims: [Claim] {
        errors.own.compactMap { sample in
            sample.estimate.horizontalDeviation.map { Claim(error: sample.horizontal, deviation: $0) }
        }
    }

    /// The metrics that need the reference's motion, or reference positions at arbitrary times.
    private static let ofMotion: [Metric] =
        [
            .alongTrackRMS, .crossTrackRMS, .courseRMSE, .reportedSpeedRMSE, .reportedCourseRMSE, .locationLag,
            .locationStillRMS, .locationJumps,
            .pathLengthRatio,
            .ipinThirdQuartile, .evaalPoints, .decimeterScore,
        ] + MetricCatalogue.ofXDR

    private func measureHorizontal(into metrics: inout MetricValues) {
        let distances = errors.held.map(\.horizontal)
        let quantiles: [(Metric, Double)] = [
            (.locationErrorP50, 0.5), (.locationErrorP75, 0.75), (.locationErrorP90, 0.9), (.locationErrorP95, 0.95),
            (.locationErrorMax, 1),
        ]
        setQuantiles(quantiles, of: distances, margin: reference.margin, in: &metrics)
        metrics.set(
            .locationErrorMean,
            to: distances.compensatedMean,
            interval: interval(of: distances)?.widened(by: reference.margin)
        )
        let squares = distances.map { $0 * $0 }
        let interval = interval(of: squares).map {
            BootstrapInterval(lower: max(0, $0.lower).squareRoot(), upper: max(0, $0.upper).squareRoot())
        }
        metrics.set(
            .locationErrorRMS,
            to: squares.compensatedMean.squareRoot(),
            interval: interval?.widened(by: reference.margin)
        )
        metrics.set(
            .locationBias,
            to: Double.hypot(errors.held.map(\.error.x).compensatedMean, errors.held.map(\.error.y).compensatedMean)
        )
    }

    private func measureVertical(into metrics: inout MetricValues) {
        let own: [Metric] = [.verticalBias, .verticalRMS, .verticalP95, .sphericalP95]
        guard reference.hasHeight else {
            return metrics.setUnmeasured(own, because: Self.reasonWithoutHeight)
        }
        let samples = errors.held.filter(\.estimate.hasHeight)
        guard !samples.isEmpty else {
            return metrics.setUnmeasured(own, because: "the pipeline estimates no altitude")
        }
        let heights = samples.map(\.error.z)
        metrics.set(.verticalBias, to: heights.compensatedMean)
        metrics.set(.verticalRMS, to: heights.map { $0 * $0 }.compensatedMean.squareRoot())
        let vertical = reference.verticalMargin
        setQuantiles([(.verticalP95, 0.95)], of: heights.map(abs), margin: vertical, in: &metrics)
        setQuantiles(
            [(.sphericalP95, 0.95)],
            of: samples.map(\.error.length),
            margin: Double.hypot(reference.margin, vertical),
            in: &metrics
        )
    }

    private func measureFloor(into metrics: inout MetricValues) {
        guard reference.floors != nil else {
            return metrics.setUnmeasured(.floorDetection, because: "the reference has no floors")
        }
        let known = errors.held.filter { $0.estimate.floor != nil }
        metrics.set(
            .floorDetection,
            percent: known.count { $0.estimate.floor == $0.floor },
            of: known.count,
            orBecause: "the pipeline estimates no floor"
        )
    }

    private static let reasonWithoutHeight = "the reference has no altitude"

    /// The minimum speed in m/s at which a direction of travel is defined.
    private static let minimumSpeed = 0.3

    /// Sets the errors along and across the direction of travel, and the error of the course.
    private func measureDirections(into metrics: inout MetricValues) {
        let still = "the reference never moves faster than \(Self.minimumSpeed) m/s"
        var (along, across) = ([Double](), [Double]())
        for (sample, motion) in errors.motions(of: errors.held) where motion.length >= Self.minimumSpeed {
            let direction = motion * (1 / motion.length)
            along.append(sample.error.x * direction.x + sample.error.y * direction.y)
            across.append(sample.error.x * direction.y - sample.error.y * direction.x)
        }
        metrics.set(.alongTrackRMS, to: along.rootMeanSquare, orBecause: still)
        metrics.set(.crossTrackRMS, to: across.rootMeanSquare, orBecause: still)
        let turns = errors.displacements(every: 1, over: 2).compactMap { _, truth, estimate -> Double? in
            guard let estimate, truth.length >= 2 * Self.minimumSpeed, estimate.length >= Self.minimumSpeed else {
                return nil
            }
            let (own, course) = (Angle(ofPoint: estimate.y, estimate.x), Angle(ofPoint: truth.y, truth.x))
            return (own - course).wrapped.degrees
        }
        metrics.set(.courseRMSE, to: turns.rootMeanSquare, orBecause: still)
    }

    /// Sets the errors of the speed and the course that the receiver reported.
    private func measureReportedMotion(into metrics: inout MetricValues) {
        let pairs = errors.motions(of: errors.own)
        let speeds = pairs.compactMap { sample, motion in sample.estimate.reportedSpeed.map { $0 - motion.length } }
        metrics.set(.reportedSpeedRMSE, to: speeds.rootMeanSquare, orBecause: "the estimates contain no reported speed")
        let courses = pairs.compactMap { sample, motion -> Double? in
            guard motion.length >= Self.minimumSpeed, let course = sample.estimate.reportedCourse else { return nil }
            return (course - Angle(ofPoint: motion.y, motion.x)).wrapped.degrees
        }
        metrics.set(
            .reportedCourseRMSE,
            to: courses.rootMeanSquare,
            orBecause: "no estimate contains a reported course while the reference moves faster than "
                + "\(Self.minimumSpeed) m/s"
        )
    }

    /// The minimum jump in metres: the length of the change of the horizontal error vector from one estimate to the
    /// next.
    private static let jump: Metres = 5

    /// Sets the metrics of motion: the jitter at rest, the number of jumps, and the ratio of the path lengths.
    private func measureMotion(into metrics: inout MetricValues) {
        let jumps = zip(errors.own, errors.own.dropFirst()).count {
            ($1.error - $0.error).horizontal.length > Self.jump
        }
        metrics.set(.locationJumps, to: Double(jumps))
        metrics.set(
            .locationStillRMS,
            to: stillRMS(),
            orBecause: "the reference is never at rest (below 0.1 m/s for 3 s) with two estimates"
        )
        var (truth, own) = (0.0, 0.0)
        for (_, step, estimate) in errors.displacements(every: 1, over: 1) {
            guard let estimate else { continue }
            truth += step.length
            own += estimate.length
        }
        metrics.set(
            .pathLengthRatio,
            to: truth >= Self.shortestPath ? own / truth : nil,
            orBecause: "the reference moves less than \(Int(Self.shortestPath)) m"
        )
    }

    /// The minimum length of the reference's path for metrics that divide by this length, in metres.
    private static let shortestPath: Metres = 10
    /// The reference is at rest if it moves horizontally by less than this many metres in one second.
    private static let restDisplacement: Metres = 0.1
    /// The minimum duration of a rest in seconds.
    private static let shortestRest: Seconds = 3

    /// Returns the root mean square distance of the estimates from their mean. The mean is taken separately for each
    /// period in which the reference is at rest.
    private func stillRMS() -> Double? {
        var rests: [ClosedRange<Seconds>] = []
        for (time, truth, _) in errors.displacements(every: 0.5, over: 1) where truth.length < Self.restDisplacement {
            let own = (time - 0.5)...(time + 0.5)
            if let last = rests.last, own.lowerBound <= last.upperBound {
                rests[rests.count - 1] = last.lowerBound...own.upperBound
            } else {
                rests.append(own)
            }
        }
        var (squares, count) = (0.0, 0)
        let long = rests.filter { $0.upperBound - $0.lowerBound >= Self.shortestRest }
        for rest in positions.times.indices(within: long) where rest.count > 1 {
            let inside = positions.estimates[rest].map(\.position.horizontal)
            let mean = inside.reduce(.zero, +) * (1 / Double(inside.count))
            for position in inside { squares += (position - mean).lengthSquared }
            count += inside.count
        }
        return count > 0 ? (squares / Double(count)).squareRoot() : nil
    }

    /// Sets the scores of competitions. They are computed from interpolated estimates at evenly spaced times.
    private func measureStandards(into metrics: inout MetricValues) {
        let seconds = errors.differences(every: 1).map(\.value.horizontal.length)
        let halfSeconds = errors.differences(every: 0.5)
        let reason = "no reference position lies between two estimates"
        guard !halfSeconds.isEmpty, !seconds.isEmpty else {
            return metrics.setUnmeasured([.ipinThirdQuartile, .evaalPoints, .decimeterScore], because: reason)
        }
        var whole = OrderStatistics(seconds)
        let median = whole.quantile(0.5)
        metrics.set(.decimeterScore, to: (median + whole.quantile(0.95)) / 2)
        guard !lacksFloors else {
            return metrics.setUnmeasured([.ipinThirdQuartile, .evaalPoints], because: Self.reasonWithoutFloors)
        }
        var cursors = [0, 0]
        var half = OrderStatistics(
            halfSeconds.map { time, difference in
                difference.horizontal.length + Self.floorPenalty * wrongFloors(at: time, from: &cursors)
            }
        )
        let quartile = half.quantile(0.75)
        metrics.set(.ipinThirdQuartile, to: quartile)
        metrics.set(.evaalPoints, to: EvaalScore.points(ofThirdQuartile: quartile))
    }

    /// The error in metres that EvAAL and IPIN add for each floor between estimate and truth (Potortì et al. 2017).
    private static let floorPenalty: Metres = 15

    /// A Boolean value that indicates whether the reference has floors, but some estimates have no floor.
    private var lacksFloors: Bool {
        reference.floors != nil && positions.estimates.contains { $0.floor == nil }
    }

    private static let reasonWithoutFloors = "the reference has floors, but some estimates have no floor"

    /// Returns the number of floors between the latest estimate and the latest true position; 0 without true floors.
    private func wrongFloors(at time: Seconds, from cursors: inout [Int]) -> Double {
        guard let floors = reference.floors, let truth = reference.track.index(at: time, from: &cursors[0]),
            let estimate = errors.estimates.index(at: time, from: &cursors[1]),
            let floor = positions.estimates[estimate].floor
        else { return 0 }
        // The difference of two integers could overflow.
        return (Double(floor) - Double(floors[truth])).magnitude
    }

    /// Sets the metrics of the xDR Challenge.
    private func measureXDR(into metrics: inout MetricValues) {
        guard measuresXDR else {
            return metrics.setUnmeasured(MetricCatalogue.ofXDR, because: "measured only if --metrics names it")
        }
        guard !lacksFloors else {
            return metrics.setUnmeasured(MetricCatalogue.ofXDR, because: Self.reasonWithoutFloors)
        }
        let score = XDRScore(
            truth: reference.track.times.indices.map { index in
                let position = reference.track.positions[index]
                return FloorPosition(
                    time: reference.track.times[index],
                    x: position.x,
                    y: position.y,
                    floor: reference.floors?[index] ?? 0
                )
            },
            estimate: zip(positions.times, positions.estimates).map { time, estimate in
                // Without a true floor, all positions are on the same floor.
                let floor = reference.floors == nil ? 0 : estimate.floor ?? 0
                return FloorPosition(time: time, x: estimate.position.x, y: estimate.position.y, floor: floor)
            }
        )
        let reason = "no estimate lies within the reference's times"
        metrics.set(.xdrCircularError, to: score.circularError, orBecause: reason)
        metrics.set(.xdrCircularAccuracy, to: score.circularAccuracy, orBecause: "the errors have no density")
        metrics.set(.xdrGradient, to: score.errorGradient, orBecause: reason)
        metrics.set(.xdrVelocityError, to: score.velocityError, orBecause: reason)
        metrics.set(.xdrScore, to: score.total(), orBecause: "a part of the score is missing")
    }

    /// The time in seconds for which the error must remain below a limit before the limit counts as reached.
    private static let settled: Seconds = 10

    private func measureTimes(from start: Seconds, into metrics: inout MetricValues) {
        for (metric, limit) in [(Metric.timeTo10Metres, 10.0), (.timeTo5Metres, 5.0)] {
            metrics.set(
                metric,
                to: time(below: limit).map { $0 - start },
                orBecause: "the error never stays below \(Int(limit)) m for \(Int(Self.settled)) s"
            )
        }
    }

    /// Returns the first time after which the error of the latest estimate stays below a limit for ``settled`` seconds,
    /// or `nil` if there is no such time.
    private func time(below limit: Metres) -> Seconds? {
        var begin: Seconds?
        for sample in errors.held {
            guard sample.horizontal < limit else {
                begin = nil
                continue
            }
            let first = begin ?? sample.time
            begin = first
            if sample.time - first >= Self.settled { return first }
        }
        return nil
    }

    /// Compares the claimed accuracy of each estimate with the estimate's error.
    private func measureClaims(into metrics: inout MetricValues) {
        let claims = claims
        let horizontal: [Metric] = [.claimed68, .claimed95, .claimedNEES, .claimedFactor]
        if claims.isEmpty {
            metrics.setUnmeasured(horizontal, because: "no estimate with a reference position claims an accuracy")
        } else {
            func set(_ metric: Metric, within limit: Double) {
                setMean(metric, of: claims, margin: reference.margin, limit: 100, in: &metrics) {
                    $0 <= limit ? 100 : 0
                }
            }
            set(.claimed68, within: PositionEstimate.radius68)
            set(.claimed95, within: PositionEstimate.radius95)
            setMean(.claimedNEES, of: claims, margin: reference.margin, in: &metrics) { $0 * $0 }
            var order = OrderStatistics(claims.map { $0.ratio() })
            metrics.set(.claimedFactor, to: order.quantile(0.68) / PositionEstimate.radius68)
        }
        guard reference.hasHeight else {
            return metrics.setUnmeasured([.claimedVertical], because: Self.reasonWithoutHeight)
        }
        let heights = errors.own.compactMap { sample in
            sample.estimate.verticalDeviation.map { Claim(error: sample.error.z, deviation: $0) }
        }
        guard !heights.isEmpty else {
            return metrics.setUnmeasured([.claimedVertical], because: "no estimate claims a vertical accuracy")
        }
        setMean(.claimedVertical, of: heights, margin: reference.verticalMargin, limit: 100, in: &metrics) {
            $0 <= 1 ? 100 : 0
        }
    }

    /// Sets a metric to the mean of `value` over the claims. The argument of `value` is an error divided by the claimed
    /// standard deviation, and `value` must be monotonic. The interval allows for errors of the reference of up to
    /// `margin` metres, and its bounds do not exceed `limit`.
    private func setMean(
        _ metric: Metric,
        of claims: [Claim],
        margin: Metres,
        limit: Double = .infinity,
        in metrics: inout MetricValues,
        value: (Double) -> Double
    ) {
        func interval(_ shift: Metres) -> BootstrapInterval? {
            self.interval(of: claims.map { value($0.ratio(shift)) })
        }
        let own = interval(0)
        let all = margin > 0 ? [own, interval(-margin), interval(margin)].compactMap(\.self) : [own].compactMap(\.self)
        metrics.set(
            metric,
            to: claims.map { value($0.ratio()) }.compensatedMean,
            interval: own.map { own in
                BootstrapInterval(
                    lower: max(0, all.map(\.lower).min() ?? own.lower),
                    upper: min(limit, all.map(\.upper).max() ?? own.upper)
                )
            }
        )
    }

    /// The growth of the error is measured this many seconds after the first estimate.
    private static let driftTime: Seconds = 60
    /// The maximum time in seconds from ``driftTime`` to the next reference position.
    private static let driftTolerance: Seconds = 10

    /// Sets the error after 60 s, and the last error relative to the distance travelled.
    private func measureDrift(into metrics: inout MetricValues) {
        guard let first = positions.times.first, let last = errors.held.last else { return }
        let time = first + Self.driftTime
        let later = errors.held.first { $0.time >= time && $0.time <= time + Self.driftTolerance }
        metrics.set(
            .locationErrorAfter60,
            to: later?.horizontal,
            orBecause: "no reference position is 60 to 70 s after the first estimate"
        )
        let length = pathLength(from: first)
        metrics.set(
            .locationDrift,
            to: length >= Self.shortestPath ? 100 * last.horizontal / length : nil,
            orBecause: "the reference moves less than \(Int(Self.shortestPath)) m"
        )
    }

    /// Returns the length of the reference's path in metres, from a given time to the end. Displacements are measured
    /// over 1 s, so that noise does not lengthen the path. For waypoints, the length is the sum of the distances
    /// between consecutive waypoints.
    private func pathLength(from start: Seconds) -> Metres {
        guard reference.isSparse else {
            let steps = errors.displacements(every: 1, over: 1).filter { $0.time >= start }
            return steps.reduce(0) { $0 + $1.truth.length }
        }
        let positions = zip(reference.track.times, reference.track.positions).filter { $0.0 >= start }.map(\.1)
        return zip(positions, positions.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).horizontal.length }
    }

    /// Sets metrics to quantiles of distances, which must be in order of time. Each confidence interval is widened by
    /// `margin` metres in both directions, to allow for errors of the reference.
    private func setQuantiles(
        _ quantiles: [(Metric, Double)],
        of distances: [Double],
        margin: Metres,
        in metrics: inout MetricValues
    ) {
        let intervals = blockLength(of: distances.count).map {
            BootstrapInterval.ofQuantiles(quantiles.map(\.1), of: distances, blockLength: $0)
        }
        var order = OrderStatistics(distances)
        for (index, (metric, fraction)) in quantiles.enumerated() {
            metrics.set(metric, to: order.quantile(fraction), interval: intervals?[index]?.widened(by: margin))
        }
    }

    /// Returns the 95 % interval of the mean of values in order of time, or `nil` if there is no interval.
    private func interval(of series: [Double]) -> BootstrapInterval? {
        blockLength(of: series.count).flatMap {
            BootstrapInterval(ofMeanOf: series, blockLength: $0, isSigned: false)
        }
    }

    /// Returns the number of consecutive values in a bootstrap block of ten seconds. Returns `nil` if no confidence
    /// intervals are requested, or if the errors have no time span.
    private func blockLength(of count: Int) -> Int? {
        guard withIntervals, let span = errors.span, span.upperBound > span.lowerBound else { return nil }
        return max(1, Int(saturating: Double(count) * Self.block / (span.upperBound - span.lowerBound)))
    }
}

extension BootstrapInterval {
    /// Returns the interval of a mean, root mean square or quantile of distances from a reference that has an error of
    /// up to `margin` metres.
    ///
    /// By the triangle inequality, such an error changes the mean, root mean square or quantile by at most `margin`.
    /// This holds even if the error is constant or correlated with the estimates.
    fileprivate func widened(by margin: Metres) -> Self {
        Self(lower: max(0, lower - margin), upper: upper + margin)
    }
}

/// The delay of estimated positions relative to the reference.
enum LocationLag {
    /// The accepted lags in seconds.
    private static let range: ClosedRange<Seconds> = -2...10
    /// The interval between the lags that are tried, in seconds.
    private static let step: Seconds = 0.1
    /// The interval between the times at which positions are compared, in seconds.
    private static let sampling: Seconds = 0.2
    /// The minimum number of compared times.
    private static let minimumCount = 50
    /// The root mean square speed of the reference, in m/s, below which the lag is not measured.
    private static let minimumSpeed = 0.2

    /// The number of blocks of time for the jackknife, which omits one block at a time. In simulations, the
    /// confidence intervals from 8 blocks contain the true lag in 92 to 97 % of the cases.
    private static let blocks = 8

    /// Sets the lag: the time shift of the estimates that minimises the variance of their horizontal distance vectors
    /// to the reference. The confidence interval of the lag is Student's interval of the jackknife's pseudo-values
    /// (Miller 1974, doi:10.1093/biomet/61.1.1).
    static func measure(_ errors: LocationErrors, withInterval: Bool, into metrics: inout MetricValues) {
        func fail(_ reason: String) { metrics.setUnmeasured(.locationLag, because: reason) }
        guard let own = errors.estimates.times.first, let end = errors.estimates.times.last, let span = errors.span
        else { return fail("no reference position has an estimate") }
        // All shifts are evaluated at the same times.
        let start = max(span.lowerBound, own - range.lowerBound)
        let stop = min(span.upperBound, end - range.upperBound)
        guard start < stop, errors.times(in: start...stop, every: sampling).count >= minimumCount else {
            return fail("estimates and reference overlap by less than 22 s")
        }
        let speeds = errors.displacements(every: 1, over: 1).map(\.truth.length)
        guard speeds.rootMeanSquare ?? 0 >= minimumSpeed else { return fail("the reference hardly moves") }
        let count = Int(((range.upperBound - range.lowerBound) / step).rounded()) + 1
        let moments = (0..<count).map { index in
            var moments = [Moments](repeating: Moments(), count: blocks)
            let shift = range.lowerBound + Double(index) * step
            for (time, value) in errors.differences(every: sampling, shift: shift, within: start...stop) {
                let block = Int(saturating: (time - start) / (stop - start) * Double(blocks))
                moments[min(block, blocks - 1)].add(value)
            }
            return moments
        }
        guard let lag = lag(moments, without: nil) else {
            return fail("the lag is outside \(Int(range.lowerBound)) to \(Int(range.upperBound)) s")
        }
        metrics.set(.locationLag, to: 1_000 * lag, interval: withInterval ? interval(of: lag, moments) : nil)
    }

    /// The sums from which the variance of horizontal differences is computed.
    private struct Moments {
        var count = 0
        var sum = Vector3.zero
        var squares = 0.0

        mutating func add(_ difference: Vector3) {
            count += 1
            sum += difference.horizontal
            squares += difference.horizontal.lengthSquared
        }
    }

    /// Returns the lag in seconds: the shift with the smallest variance of the position differences. Returns `nil` if
    /// this shift is at an end of the tested range, or if there are too few differences.
    ///
    /// - Parameters:
    ///   - moments: the moments of the differences, for each shift and each block.
    ///   - omitted: the index of a block to leave out; `nil` to use all blocks.
    private static func lag(_ moments: [[Moments]], without omitted: Int?) -> Seconds? {
        let variances = moments.map { blocks -> Double in
            var whole = Moments()
            for (index, block) in blocks.enumerated() where index != omitted {
                whole.count += block.count
                whole.sum += block.sum
                whole.squares += block.squares
            }
            guard whole.count >= minimumCount else { return .infinity }
            return (whole.squares - whole.sum.lengthSquared / Double(whole.count)) / Double(whole.count)
        }
        guard let best = variances.indices.min(by: { variances[$0] < variances[$1] }), variances[best].isFinite,
            best > 0, best + 1 < variances.count
        else { return nil }
        let (before, here, after) = (variances[best - 1], variances[best], variances[best + 1])
        let curvature = before - 2 * here + after
        let offset = curvature > 0 ? (before - after) / (2 * curvature) : 0
        return range.lowerBound + (Double(best) + offset) * step
    }

    /// Returns the jackknife's confidence interval of the lag in milliseconds. The jackknife omits each block of time
    /// once. Returns `nil` if the remaining blocks do not determine a lag in every case.
    private static func interval(of lag: Seconds, _ moments: [[Moments]]) -> BootstrapInterval? {
        let others = (0..<blocks).compactMap { Self.lag(moments, without: $0) }
        guard others.count == blocks else { return nil }
        let count = Double(blocks)
        let pseudoValues = others.map { 1_000 * (count * lag - (count - 1) * $0) }
        return StudentisedEstimate(
            value: 1_000 * lag,
            standardError: pseudoValues.varianceOfMean.squareRoot(),
            degreesOfFreedom: count - 1,
            isPositive: false
        ).interval
    }
}
