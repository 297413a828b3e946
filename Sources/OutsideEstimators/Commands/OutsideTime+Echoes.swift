package import SensorModel

extension OutsideTime {
    /// Computes the time that a program needs for an orientation, without the time of the connection.
    ///
    /// - Parameters:
    ///   - answers: times in seconds from sending samples to receiving an orientation.
    ///   - echoes: times in seconds that an echoing program (`cat`) takes; their median is the time of the connection.
    package init(answers: [Seconds], echoes: [Seconds]) {
        guard let echo = Self.median(echoes), let answer = Self.median(answers) else {
            self = .perSample(answers)
            return
        }
        guard answer > echo else {
            self = .unmeasured(
                because: "the program answers a line in \(Self.microseconds(answer)) us, which is not longer than "
                    + "the \(Self.microseconds(echo)) us of an echoing program (cat)"
            )
            return
        }
        self = .perSample(answers.map { max($0 - echo, 0) })
    }

    static func median(_ times: [Seconds]) -> Seconds? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }

    static func microseconds(_ time: Seconds) -> String { DecimalText.fixed(time * 1e6, decimals: 1) }
}
