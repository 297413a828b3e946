import RealModule
import SensorFilters
import SensorModel

/// Combines fixes with the steps of a walker in an extended Kalman filter (Kalman 1960, doi:10.1115/1.3662552).
///
/// The state consists of the position, the angle between the device and the direction of travel, and the scale of step
/// lengths. How the walker carries the device is unknown at first, so the angle can have any value. A bank of filters
/// therefore starts at different angles; the likelihood of the fixes weights the filters (Bar-Shalom et al. 2001,
/// doi:10.1002/0471221279, section 11.6.2). The estimate is the weighted mean, and its variance includes the
/// differences between the filters. O(filters) time and memory per step and fix.
struct WalkKalman: Sendable {
    /// The parameters of the filter.
    struct Parameters: Sendable, Hashable {
        /// The standard deviation of the position along each axis, in metres, after a walk of one metre. The standard
        /// deviation grows with the square root of the distance.
        var drift: Double
        /// The accuracy in metres that is assumed for a fix without a claimed accuracy.
        var missingAccuracy: Metres
        /// The factor by which claimed accuracies are multiplied.
        var accuracyFactor: Double
        /// The standard deviation of the initial angle between the device and the direction of travel.
        var offsetDeviation: Angle
        /// The drift of the angle between the device and the direction of travel: the standard deviation after a walk
        /// of one metre. The deviation grows with the square root of the distance.
        var offsetDrift: Angle
        /// The standard deviation of the initial scale of step lengths.
        var scaleDeviation: Double
    }

    /// The maximum difference, in radians, between the initial angles of neighbouring filters. Within an interval of
    /// this size, an extended Kalman filter converges.
    private static let largestInterval = Double.pi / 6
    /// The upper limit for the squared innovation, divided by its variance, in the computation of the filters' weights.
    /// The limit prevents a single wrong fix from determining the weights.
    private static let largestInnovation = 9.0
    /// The weight, relative to the largest weight, below which a filter is removed.
    private static let smallestWeight = 1e-6

    let parameters: Parameters
    private var filters: [Filter] = []
    private var height: (position: Metres, variance: Double)?

    init(_ parameters: Parameters) { self.parameters = parameters }

    /// A Boolean value that indicates whether the position is known.
    var isLocated: Bool { !filters.isEmpty }

    /// Sets the position, and keeps the angle and the scale at their initial values.
    ///
    /// Steps then move the walker in the direction of the device, and ``correct(with:)`` must not be called.
    mutating func start(at fix: PositionEstimate) -> PositionEstimate? {
        var fixed = parameters
        (fixed.offsetDeviation, fixed.offsetDrift, fixed.scaleDeviation) = (.zero, .zero, 0)
        begin(at: fix, with: fixed)
        return estimate
    }

    /// Moves the walker by a step, and returns the position; `nil` before the first fix.
    ///
    /// - Parameter step: the step in metres east, north and up, if the walker goes where the device points. The learnt
    ///   offset and scale are applied to this vector.
    mutating func advance(by step: Vector3) -> PositionEstimate? {
        guard isLocated else { return nil }
        let (length, drift) = (Double.hypot(step.x, step.y), parameters.offsetDrift.radians)
        let turning = filters.contains { $0.covariance[2][2] > 0 } ? drift * drift * length : 0
        let variance = parameters.drift * parameters.drift * length
        for index in filters.indices { filters[index].advance(by: step, variance: variance, turning: turning) }
        height?.variance += variance
        return estimate
    }

    /// Corrects the state with a fix, and returns the position.
    mutating func correct(with fix: PositionEstimate) -> PositionEstimate? {
        guard isLocated else {
            begin(at: fix, with: parameters)
            return estimate
        }
        let deviation = deviation(of: fix)
        for index in filters.indices {
            filters[index].correct(with: fix.position, variance: deviation * deviation, limit: Self.largestInnovation)
        }
        let best = filters.map(\.logWeight).max() ?? 0
        for index in filters.indices { filters[index].logWeight -= best }
        filters.removeAll { $0.logWeight < Double.log(Self.smallestWeight) }
        if fix.hasHeight {
            let own = fix.verticalDeviation ?? parameters.missingAccuracy
            let before = height ?? (fix.position.z, .infinity)
            let gain = before.variance.isFinite ? before.variance / (before.variance + own * own) : 1
            let position = before.position + gain * (fix.position.z - before.position)
            height = (position, gain * own * own)
        }
        return estimate
    }

    /// The calibration of the walker; `nil` before the first fix.
    ///
    /// `offset` is the clockwise angle from the direction of the device to the direction of travel. `scale` is the
    /// scale of step lengths. Both have a standard deviation.
    var calibration: (offset: Angle, offsetDeviation: Angle, scale: Double, scaleDeviation: Double)? {
        guard isLocated else { return nil }
        let (weights, total) = weights
        var (sine, cosine, scale) = (0.0, 0.0, 0.0)
        for (filter, weight) in zip(filters, weights) {
            sine += weight * Double.sin(filter.offset)
            cosine += weight * Double.cos(filter.offset)
            scale += weight / total * filter.scale
        }
        let offset = Angle(ofPoint: cosine, sine)
        var (offsets, scales) = (0.0, 0.0)
        for (filter, weight) in zip(filters, weights) {
            let difference = (Angle(radians: filter.offset) - offset).wrapped.radians
            offsets += weight / total * (filter.covariance[2][2] + difference * difference)
            scales += weight / total * (filter.covariance[3][3] + (filter.scale - scale) * (filter.scale - scale))
        }
        return (offset, Angle(radians: offsets.squareRoot()), scale, scales.squareRoot())
    }

    private func deviation(of fix: PositionEstimate) -> Metres {
        let claimed = fix.horizontalDeviation ?? PositionEstimate.deviation(ofRadius: parameters.missingAccuracy)
        return parameters.accuracyFactor * claimed
    }

    private mutating func begin(at fix: PositionEstimate, with parameters: Parameters) {
        let wanted = parameters.offsetDeviation.radians
        // The initial angles cover two standard deviations on either side of 0, but at most the full circle.
        let reach = min(2 * wanted, .pi)
        let count = wanted <= Self.largestInterval ? 1 : Int((2 * reach / Self.largestInterval).rounded(.up))
        let interval = 2 * reach / Double(count)
        let deviation = deviation(of: fix)
        filters = (0..<count).map { index in
            let offset = count == 1 ? 0 : -reach + (Double(index) + 0.5) * interval
            return Filter(
                position: fix.position,
                variance: deviation * deviation,
                offset: offset,
                offsetDeviation: count == 1 ? wanted : interval / 2,
                scaleDeviation: parameters.scaleDeviation,
                // If every angle is possible, all angles are equally likely.
                logWeight: reach < .pi && wanted > 0 ? -offset * offset / (2 * wanted * wanted) : 0
            )
        }
        let own = fix.verticalDeviation ?? parameters.missingAccuracy
        height = fix.hasHeight ? (fix.position.z, own * own) : nil
    }

    private var weights: (each: [Double], total: Double) {
        let weights = filters.map { Double.exp($0.logWeight) }
        return (weights, weights.reduce(0, +))
    }

    private var estimate: PositionEstimate? {
        guard isLocated else { return nil }
        let (weights, total) = weights
        var mean = SIMD2<Double>.zero
        for (filter, weight) in zip(filters, weights) { mean += weight / total * filter.position }
        var variance = 0.0
        for (filter, weight) in zip(filters, weights) {
            let difference = filter.position - mean
            let own = (filter.covariance[0][0] + filter.covariance[1][1]) / 2
            variance += weight / total * (own + (difference * difference).sum() / 2)
        }
        return PositionEstimate(
            position: Vector3(mean.x, mean.y, height?.position ?? 0),
            hasHeight: height != nil,
            horizontalDeviation: variance.squareRoot(),
            verticalDeviation: height?.variance.squareRoot()
        )
    }

    /// An extended Kalman filter of position (m), angle (rad) and scale.
    private struct Filter: Sendable {
        private(set) var position: SIMD2<Double>
        /// The angle from the direction of the device to the direction of travel, clockwise, in radians.
        private(set) var offset: Double
        private(set) var scale = 1.0
        /// The rows of the symmetric covariance.
        private(set) var covariance: [SIMD4<Double>]
        /// The logarithm of the filter's weight in the bank of filters, up to a constant.
        var logWeight: Double

        init(
            position: Vector3,
            variance: Double,
            offset: Double,
            offsetDeviation: Double,
            scaleDeviation: Double,
            logWeight: Double
        ) {
            self.position = SIMD2(position.x, position.y)
            self.offset = offset
            self.logWeight = logWeight
            covariance = [
                SIMD4(variance, 0, 0, 0), SIMD4(0, variance, 0, 0),
                SIMD4(0, 0, offsetDeviation * offsetDeviation, 0), SIMD4(0, 0, 0, scaleDeviation * scaleDeviation),
            ]
        }

        /// Moves the position by a step. Adds `variance` to the position's variance along each axis, and `turning` to
        /// the angle's variance.
        mutating func advance(by step: Vector3, variance: Double, turning: Double) {
            let (sine, cosine) = (Double.sin(offset), Double.cos(offset))
            let along = SIMD2(cosine * step.x + sine * step.y, cosine * step.y - sine * step.x)
            position += scale * along
            // The derivatives of the motion with respect to angle and scale. A clockwise rotation turns north to east.
            let byAngle = scale * SIMD2(along.y, -along.x)
            for row in 0..<2 { covariance[row] += byAngle[row] * covariance[2] + along[row] * covariance[3] }
            for row in 0..<4 {
                let (angle, scale) = (covariance[row][2], covariance[row][3])
                covariance[row][0] += byAngle.x * angle + along.x * scale
                covariance[row][1] += byAngle.y * angle + along.y * scale
            }
            covariance[0][0] += variance
            covariance[1][1] += variance
            covariance[2][2] += turning
        }

        /// Corrects the state with a fix that has the given variance along each axis, and multiplies the filter's
        /// weight by the likelihood of the fix.
        mutating func correct(with fix: Vector3, variance: Double, limit: Double) {
            let innovation = SIMD2(fix.x, fix.y) - position
            let (a, b, d) = (covariance[0][0] + variance, covariance[0][1], covariance[1][1] + variance)
            let determinant = a * d - b * b
            guard determinant > 0 else { return }
            let weighted = SIMD2(d * innovation.x - b * innovation.y, a * innovation.y - b * innovation.x) / determinant
            let squared = (innovation * weighted).sum()
            logWeight -= (Double.log(determinant) + min(squared, limit)) / 2
            let (east, north) = (covariance[0], covariance[1])
            let change = weighted.x * east + weighted.y * north
            position += SIMD2(change.x, change.y)
            offset += change.z
            scale += change.w
            let first = (d * east - b * north) / determinant
            let second = (a * north - b * east) / determinant
            for row in 0..<4 { covariance[row] -= east[row] * first + north[row] * second }
        }
    }
}
