import SensorModel

/// The truth along a motion, one sample after another.
struct ReferenceSampler: IteratorProtocol {
    private let motion: Motion
    private var clock: SampleClock

    init(motion: Motion, rate: Hertz, duration: Seconds) {
        self.motion = motion
        clock = SampleClock(SampleTiming(rate: rate), duration: duration, seed: 0, sensor: "reference")
    }

    mutating func next() -> (stamp: Seconds, value: MotionState)? {
        clock.next().map { ($0.time, motion.state(at: $0.time)) }
    }
}
