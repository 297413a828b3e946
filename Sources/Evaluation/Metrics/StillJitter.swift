import SensorModel

/// The motion of the estimate while the device is at rest: the RMS angle between the estimate and its mean in each
/// rest.
enum StillJitter {
    static func measure(_ estimates: Estimates, motion: ReferenceMotion, into metrics: inout MetricValues) {
        var squares = CompensatedSum(0)
        var count = 0
        for (mean, inside) in estimates.grouped(byRests: motion.rests) {
            for orientation in inside {
                let angle = orientation.angle(to: mean).radians
                squares.add(angle * angle)
            }
            count += inside.count
        }
        guard motion.rootMeanSquareSpeed != nil else {
            return metrics.setUnmeasured(.stillRMS, because: ReferenceMotion.reasonWithoutSpeed)
        }
        guard count > 0 else {
            return metrics.setUnmeasured(
                .stillRMS,
                because: "the reference never rests (slower than 2 deg/s for 0.5 s) while there are estimates"
            )
        }
        metrics.set(.stillRMS, to: Angle(radians: (squares.value / Double(count)).squareRoot()).degrees)
    }
}
