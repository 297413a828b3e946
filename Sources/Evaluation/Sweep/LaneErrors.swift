import SensorModel

/// The sums of the errors of estimates in lanes: the whole angle, the part about Up and the part about a horizontal
/// axis, as ``AccuracyEvaluation`` defines them.
struct LaneErrors {
    /// The angles to compute.
    struct Parts {
        let total: Bool
        let heading: Bool
        let inclination: Bool
    }

    /// The sums are over quarters of angles.
    private static let scale = 4.0

    private let parts: Parts
    private var total = AngleSums()
    private var heading = AngleSums()
    private var inclination = AngleSums()

    init(_ parts: Parts) {
        self.parts = parts
    }

    /// Adds one error q̂ ⊗ q*.
    ///
    /// Angles are 2 arctan(s/c) with s, c ≥ 0, which is 4 arctan(s/(c + √(s² + c²))): no ratio is above 1, and small
    /// s lose no digits.
    @inline(__always)
    mutating func add(_ error: HamiltonQuaternion<Lanes>) {
        let upright = (error.w * error.w + error.z * error.z).squareRoot()
        if parts.total || parts.inclination {
            let length = error.lengthSquared.squareRoot()
            if parts.total {
                let sine = (error.x * error.x + error.y * error.y + error.z * error.z).squareRoot()
                total.add(ArcTangent.angle(ofRatio: sine / (error.w.magnitude + length)))
            }
            if parts.inclination {
                let sine = (error.x * error.x + error.y * error.y).squareRoot()
                inclination.add(ArcTangent.angle(ofRatio: sine / (upright + length)))
            }
        }
        // Half a turn about a horizontal axis has neither w nor z, and no heading: the scalar atan2 also gives 0.
        if parts.heading {
            let cosine = (error.w.magnitude + upright).larger(Lanes(repeating: .leastNonzeroMagnitude))
            heading.add(ArcTangent.angle(ofRatio: error.z.magnitude / cosine))
        }
    }

    /// Ends a block of errors.
    mutating func closeBlock() {
        total.closeBlock()
        heading.closeBlock()
        inclination.closeBlock()
    }

    /// Sets the metrics of one lane.
    ///
    /// - Parameters:
    ///   - lane: the lane, counted from 0.
    ///   - count: the number of errors, at least one.
    ///   - metrics: the values to set.
    func set(lane: Int, count: Int, in metrics: inout MetricValues) {
        func set(_ sums: AngleSums, _ rmse: MetricName, _ mean: MetricName, _ max: MetricName) {
            let figures = sums.figures(lane: lane, count: count, scale: Self.scale)
            metrics.set(rmse, to: figures.rmse.degrees)
            metrics.set(mean, to: figures.mean.degrees)
            metrics.set(max, to: figures.max.degrees)
        }
        if parts.total { set(total, .totalRMSE, .totalMean, .totalMax) }
        if parts.heading { set(heading, .headingRMSE, .headingMean, .headingMax) }
        if parts.inclination { set(inclination, .inclinationRMSE, .inclinationMean, .inclinationMax) }
    }
}
