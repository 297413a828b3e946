import SensorModel

/// An event of ``VQF``.
enum VQFEvent: Sendable {
    case reset
    case begin(rate: Vector3)
    case rate(VQFSample, interval: Seconds)
    case acceleration(VQFSample)
    case field(VQFSample)
}

/// The events of a ``VQFGate``.
struct VQFRecorder: VQFSink, EventRecorder {
    var events: [VQFEvent] = []

    mutating func reset() { events.append(.reset) }
    mutating func begin(rate: Vector3) { events.append(.begin(rate: rate)) }
    mutating func update(rate: VQFSample, over interval: Seconds) { events.append(.rate(rate, interval: interval)) }
    mutating func update(acceleration: VQFSample) { events.append(.acceleration(acceleration)) }
    mutating func update(field: VQFSample) { events.append(.field(field)) }
}

extension VQFSink {
    /// Receives a recorded event.
    @inline(__always) mutating func apply(_ event: VQFEvent) {
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
