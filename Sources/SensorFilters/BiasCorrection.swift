public import SensorModel

/// Takes a constant off a sensor's vectors: one that is given, or the mean of the stream's first rest.
///
/// `y_n = x_n − b`, with b known from a calibration, or b the mean over the first stretch of a given length in which
/// the standard deviation of the samples stays below a threshold: for a gyroscope, which reads its bias at rest. Until
/// then the samples pass as they are: the filter is causal and holds nothing back.
///
/// Latency: none. O(1) time and memory per sample.
public struct BiasCorrection: Filter {
    /// Where the constant comes from.
    public enum Offset: Sendable, Hashable {
        /// It is known, in the sensor's unit.
        case given(Vector3)
        /// It is the mean over the first `duration` in which the samples' standard deviation, √(Σ|x − x̄|²/n), stays
        /// below `threshold`. A longer stretch gives a better mean and is found more seldom; a larger threshold takes
        /// motion for rest.
        case rest(duration: Seconds, threshold: Double)
    }

    public let source: Offset
    public let maximumGap: Seconds
    public var intake = Intake<Vector3>()
    /// What is taken off; nil until it is known.
    public private(set) var offset: Vector3?
    private var stretch = Stretch()

    /// - Parameters:
    ///   - source: where the constant comes from.
    ///   - maximumGap: a gap longer than this ends the stretch that is being looked at; a constant once found stays. 1
    ///     s by default.
    public init(_ source: Offset, maximumGap: Seconds = 1) {
        self.source = source
        self.maximumGap = maximumGap
        if case .given(let offset) = source { self.offset = offset }
    }

    public mutating func start(with value: Vector3) -> Vector3 {
        stretch = Stretch(first: value)
        return corrected(value)
    }

    public mutating func advance(to value: Vector3, over interval: Seconds) -> Vector3 {
        if offset == nil, case .rest(let duration, let threshold) = source {
            stretch.add(value, over: interval)
            if stretch.deviation >= threshold {
                stretch = Stretch(first: value)
            } else if stretch.duration >= duration {
                offset = stretch.mean
                // This sample was part of the rest: it is corrected from the next one on.
                return value
            }
        }
        return corrected(value)
    }

    public mutating func reset() {
        self = BiasCorrection(source, maximumGap: maximumGap)
    }

    private func corrected(_ value: Vector3) -> Vector3 {
        guard let offset else { return value }
        return value - offset
    }
}

extension BiasCorrection {
    /// Mean and variance of samples as they come: Welford 1962, doi:10.1080/00401706.1962.10490022.
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
                "Instead of x, y, z: subtract the mean of the first rest of this length."
            ),
            .number(
                "restThreshold",
                \.restThreshold,
                in: .aboveZero,
                "Standard deviation below which the sensor is at rest, in its unit; larger takes motion for rest."
            ),
            .maximumGap(\.maximumGap),
        ]

    /// Checks that a SPEC sets either the bias or the length of the rest.
    static func resolve(_ values: inout ParameterValues) throws(ParameterError) {
        let given = ["x", "y", "z"].filter(values.isGiven)
        guard values.isGiven("rest"), let axis = given.first else { return }
        throw ParameterError(
            found: "\(axis) and rest of bias together",
            expected: "x, y and z, or rest",
            remedy: "remove one of them"
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
        summary: "Subtracts a constant from a sensor: a known bias, or the mean of its first rest.",
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
