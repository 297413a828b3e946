public import SensorModel

/// The output stays where it is until a sample is further from it than a threshold; then it becomes that sample.
///
/// Stevense & van der Tak 2010, appendix C.3.1. Scalars differ by their difference, vectors by its Euclidean length,
/// headings and orientations by the angle between them.
///
/// The first sample is the first output. The output is never further from the input than the threshold. O(1) time and
/// memory per sample.
public struct Step<Value: FilterValue>: Filter {
    public typealias Parameters = StepParameters

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var held: Value?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        held = value
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        // y_n = x_n if |x_n − y_{n−1}| > threshold, y_{n−1} otherwise
        guard let held, held.distance(to: value) <= parameters.threshold else { return start(with: value) }
        return held
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = Step(parameters)
    }
}
