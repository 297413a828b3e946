public import SensorModel

/// The median of the last n samples, or of all samples if there are fewer. Each component of vectors has its own
/// median.
///
/// Stevense & van der Tak 2010, appendix C.3.1. The median of an even number of samples is the mean of the two middle
/// samples. For headings, the catalogue's filter returns the median direction. Orientations are not supported, because
/// they have no order.
///
/// The median of vectors depends on the choice of axes: the filter commutes only with rotations that map axes to axes.
/// Latency on a ramp: (n − 1)/2 samples. O(log n) time per sample, O(n) memory.
///
/// ```swift
/// var filter = MovingMedian<Double>(WindowParameters(window: 5))
/// let median = filter.update(9.81, at: 0.01)
/// ```
public struct MovingMedian<Value: ElementwiseValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = WindowParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var medians: [RunningMedian]

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.medians = (0..<Value.elementCount).map { _ in RunningMedian(capacity: parameters.window) }
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        for index in medians.indices { medians[index].removeAll() }
        return append(value)
    }

    /// Appends the sample and returns the median of the window.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        append(value)
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Vector3)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    private mutating func append(_ value: Value) -> Value {
        Value(elements: { medians[$0].append(value.element($0)) })
    }
}

/// The median of the last n headings.
///
/// Each heading is unwrapped to within 180° of the last output; the output is the median of these angles. If all
/// headings of the window are within a half circle, the result is the median direction of Fisher 1993, equations 2.32
/// and 2.33.
struct MovingMedianOfHeadings: DeclaredFilter {
    let parameters: WindowParameters
    var intake = Intake<Heading>()
    private var angles: RunningMedian
    private var origin = Heading(degrees: 0)
    /// The last output, in degrees from `origin`.
    private var last = 0.0

    init(_ parameters: WindowParameters) {
        self.parameters = parameters
        angles = RunningMedian(capacity: parameters.window)
    }

    mutating func start(with value: Heading) -> Heading {
        angles.removeAll()
        origin = value
        last = angles.append(0)
        return value
    }

    mutating func advance(to value: Heading, over interval: Seconds) -> Heading {
        last = angles.append(Heading.unwrapped(origin.displacement(to: value), near: last))
        return origin.moved(by: last)
    }
}

extension FilterEntry {
    static let movingMedian = FilterEntry(
        name: "movingMedian",
        summary: "Median of the last samples, element by element.",
        source: "Stevense & van der Tak 2010, appendix C.3.1; for headings Fisher 1993",
        parameters: WindowParameters.declarations(summary: "Samples in the window; more is smoother, but slower.")
            .descriptors(defaults: .defaults),
        dependsOnAxes: true,
        scalar: { MovingMedian(WindowParameters($0)) },
        heading: { MovingMedianOfHeadings(WindowParameters($0)) },
        vector: { MovingMedian(WindowParameters($0)) }
    )
}
