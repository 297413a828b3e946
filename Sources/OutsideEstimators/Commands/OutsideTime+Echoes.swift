package import SensorModel

extension OutsideTime {
    /// The time of a program's answers without that of the connection.
    ///
    /// - Parameters:
    ///   - answers: the times from question to answer.
    ///   - echoes: those of an echoing program, whose median is the cost of the connection.
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
