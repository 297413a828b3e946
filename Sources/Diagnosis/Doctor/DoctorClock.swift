import SensorModel

/// The map of a file's times to the recording's clock: t + offset + rate (t − middle).
struct DoctorClock: Hashable {
    var offset: Seconds = 0
    var rate = 0.0
    var middle: Seconds = 0

    func callAsFunction(_ time: Seconds) -> Seconds { time + offset + rate * (time - middle) }

    /// The offset at the first time of a file, where the keys `clock` and `clock-rate` count from.
    func offset(at first: Seconds) -> Seconds { offset + rate * (first - middle) }
}
