import RealModule
public import SensorModel

/// A position on a floor of a building.
public struct FloorPosition: Sendable, Hashable {
    /// The time in seconds.
    public var time: Seconds
    /// The first coordinate in metres, for example the distance towards east.
    public var x: Metres
    /// The second horizontal coordinate in metres, for example north.
    public var y: Metres
    /// The floor.
    public var floor: Int

    /// Creates a position.
    public init(time: Seconds, x: Metres, y: Metres, floor: Int = 0) {
        (self.time, self.x, self.y, self.floor) = (time, x, y, floor)
    }
}

/// The scores of the xDR Challenge of 2023, as its published program computes them
/// (https://github.com/PDR-benchmark-standardization-committee/xDR-Challenge-2023-evaluation). Ichikari et al. 2019,
/// doi:10.3390/s19040763, explain the criteria.
///
/// Each true position is compared with the estimate nearest in time. Estimates on the wrong floor are excluded, except
/// from the velocity error. If the program differs from its description, the results follow the program:
/// - The direction of an estimate is arctan(x/y), where x and y are its position. The direction of motion is not used.
/// - The velocity error is half the difference between the estimated and the true speed.
/// - The circular accuracy is rounded to centimetres along each axis. A circular accuracy above 10 m scores 10 points.
///
/// An estimate at the origin has no direction. The published program fails in this case; here, the circular accuracy
/// ignores the estimate.
///
/// ```swift
/// let score = XDRScore(truth: truth, estimate: estimate)
/// print(score.circularError ?? .nan)  // metres
/// ```
public struct XDRScore: Sendable, Hashable {
    /// The median of the horizontal error in metres (CE50); `nil` if no estimate is on the correct floor.
    public let circularError: Metres?
    /// The distance in metres of the error's mode from zero (CA); `nil` if the errors do not determine a density. The
    /// mode is the maximum of a kernel density on a grid of 300 × 300 points.
    public let circularAccuracy: Metres?
    /// The error gradient in m/s (EAG); `nil` if there are no positions. The gradient is the median of the horizontal
    /// errors, each divided by the time to the nearer end of the dead reckoning.
    public let errorGradient: Double?
    /// Half the median difference between the estimated and the true speed in m/s (VE); `nil` if there are no
    /// positions. Speeds are averaged over 1 s.
    public let velocityError: Double?

    /// Computes the scores. O(n log n + m) for n true positions and m estimates. The circular accuracy takes up to
    /// 90,000 operations for each true position.
    ///
    /// - Parameters:
    ///   - truth: the true positions, oldest first.
    ///   - estimate: the estimates, oldest first.
    ///   - reckoning: the estimates of dead reckoning without corrections, for ``errorGradient``; `nil` to use
    ///     `estimate`.
    ///   - corrections: the times of the two corrections between which dead reckoning is evaluated; `nil` to use the
    ///     first and last time of `truth`.
    public init(
        truth: [FloorPosition],
        estimate: [FloorPosition],
        reckoning: [FloorPosition]? = nil,
        corrections: ClosedRange<Seconds>? = nil
    ) {
        guard let first = truth.first, let last = truth.last, first.time <= last.time else {
            (circularError, circularAccuracy, errorGradient, velocityError) = (nil, nil, nil, nil)
            return
        }
        let range = first.time...last.time
        let pairs = Self.pairs(truth, estimate, within: range)
        let onFloor = pairs.filter { $0.truth.floor == $0.estimate.floor }
        circularError = Self.median(onFloor.map(\.distance))
        circularAccuracy = Self.mode(of: onFloor).map { Double.hypot($0.x, $0.y) }
        velocityError = Self.velocityError(pairs)
        let span = corrections ?? range
        let reckoned = Self.pairs(truth.filter { span.contains($0.time) }, reckoning ?? estimate, within: span)
        errorGradient = Self.errorGradient(reckoned.filter { $0.truth.floor == $0.estimate.floor }, within: span)
    }

    /// The indices from 0 to 100 of the four errors: I_ce, I_ca, I_eag and I_ve. An index is `nil` if its error is
    /// `nil`.
    ///
    /// As in the program, a circular accuracy above 10 m has the index 10.
    public var indices: (ce: Double?, ca: Double?, eag: Double?, ve: Double?) {
        (
            circularError.map { Self.index($0, from: 1, to: 30) },
            circularAccuracy.map { $0 > 10 ? 10 : 100 - 10 * $0 },
            errorGradient.map { Self.index($0, from: 0.05, to: 2) },
            velocityError.map { Self.index($0, from: 0.1, to: 2) }
        )
    }

    /// Returns the total score from 0 to 100, or `nil` if an error is missing.
    ///
    /// - Parameter obstacle: the index of obstacles, 100 times the share of positions without an obstacle. It is `nil`
    ///   without a map; the weights of the other indices are then scaled so that their sum is 1.
    public func total(obstacle: Double? = nil) -> Double? {
        let (ce, ca, eag, ve) = indices
        guard let ce, let ca, let eag, let ve else { return nil }
        let sum = 0.25 * ce + 0.2 * ca + 0.25 * eag + 0.15 * ve
        return obstacle.map { sum + 0.15 * $0 } ?? sum / 0.85
    }

    private static func index(_ error: Double, from best: Double, to worst: Double) -> Double {
        min(100, max(0, 100 - 100 * (error - best) / (worst - best)))
    }

    private struct Pair {
        let truth: FloorPosition
        let estimate: FloorPosition

        var distance: Metres { Double.hypot(truth.x - estimate.x, truth.y - estimate.y) }
    }

    /// Returns each true position with the estimate that is nearest in time. If two estimates are equally near, the
    /// earlier one is used.
    private static func pairs(
        _ truth: [FloorPosition],
        _ estimates: [FloorPosition],
        within range: ClosedRange<Seconds>
    ) -> [Pair] {
        let kept = estimates.filter { range.contains($0.time) }
        guard !kept.isEmpty else { return [] }
        var next = 0
        return truth.map { position in
            while next < kept.count, kept[next].time <= position.time { next += 1 }
            guard next > 0 else { return Pair(truth: position, estimate: kept[0]) }
            guard next < kept.count else { return Pair(truth: position, estimate: kept[next - 1]) }
            let (before, after) = (position.time - kept[next - 1].time, kept[next].time - position.time)
            return Pair(truth: position, estimate: kept[before <= after ? next - 1 : next])
        }
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : ErrorStatistics.median(of: values)
    }

    /// The time in seconds that is not evaluated after the first correction and before the last correction.
    private static let margin: Seconds = 0.001

    private static func errorGradient(_ pairs: [Pair], within range: ClosedRange<Seconds>) -> Double? {
        let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
        let gradients = pairs.compactMap { pair -> Double? in
            let time = pair.truth.time
            guard time >= range.lowerBound + margin, time <= range.upperBound - margin else { return nil }
            return pair.distance / (time < middle ? time - range.lowerBound : range.upperBound - time)
        }
        return median(gradients)
    }

    /// Half the length in seconds of the window over which speeds are averaged.
    private static let window: Seconds = 0.5

    private static func velocityError(_ pairs: [Pair]) -> Double? {
        let difference = zip(speeds(pairs, \.estimate), speeds(pairs, \.truth)).map { abs($1 - $0) / 2 }
        return median(difference).map { ($0 * 1e4).rounded(.toNearestOrEven) / 1e4 }
    }

    /// Returns one speed for each pair: the mean speed in a window around the time of the pair's true position.
    private static func speeds(_ pairs: [Pair], _ position: KeyPath<Pair, FloorPosition>) -> [Double] {
        guard !pairs.isEmpty else { return [] }
        let steps = zip(pairs, pairs.dropFirst()).map { before, after in
            let (old, new) = (before[keyPath: position], after[keyPath: position])
            return Double.hypot(new.x - old.x, new.y - old.y) / (after.truth.time - before.truth.time)
        }
        let speeds = [0] + steps
        var (start, end) = (0, 0)
        return pairs.map { pair in
            let time = pair.truth.time
            while pairs[start].truth.time < time - window { start += 1 }
            while end < pairs.count, pairs[end].truth.time <= time + window { end += 1 }
            return speeds[start..<end].reduce(0, +) / Double(end - start)
        }
    }

    /// Returns the mode of the errors across and along the estimates' directions, rounded to centimetres.
    private static func mode(of pairs: [Pair]) -> (x: Double, y: Double)? {
        let errors = pairs.compactMap { pair -> (x: Double, y: Double)? in
            let (x, y) = (pair.truth.x - pair.estimate.x, pair.truth.y - pair.estimate.y)
            let direction = Angle(radians: .atan(pair.estimate.x / pair.estimate.y))
            guard direction.radians.isFinite else { return nil }
            return (direction.cosine * x - direction.sine * y, direction.sine * x + direction.cosine * y)
        }
        return KernelDensity(errors).map { density in
            let mode = density.mode()
            return ((mode.x * 100).rounded(.toNearestOrEven) / 100, (mode.y * 100).rounded(.toNearestOrEven) / 100)
        }
    }
}

/// A density of points in the plane: the mean of normal distributions around the points (Scott 1992,
/// doi:10.1002/9780470316849, section 6.3).
struct KernelDensity {
    private let points: [(x: Double, y: Double)]
    /// The inverse of the kernel's covariance.
    private let inverse: (xx: Double, xy: Double, yy: Double)

    /// The number of points of the grid along each axis.
    private static let gridCount = 300
    /// The distance from the outermost points to the edges of the grid, in metres.
    private static let border = 2.0
    /// The squared distance from a kernel's centre, in squared standard deviations, beyond which the kernel is ignored.
    /// There, the kernel is smaller than the rounding error of its maximum.
    private static let farthest = 72.0

    /// Creates the density with Scott's bandwidth, n^(−1/6) standard deviations; `nil` if the points do not determine a
    /// bandwidth.
    init?(_ points: [(x: Double, y: Double)]) {
        let count = Double(points.count)
        guard count > 1 else { return nil }
        let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let (x, y) = (point.x - meanX, point.y - meanY)
            xx += x * x
            xy += x * y
            yy += y * y
        }
        let scale = Double.pow(count, -1.0 / 3) / (count - 1)
        (xx, xy, yy) = (xx * scale, xy * scale, yy * scale)
        let determinant = xx * yy - xy * xy
        // A smaller determinant can result from rounding errors alone.
        guard determinant > 1e-14 * xx * yy, determinant.isFinite else { return nil }
        self.points = points
        inverse = (yy / determinant, -xy / determinant, xx / determinant)
    }

    /// Returns the point of the grid with the largest density. If several points have this density, the first one is
    /// returned. O(points · grid).
    func mode() -> (x: Double, y: Double) {
        let (xs, ys) = (Self.axis(points.map(\.x)), Self.axis(points.map(\.y)))
        var density = [Double](repeating: 0, count: Self.gridCount * Self.gridCount)
        for point in points { add(point, xs, ys, to: &density) }
        let best = density.indices.max { density[$0] < density[$1] } ?? 0
        let first = density.firstIndex(of: density[best]) ?? best
        return (xs[first / Self.gridCount], ys[first % Self.gridCount])
    }

    private static func axis(_ values: [Double]) -> [Double] {
        let (low, high) = ((values.min() ?? 0) - border, (values.max() ?? 0) + border)
        return (0..<gridCount).map { low + Double($0) * (high - low) / Double(gridCount - 1) }
    }

    /// Adds the kernel of a point. Along a row of the grid, the logarithm of the kernel is a parabola, so the quotient
    /// of neighbouring values changes by a constant factor.
    private func add(_ point: (x: Double, y: Double), _ xs: [Double], _ ys: [Double], to density: inout [Double]) {
        let step = ys[1] - ys[0]
        let change = Double.exp(-inverse.yy * step * step)
        for (row, x) in xs.enumerated() {
            let dx = x - point.x
            let centre = point.y - inverse.xy / inverse.yy * dx
            let least = (inverse.xx - inverse.xy * inverse.xy / inverse.yy) * dx * dx
            guard least < Self.farthest else { continue }
            let width = ((Self.farthest - least) / inverse.yy).squareRoot()
            let first = max(0, Int(((centre - width - ys[0]) / step).rounded(.up)))
            let last = min(ys.count - 1, Int(((centre + width - ys[0]) / step).rounded(.down)))
            guard first <= last else { continue }
            let dy = ys[first] - centre
            var value = Double.exp(-(least + inverse.yy * dy * dy) / 2)
            var quotient = Double.exp(-inverse.yy * step * (dy + step / 2))
            for index in (row * ys.count + first)...(row * ys.count + last) {
                density[index] += value
                value *= quotient
                quotient *= change
            }
        }
    }
}

/// The points of the competition EvAAL of 2013, as defined in the framework of Potortì et al. 2017, doi:10.3390/s17102327.
public enum EvaalScore {
    /// Returns the points from 0 to 10 for the third quartile of the errors in metres.
    public static func points(ofThirdQuartile quartile: Metres) -> Double {
        switch quartile {
        case ...0.5: 10
        case ...2: 10 - 4 * (quartile - 0.5)
        case ...4: 2 * (4 - quartile)
        default: 0
        }
    }
}
