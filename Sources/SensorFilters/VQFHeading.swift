import SensorModel

/// VQF's heading correction: a first-order filter of the angle between the almost-inertial frame's second axis and
/// magnetic north.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
struct VQFHeading: Sendable {
    private let timeConstant: Seconds
    /// δ, about Up.
    private(set) var offset = Angle.zero
    private var gain = 1.0
    private var interval = 0.0
    /// 1/N for the Nth sample; nil when the filter's own gain is all that is left.
    private var initialGain: Double? = 1

    init(timeConstant: Seconds) {
        self.timeConstant = timeConstant
    }

    mutating func sample(every interval: Seconds) {
        self.interval = interval
        // k = 1 − exp(−T/τ)
        gain = VQFHeading.gain(timeConstant: timeConstant, interval: interval)
    }

    /// Pulls the offset towards where the field points, given in the frame that the inclination correction leads to.
    ///
    /// - Parameter trust: what the gain is multiplied by: 0 for a field that is rejected. The mean over the first
    ///   samples takes in all of them.
    mutating func correct(field: Vector3, trust: Double) {
        let error = (field.bearing - offset).wrapped
        var k = gain * trust
        if let first = initialGain {
            // k ≥ 1/N: at first the offset is the mean of all angles
            k = max(k, first)
            let next = first / (first + 1)
            initialGain = next * timeConstant < interval ? nil : next
        }
        offset = Angle(radians: offset.radians + k * error.radians).wrapped
    }

    static func gain(timeConstant: Seconds, interval: Seconds) -> Double {
        timeConstant > 0 ? ExponentialSmoothing.weight(interval: interval, timeConstant: timeConstant) : 1
    }
}
