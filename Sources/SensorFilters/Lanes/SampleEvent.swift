import SensorModel

/// What a ``SampleGate`` sends.
enum SampleEvent: Sendable {
    case reset
    case begin(rate: Vector3)
    case rate(TimedSample, interval: Seconds)
    case acceleration(TimedSample)
    case field(TimedSample)
}

/// The events of a ``SampleGate``.
struct SampleRecorder: SampleSink, EventRecorder {
    var events: [SampleEvent] = []

    mutating func reset() { events.append(.reset) }
    mutating func begin(rate: Vector3) { events.append(.begin(rate: rate)) }
    mutating func update(rate: TimedSample, over interval: Seconds) { events.append(.rate(rate, interval: interval)) }
    mutating func update(acceleration: TimedSample) { events.append(.acceleration(acceleration)) }
    mutating func update(field: TimedSample) { events.append(.field(field)) }
}

extension SampleSink {
    /// Receives a recorded event.
    @inline(__always) mutating func apply(_ event: SampleEvent) {
        switch event {
        case .reset: reset()
        case .begin(let rate): begin(rate: rate)
        case .rate(let sample, let interval): update(rate: sample, over: interval)
        case .acceleration(let sample): update(acceleration: sample)
        case .field(let sample): update(field: sample)
        }
    }
}

extension VQFState: LaneState where Number == Lanes {}
extension SelfCalibratingState: LaneState where Number == Lanes {}
