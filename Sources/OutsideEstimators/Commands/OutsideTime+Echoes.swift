package import SensorModel

extension OutsideTime {
    /// Computes the time that a program needs to answer, minus the time of the connection.
    ///
    /// - Parameters:
    ///   - answers: times from question to answer.
    ///   - echoes: times of an echoing program, whose median is the time of the connection.
    package init(answers: [Seconds], echoes: [Seconds]) {
        guard let echo = Self.median(echoes), let answer = Self.median(answers) else {
            self = .perSample(answers)
            return
        }
        guard answer > echo else {
            self = .unmeasured(
                because: "a line takes \(Self.microseconds(answer)) us to the program and back, "
                    + "and \(Self.microseconds(echo)) us to an echoing program (cat)"
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
