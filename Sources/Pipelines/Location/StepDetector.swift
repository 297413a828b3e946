import RealModule
import SensorFilters
public import SensorModel

/// Detects a walker's steps in the magnitude of the specific force, and estimates their lengths.
///
/// The magnitude is smoothed by two first-order low-passes, and its slow mean is subtracted. A step ends when the
/// result falls below −`threshold` after it exceeded `threshold`. The magnitude does not depend on how the device is
/// held. O(1) time and memory per sample.
///
/// ```swift
/// var detector = StepDetector(StepDetector.Parameters())
/// if let length = detector.update(Vector3(0.1, 0.4, 11.2), at: 0.02) { distance += length }
/// ```
public struct StepDetector: Sendable {
    /// The models of the length of a step.
    public enum LengthModel: String, Sendable, CaseIterable {
        /// K · (a_max − a_min)^¼, where a is the smoothed magnitude of the specific force (Weinberg 2002, Analog
        /// Devices AN-602).
        case weinberg
        /// The step length K · (mean of ||f| − g|)^⅓, where f is the specific force and g is gravity (Kim et al. 2004,
        /// doi:10.5081/jgps.3.1.273).
        case kim
        /// K · (a_mean − a_min) / (a_max − a_min), where a is the magnitude of the specific force (Scarlett 2007,
        /// Analog Devices AN-900).
        case scarlett
        /// The constant length K.
        case constant

        /// The default of K.
        ///
        /// For each of 466 walks, the true distance was divided by the sum of step lengths with K = 1. The default is
        /// the median of these quotients. The walks are half of the walks in the public repository of Indoor Location
        /// Competition 2.0.
        var defaultFactor: Double {
            switch self {
            case .weinberg: 0.43
            case .kim: 0.47
            case .scarlett: 1.73
            case .constant: 0.66
            }
        }
    }

    /// The parameters of the detector.
    public struct Parameters: DeclaredParameters, Hashable {
        /// The model of the length of a step.
        public var length = LengthModel.weinberg
        /// The factor K of the model; `nil` for the model's default. For `constant` and `scarlett`, K is a length in
        /// metres.
        public var lengthFactor: Double?
        /// The cutoff of both low-passes.
        public var cutoff: Hertz = 3
        /// The threshold for steps, in m/s². In each step, the smoothed magnitude rises above its slow mean by more
        /// than the threshold. The magnitude then falls below the mean by more than the threshold.
        public var threshold = 0.5
        /// The minimum time between two steps.
        public var minimumInterval: Seconds = 0.3
        /// The longest gap between two samples that does not restart the detector.
        public var maximumGap: Seconds = 1

        /// Creates the default parameters.
        public init() {}

        package static let defaults = Self()
        package static let declarations: [ParameterDeclaration<Self>] = [
            .choice("length", \.length, "Model of the length of a step."),
            .optionalNumber(
                "lengthFactor",
                \.lengthFactor,
                in: .aboveZero,
                "Factor K of the model (default: weinberg 0.43, kim 0.47, scarlett 1.73, constant 0.66)."
            ),
            .number("cutoff", \.cutoff, .hertz, in: .aboveZero, "Cutoff of the two low-passes of the magnitude."),
            .number(
                "threshold",
                \.threshold,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Difference from the slow mean that the magnitude exceeds upwards and then downwards in a step."
            ),
            .number("minimumInterval", \.minimumInterval, .seconds, in: .aboveZero, "Minimum time between two steps."),
            .maximumGap(\.maximumGap),
        ]
    }

    /// The statistics of the raw magnitudes since the last step.
    private struct Window: Sendable {
        let start: Seconds
        var count = 0.0
        var sum = 0.0
        var deviations = 0.0
        var minimum = Double.infinity
        var maximum = -Double.infinity

        mutating func add(_ magnitude: Double) {
            count += 1
            sum += magnitude
            deviations += abs(magnitude - Gravity.standard)
            minimum = min(minimum, magnitude)
            maximum = max(maximum, magnitude)
        }
    }

    /// The time constant of the slow mean in seconds: longer than a step, but shorter than changes of the sensor's
    /// scale.
    private static let meanTime: Seconds = 1
    /// The duration in seconds after which the statistics of the raw magnitudes restart, unless a step has begun.
    private static let longestStep: Seconds = 1.5

    /// The parameters, fixed for the life of the detector.
    public let parameters: Parameters
    /// The number of detected steps.
    public private(set) var count = 0
    /// The number of samples that were skipped, because they were not finite or not later than the last sample.
    public private(set) var skipped = 0
    private var smooth: (first: LowPass<Double>, second: LowPass<Double>)
    private var mean: LowPass<Double>
    private var last: Seconds?
    private var lastStep: Seconds?
    private var isRaised = false
    private var (peak, valley) = (0.0, 0.0)
    private var window: Window?

    /// Creates a detector in the initial state.
    public init(_ parameters: Parameters) {
        self.parameters = parameters
        let filter = LowPass<Double>(LowPassParameters(cutoff: parameters.cutoff, maximumGap: parameters.maximumGap))
        smooth = (filter, filter)
        mean = LowPass(
            LowPassParameters(smoothing: .timeConstant(Self.meanTime), maximumGap: parameters.maximumGap)
        )
    }

    /// Processes a sample, and returns the length of the step that ends with it; `nil` between steps. Times must
    /// increase.
    ///
    /// - Parameters:
    ///   - force: the specific force in device axes, in m/s².
    ///   - time: the time of the sample in seconds.
    public mutating func update(_ force: Vector3, at time: Seconds) -> Metres? {
        guard force.isFinite, time > last ?? -.infinity else {
            skipped += 1
            return nil
        }
        let magnitude = force.length
        if let last, time - last > parameters.maximumGap {
            (isRaised, peak, valley, window) = (false, 0, 0, nil)
        }
        last = time
        if window.map({ time - $0.start > Self.longestStep && !isRaised }) ?? true { window = Window(start: time) }
        window?.add(magnitude)
        guard let once = smooth.first.update(magnitude, at: time), let twice = smooth.second.update(once, at: time),
            let slow = mean.update(magnitude, at: time)
        else { return nil }
        return step(at: time, difference: twice - slow)
    }

    private mutating func step(at time: Seconds, difference: Double) -> Metres? {
        guard isRaised else {
            valley = min(valley, difference)
            guard difference > parameters.threshold else { return nil }
            isRaised = true
            peak = difference
            return nil
        }
        peak = max(peak, difference)
        guard difference < -parameters.threshold else { return nil }
        let range = peak - valley
        isRaised = false
        valley = difference
        guard time - (lastStep ?? -.infinity) >= parameters.minimumInterval, let finished = window else { return nil }
        lastStep = time
        count += 1
        window = Window(start: time)
        return length(range: range, finished)
    }

    private func length(range: Double, _ window: Window) -> Metres {
        let factor = parameters.lengthFactor ?? parameters.length.defaultFactor
        switch parameters.length {
        case .weinberg: return factor * Double.pow(range, 0.25)
        case .kim: return factor * Double.root(window.deviations / window.count, 3)
        case .scarlett:
            let spread = window.maximum - window.minimum
            return spread > 0 ? factor * (window.sum / window.count - window.minimum) / spread : 0
        case .constant: return factor
        }
    }
}
