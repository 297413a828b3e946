import SensorModel

/// The errors of estimates in lanes, added up as they come: the whole angle, the part about Up and the part about a
/// horizontal axis, as ``AccuracyEvaluation`` has them.
struct LaneErrors<Numbers: NumberLanes> {
    /// Which of the angles are wanted.
    struct Parts {
        let total: Bool
        let heading: Bool
        let inclination: Bool
    }

    /// What is added up is a quarter of an angle.
    private static var scale: Double { 4 }

    private let parts: Parts
    private var total = AngleSums<Numbers>()
    private var heading = AngleSums<Numbers>()
    private var inclination = AngleSums<Numbers>()

    init(_ parts: Parts) {
        self.parts = parts
    }

    /// Adds one error q̂ ⊗ q*.
    ///
    /// Angles are 2 arctan(s/c) with s, c ≥ 0, which is 4 arctan(s/(c + √(s² + c²))): no ratio is above 1, and none is
    /// rounded away where s is small.
    @inline(__always)
    mutating func add(_ error: LaneQuaternion<Numbers>) {
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
        // Half a turn about a horizontal axis has neither w nor z, and no heading: the scalar atan2 gives 0, too.
        if parts.heading {
            let cosine = (error.w.magnitude + upright).larger(Numbers(repeating: .leastNonzeroMagnitude))
            heading.add(ArcTangent.angle(ofRatio: error.z.magnitude / cosine))
        }
    }

    mutating func closeBlock() {
        total.closeBlock()
        heading.closeBlock()
        inclination.closeBlock()
    }

    /// Sets what is wanted of one lane.
    ///
    /// - Parameter count: how many errors there were, at least one.
    func set(lane: Int, count: Int, in metrics: inout MetricValues) {
        func set(_ sums: AngleSums<Numbers>, _ rmse: MetricName, _ mean: MetricName, _ max: MetricName) {
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
