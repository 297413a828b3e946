import SensorModel

/// An event of an estimator that advances at gyroscope samples.
enum RateEvent<Input: RateInput>: Sendable {
    case start(UnitQuaternion, Input)
    case step(rate: Vector3, input: Input, interval: Seconds)
}

/// The events of a ``RateGate``.
struct RateRecorder<Input: RateInput>: RateSink, EventRecorder {
    var events: [RateEvent<Input>] = []
    var output: Void { () }

    mutating func start(at triad: UnitQuaternion, _ input: Input) { events.append(.start(triad, input)) }

    mutating func step(rate: Vector3, input: Input, over interval: Seconds) {
        events.append(.step(rate: rate, input: input, interval: interval))
    }
}

extension RateState: LaneState where Equations.Number == Lanes {
    @inline(__always) mutating func apply(_ event: RateEvent<Equations.Input>) {
        switch event {
        case .start(let triad, let input): _ = start(at: triad, input)
        case .step(let rate, let input, let interval): _ = step(rate: rate, input: input, over: interval)
        }
    }

    @inline(__always) mutating func currentOrientation() -> Rotation<Lanes> { orientation }
}
