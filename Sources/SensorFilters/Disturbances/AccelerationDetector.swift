package import SensorModel

/// Decides for each accelerometer sample whether an estimator uses it: not while the device accelerates.
///
/// A sample is ignored if the mean of | |a| − g | over a window is above a threshold. A window of 0 s contains the sample
/// alone. O(samples in the window) time and memory per sample.
package struct AccelerationDetector: Sendable {
    private let threshold: Double?
    private let window: Seconds
    private let gravity: Double
    /// The ages of the samples in the window and | |a| − g |, oldest first.
    private var samples: [(age: Seconds, difference: Double)] = []

    package init(_ parameters: DisturbanceRejection) {
        threshold = parameters.accelerationThreshold
        window = parameters.accelerationWindow
        gravity = parameters.gravity
        reset()
    }

    /// Whether a sample with this length in m/s² is used.
    ///
    /// - Parameter interval: the time since the last sample.
    package mutating func accepts(_ length: Double, after interval: Seconds) -> Bool {
        guard let threshold else { return true }
        let difference = abs(length - gravity)
        guard window > 0 else { return difference <= threshold }
        for index in samples.indices { samples[index].age += interval }
        samples.removeAll { $0.age > window }
        samples.append((0, difference))
        return samples.reduce(0) { $0 + $1.difference } / Double(samples.count) <= threshold
    }

    /// Forgets all samples. A window starts with one at rest.
    package mutating func reset() {
        samples = [(0, 0)]
    }
}
