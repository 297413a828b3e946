public import SensorModel

/// A filter that subtracts a constant bias from a sensor's vectors. The bias is given, or it is the mean of the samples
/// during the first rest.
///
/// `y_n = x_n − b`. The bias b comes from a calibration or from the first rest, because a gyroscope at rest measures
/// its bias. A rest is an interval of a given length in which the standard deviation of the samples is below a
/// threshold. Before the end of the first rest, samples pass unchanged.
///
/// The filter has no latency. O(1) time and memory per sample.
///
/// ```swift
/// var filter = BiasCorrection(.rest(duration: 2, threshold: 0.02))
/// let rate = filter.update(Vector3(0.01, 0, 0.002), at: 0.01)
/// ```
public struct BiasCorrection: Filter {
    /// The source of the bias.
    public enum Offset: Sendable, Hashable {
        /// A known bias, in the unit of the sensor.
        case given(Vector3)
        /// The mean over the first interval of `duration` seconds in which the standard deviation of the samples, √(Σ|x
        /// − x̄|²/n), is below `threshold`. A longer interval gives a better mean, but occurs less often. With a larger
        /// threshold, motion may be mistaken for rest.
        case rest(duration: Seconds, threshold: Double)
    }

    /// The source of the bias.
    public let source: Offset
    /// The longest interval between two samples within a rest, in seconds.
    public let maximumGap: Seconds
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Vector3>()
    /// The bias; `nil` until the end of the first rest.
    public private(set) var offset: Vector3?
    private var stretch = Stretch()

    /// Creates a filter in the initial state.
    ///
    /// - Parameters:
    ///   - source: the source of the bias.
    ///   - maximumGap: the longest interval between two samples within a rest. A longer interval restarts the search
    ///     for a rest, but does not change a known bias.
    public init(_ source: Offset, maximumGap: Seconds = 1) {
        self.source = source
        self.maximumGap = maximumGap
        if case .given(let offset) = source { self.offset = offset }
    }

    /// Restarts the search for a rest with this sample, and returns the corrected sample.
    public mutating func start(with value: Vector3) -> Vector3 {
        stretch = Stretch(first: value)
        return corrected(value)
    }

    /// Continues the search for a rest if the bias is unknown, and returns the corrected sample.
    public mutating func advance(to value: Vector3, over interval: Seconds) -> Vector3 {
        if offset == nil, case .rest(let duration, let threshold) = source {
            stretch.add(value, over: interval)
            if stretch.deviation >= threshold {
                stretch = Stretch(first: value)
            } else if stretch.duration >= duration {
                offset = stretch.mean
                // This sample is part of the rest. The correction starts with the next sample.
                return value
            }
        }
        return corrected(value)
    }

    /// Discards all samples and the bias that was measured at rest, and sets all counts to zero.
    public mutating func reset() {
        self = BiasCorrection(source, maximumGap: maximumGap)
    }

    private func corrected(_ value: Vector3) -> Vector3 {
        guard let offset else { return value }
        return value - offset
    }
}

extension BiasCorrection {
    /// The mean and variance of consecutive samples, updated with each sample: Welford 1962,
    /// doi:10.1080/00401706.1962.10490022.
    private struct Stretch: Sendable {
        private(set) var mean = Vector3.zero
        private(set) var duration: Seconds = 0
        private var count = 0.0
        private var squares = 0.0

        init() {}

        init(first value: Vector3) {
            mean = value
            count = 1
        }

        mutating func add(_ value: Vector3, over interval: Seconds) {
            count += 1
            let before = value - mean
            mean += before * (1 / count)
            squares += before.dot(value - mean)
            duration += interval
        }

        var deviation: Double { count > 0 ? (squares / count).squareRoot() : 0 }
    }
}

private struct BiasParameters: DeclaredParameters {
    var offset = Vector3.zero
    var rest: Seconds?
    var restThreshold = 0.02
    var maximumGap: Seconds = 1

    static let defaults = Self()
    static let declarations: [ParameterDeclaration<Self>] =
        ParameterDeclaration.axes(\.offset.x, \.offset.y, \.offset.z, of: "bias, in the unit of the sensor") + [
            .optionalNumber(
                "rest",
                \.rest,
                .seconds,
                in: .aboveZero,
                "Length of a rest; instead of x, y and z, subtract the mean of the first such rest."
            ),
            .number(
                "restThreshold",
                \.restThreshold,
                in: .aboveZero,
                "Largest standard deviation at rest, in the sensor's unit; larger values may mistake motion for rest."
            ),
            .maximumGap(\.maximumGap),
        ]

    /// Checks that a pipeline specification does not set both the bias and the rest period from which
    /// the bias is computed.
    static func resolve(_ values: inout ParameterValues) throws(InputError) {
        let given = ["x", "y", "z"].filter(values.isGiven)
        guard values.isGiven("rest"), let axis = given.first else { return }
        throw InputError(
            message: "'\(axis)' and 'rest' exclude each other",
            advice: "set 'x', 'y' and 'z', or only 'rest'"
        )
    }

    var filter: BiasCorrection {
        let source = rest.map { BiasCorrection.Offset.rest(duration: $0, threshold: restThreshold) }
        return BiasCorrection(source ?? .given(offset), maximumGap: maximumGap)
    }
}

private struct HardIronParameters: DeclaredParameters {
    var field = Vector3.zero

    static let defaults = Self()
    static let declarations: [ParameterDeclaration<Self>] =
        ParameterDeclaration.axes(\.field.x, \.field.y, \.field.z, of: "magnetic field of the device", in: .microtesla)
}

extension FilterEntry {
    static let bias = FilterEntry(
        name: "bias",
        kind: .calibration(of: [.gyroscope, .accelerometer, .magnetometer]),
        summary: "Subtracts a constant from a sensor: a known bias, or the mean of the first rest.",
        source: "y = x - b",
        parameters: BiasParameters.descriptors,
        resolve: BiasParameters.resolve,
        vector: { BiasParameters($0).filter }
    )

    static let hardIron = FilterEntry(
        name: "hardIron",
        kind: .calibration(of: [.magnetometer]),
        summary: "Subtracts the device's own magnetic field from the magnetometer.",
        source: "y = x - b",
        parameters: HardIronParameters.descriptors,
        vector: { BiasCorrection(.given(HardIronParameters($0).field), maximumGap: .infinity) }
    )
}
