public import SensorModel

/// The sample from k samples ago; the first sample while there is none that old.
///
/// Stevense & van der Tak 2010, section 4.1.1, which has it on the accelerometer, in front of the orientation.
///
/// Latency: k samples, whatever the signal. O(1) time per sample, O(k) memory.
public struct Delay<Value: FilterValue>: Filter {
    public typealias Parameters = DelayParameters

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var window: SlidingWindow<Value>

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SlidingWindow(capacity: parameters.samples + 1)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        window.append(value)
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        window.append(value)
        // y_n = x_{n−k}
        return window[0]
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = Delay(parameters)
    }
}
