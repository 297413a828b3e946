import SensorModel

/// The motion of the estimate while the device is at rest: the RMS angle between the estimate and its mean in each
/// rest.
enum StillJitter {
    static func measure(_ estimates: Estimates, motion: ReferenceMotion, into metrics: inout MetricValues) {
        let angles = estimates.grouped(byRests: motion.rests).flatMap { mean, inside in
            inside.map { $0.angle(to: mean).radians }
        }
        guard motion.rootMeanSquareSpeed != nil else {
            return metrics.setUnmeasured(.stillRMS, because: ReferenceMotion.reasonWithoutSpeed)
        }
        guard let rootMeanSquare = angles.rootMeanSquare else {
            return metrics.setUnmeasured(
                .stillRMS,
                because: "the reference never rests (slower than 2 deg/s for 0.5 s) while there are estimates"
            )
        }
        metrics.set(.stillRMS, to: Angle(radians: rootMeanSquare).degrees)
    }
}
