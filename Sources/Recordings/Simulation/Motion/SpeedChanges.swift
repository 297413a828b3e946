import SensorModel

/// A quantity whose rate goes from one constant to another, smoothly: a vehicle that pulls away, travels and stops.
///
/// The rate follows the minimum-jerk profile; its integral is 2.5u⁴ − 3u⁵ + u⁶ of the change's duration.
struct SpeedChanges: Sendable {
    private let changes: [Moves.Move]
    /// Value and rate when a change begins.
    private let before: [(value: Double, rate: Double)]

    /// - Parameter changes: of the rate, in order, none beginning before the last has ended. At first the quantity
    ///   is 0 and rests.
    init(_ changes: [Moves.Move]) {
        self.changes = changes
        var (value, rate, time) = (0.0, 0.0, 0.0)
        before = changes.map { change in
            let start = (value: value + rate * (change.start - time), rate: rate)
            value = start.value + (rate + change.change / 2) * change.duration
            rate += change.change
            time = change.end
            return start
        }
    }

    func jet(at time: Seconds) -> Jet {
        let following = changes.firstIndexOfPartition { $0.start > time }
        guard following > 0 else { return .zero }
        let (change, start) = (changes[following - 1], before[following - 1])
        let elapsed = time - change.start
        let u = min(1, elapsed / change.duration)
        let integral = u * u * u * u * (2.5 - 3 * u + u * u) * change.duration + max(0, time - change.end)
        let shape = Moves.minimumJerk(time, from: change.start, in: change.duration)
        return Jet(
            start.value + start.rate * elapsed + change.change * integral,
            start.rate + change.change * shape.value,
            change.change * shape.rate
        )
    }
}
