public import SensorModel

/// A dead band: the output remains constant until a sample is farther away than a threshold, and then jumps to that
/// sample.
///
/// Stevense & van der Tak 2010, appendix C.3.1. The distance is the absolute difference of scalars, the Euclidean
/// distance of vectors, or the angle between headings or orientations.
///
/// The first sample is the first output. The distance between input and output never exceeds the threshold. O(1) time
/// and memory per sample.
///
/// ```swift
/// var filter = Step<Heading>(StepParameters(threshold: 2))
/// let steady = filter.update(Heading(degrees: 359), at: 0.01)
/// ```
public struct Step<Value: FilterValue>: Filter {
    /// The parameters of the filter.
    public typealias Parameters = StepParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var held: Value?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds { parameters.maximumGap }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        held = value
        return value
    }

    /// Returns the sample if it is farther from the last output than the threshold, and otherwise the last output.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        // y_n = x_n if |x_n − y_{n−1}| > threshold, y_{n−1} otherwise
        guard let held, held.distance(to: value) <= parameters.threshold else { return start(with: value) }
        return held
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// Discards all samples and sets all counts to zero.
    public mutating func reset() {
        self = Step(parameters)
    }
}

/// The parameters of ``Step``.
public struct StepParameters: DeclaredParameters, Hashable {
    /// The largest distance between sample and output, ≥ 0: in degrees for headings and orientations, in the unit of
    /// the values for scalars and vectors. With a larger threshold, the output is steadier, but moves in larger steps.
    /// With 0, the output equals the sample.
    public var threshold: Double
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with a threshold of 2 by default.
    ///
    /// - Precondition: `threshold` ≥ 0.
    public init(threshold: Double = 2, maximumGap: Seconds = 1) {
        precondition(threshold >= 0, "the threshold must not be negative")
        self.threshold = threshold
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "threshold",
            \.threshold,
            .degreesOrOwn,
            in: .zeroOrMore,
            "Distance above which the output jumps, in the unit of the values; larger values are steadier, but coarser."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension FilterEntry {
    static let step = FilterEntry(
        name: "step",
        summary: "Dead band: constant until a sample is farther away than a threshold.",
        source: "Stevense & van der Tak 2010, appendix C.3.1",
        parameters: StepParameters.descriptors,
        scalar: { Step(StepParameters($0)) },
        heading: { Step(StepParameters($0)) },
        vector: { Step(StepParameters($0)) },
        quaternion: { Step(StepParameters($0)) }
    )
}
