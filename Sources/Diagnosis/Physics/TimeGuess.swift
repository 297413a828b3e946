import Evaluation
import RealModule

/// The times of a file: the column and its unit, or the rate of the rows.
struct TimeGuess {
    /// The column that contains the times; `nil` if the times are computed from the rate of the rows.
    let column: LogFile.Column?
    /// The unit of the times, as written in a layout: `s`, `ms`, `us`, `ns`, `datetime` or `clock`.
    var unit: String
    /// A Boolean value that indicates whether the times are Unix times.
    var isUnix: Bool
    /// The times in seconds, one for each row.
    var seconds: [Double]
    /// The evidence for the column and the unit.
    var evidence: String
    var certainty: LayoutGuess.Certainty
    /// The columns that may contain times, but are not used.
    var others: [LogFile.Column] = []
    /// A Boolean value that indicates whether a row has an earlier time than the previous row.
    var runsBackward = false
    /// A Boolean value that indicates whether a row has the same time as the previous row.
    var repeats = false
    /// The number of rows per second from which the times are computed; `nil` if a column contains the times, or if the
    /// rate is unknown.
    var rate: Double?
    /// The column that contains times in an unknown unit; `nil` if there is no such column.
    var open: LogFile.Column?

    /// A Boolean value that indicates whether the times are known. Unknown times are replaced by times with a constant
    /// interval of 10 ms.
    var isKnown: Bool { column != nil || rate != nil }

    /// A Boolean value that indicates whether the column's name, or dates in the column, show that it contains times.
    var isStated: Bool {
        isUnix || !TimeGuess.units.contains { $0.name == unit } || column.map { SensorWords.isTime($0.name) } ?? false
    }

    /// The units of time with their lengths in seconds, the longest first.
    static let units: [(name: String, seconds: Double)] = [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]
    /// The sampling intervals of motion sensors in seconds: 4 to 1,000 samples per second. The units of time differ by
    /// factors of at least 1,000, but the range spans only a factor of 250. Therefore, an interval fits into the range
    /// in at most one unit. An interval of 0.5 ms does not fit, because it may be 0.5 s of a slow logger.
    private static let motionInterval = 0.001...0.25
    /// The interval in seconds from which a unit of time is marked as assumed. Motion sensors are rarely slower.
    private static let slowestMotionInterval = 0.12
    /// The median interval up to which integer times may be microseconds, or milliseconds of a slow logger.
    private static let maximumAmbiguousStep = 2_100.0
    /// The sampling intervals in seconds that are accepted if a column's name contains the unit.
    private static let namedInterval = 0.0002...60.0
    /// The range of Unix times from 2000 to 2040, in seconds.
    static let unixSeconds = 9.466848e8...2.2089888e9
    /// The start of 2008 as a Unix time in seconds, before which few devices logged motion sensors with Unix times.
    private static let earliestPhone = 1.199145e9
    private static let minimumRowCount = 10
    /// The maximum number of columns that a question lists by name.
    private static let maximumListedCount = 4

    /// The result of the search for a time column.
    enum Outcome {
        case found(TimeGuess)
        /// No column clearly contains times. The associated values are a question for the user, the columns that may
        /// contain times, and whether these columns cast doubt on a rate from the user.
        case unknown(LayoutQuestion, [LogFile.Column], doubtsRate: Bool = false)
    }

    /// Finds the time column of a file, and its unit.
    ///
    /// - Parameters:
    ///   - file: file to examine.
    ///   - span: range of times, in seconds, of another file of the log. The unit is chosen so that the times of `file`
    ///     overlap this range, if possible.
    ///   - answers: the user's answers. Only answers about the time are used.
    static func guess(
        _ file: LogFile,
        during span: ClosedRange<Double>? = nil,
        answers: [LayoutAnswer] = []
    ) -> Outcome {
        let known = answers.filter { $0.stream == nil }
        let column = known.last { $0.key == "column" }?.value
        let chosen = file.columns.filter { $0.isSelected(by: column) }
        // The readings of a sensor can increase steadily, too.
        let vectors = file.namedGroups(file: 0, without: nil).filter { SensorWords.isMotion($0.stem) }
        let readings = Set(vectors.flatMap(\.fields))
        let others = file.columns.filter { !readings.contains($0.field) }
        var candidates = (chosen.isEmpty ? others : chosen).compactMap { candidate($0, isChosen: !chosen.isEmpty) }
        let named = candidates.filter { SensorWords.isTime($0.column.name) || $0.isText }
        if !named.isEmpty { candidates = named }
        let withoutCounters = candidates.filter { !$0.isCounter }
        if !withoutCounters.isEmpty { candidates = withoutCounters }
        let steady = candidates.filter(\.sessionStarts.isEmpty)
        if steady.isEmpty, let first = candidates.first {
            let question = LayoutQuestion(
                sessions: first.sessionStarts,
                clock: file.label(of: first.column),
                command: file.form.splitting(whereDecreases: first.column.field + 1)
            )
            return .unknown(question, [first.column])
        }
        candidates = steady
        guard !candidates.isEmpty else {
            if let reversed = file.columns.first(where: { candidate($0.reversed) != nil && SensorWords.isTime($0.name) }
            ) {
                let question = LayoutQuestion(newestFirst: file.label(of: reversed), command: file.form.reversal)
                return .unknown(question, [reversed])
            }
            if let pair = secondsAndNanoseconds(in: file) { return .unknown(pair, []) }
            if chosen.isEmpty,
                let column = file.columns.first(where: { SensorWords.isTime($0.name) && $0.hasIntervals })
            {
                let command = file.form.summing(column.field + 1)
                return .unknown(LayoutQuestion(intervalsIn: file.label(of: column), command: command), [column])
            }
            let rows = file.columns[0].values.count
            if 2 * file.repeatedRowCount > rows {
                return .unknown(LayoutQuestion(repeated: file.repeatedRowCount, of: rows), [])
            }
            let uneven = file.columns.first { column in
                column.isNumeric && zip(column.values.dropFirst(), column.values).allSatisfy { $0 > $1 }
            }
            if chosen.isEmpty, let clock = file.columns.first(where: \.isCoarseClock) {
                let words = "most rows repeat the time in \(file.label(of: clock))"
                return .unknown(LayoutQuestion(rateReason: words), [clock], doubtsRate: true)
            }
            if chosen.isEmpty, let (column, row) = restart(in: file) {
                let words = "\(file.label(of: column)) increases like times, but starts again at row \(row)"
                return .unknown(LayoutQuestion(rateReason: words), [column], doubtsRate: true)
            }
            if chosen.isEmpty, uneven == nil, let (column, faults) = faultyTimes(in: file) {
                let words = "the times in \(file.label(of: column)) cannot be used: \(faults)"
                return .unknown(LayoutQuestion(rateReason: words), [column], doubtsRate: true)
            }
            if chosen.isEmpty, uneven == nil, file.blankPlaceCount > 0 {
                let count = file.blankPlaceCount
                let words =
                    "no column has times, and \(count) blank line\(count == 1 ? " divides" : "s divide") the rows"
                return .unknown(LayoutQuestion(rateReason: words), [], doubtsRate: true)
            }
            let words =
                chosen.isEmpty || column == nil
                ? uneven.map { column in
                    "\(file.label(of: column)) increases in irregular steps; if it has the times, answer with "
                        + "--set time.column=\(file.answer(for: column))"
                } ?? "no column has times that increase from row to row"
                : "the values in \(file.label(of: chosen[0])) do not increase from row to row"
            return .unknown(LayoutQuestion(rateReason: words), [uneven].compactMap(\.self), doubtsRate: uneven != nil)
        }
        let units = candidates.map { candidate in
            (
                candidate,
                known.last { $0.key == "unit" }.flatMap { candidate.times(inNamed: $0.value) }
                    ?? span.flatMap { unit(of: candidate, during: $0) } ?? unit(of: candidate, in: file)
            )
        }
        let clear = units.compactMap { candidate, unit in unit.map { (candidate, $0) } }
        guard let best = clear.max(by: { $0.0.resolution < $1.0.resolution }) else {
            let column = file.label(of: candidates[0].column)
            let columns = candidates.map(\.column)
            guard !candidates[0].isCounter else {
                return .unknown(LayoutQuestion(rateReason: "\(column) counts rows, and no column has times"), columns)
            }
            let step = NumberText.short(candidates[0].step)
            return .unknown(
                LayoutQuestion(
                    subject: "time unit",
                    reason: "\(column) increases by \(step) per row, which fits no unit or several units",
                    choices: Self.units.map { "unit: \($0.name)" },
                    answers: Self.units.map { "time.unit=\($0.name)" }
                ),
                columns
            )
        }
        if let question = contradiction(clear, file) { return .unknown(question, candidates.map(\.column)) }
        var guess = best.1
        guess.others = candidates.map(\.column).filter { $0.field != best.0.column.field }
        return .found(guess)
    }

    /// Finds a column that has dates or the name of a time and mostly increases, and returns the reason why it has no
    /// usable times.
    private static func faultyTimes(in file: LogFile) -> (column: LogFile.Column, faults: String)? {
        for column in file.columns where column.hasTimes {
            let steps = zip(column.values.dropFirst(), column.values).map { $0 - $1 }
            let backward = steps.indices.filter { steps[$0] < 0 }
            let missing = column.values.indices.filter { !column.values[$0].isFinite }
            let repeats = steps.count { $0 == 0 }
            guard 100 * backward.count < steps.count, repeats + backward.count < steps.count else { continue }
            let faults = [
                missing.first.map { "\(Self.rows(missing.count, from: $0 + 1)) without a time" },
                backward.first.map {
                    "\(Self.rows(backward.count, from: $0 + 2)) with an earlier time than the previous row"
                },
                2 * repeats > steps.count
                    ? "\(repeats) rows with the same time as the previous row\(meanRate(of: column))" : nil,
            ]
            let words = faults.compactMap(\.self).joined(separator: ", ")
            if !words.isEmpty { return (column, words) }
        }
        return nil
    }

    /// Returns the mean number of rows per second as text, or an empty text if the unit of the times is unknown.
    private static func meanRate(of column: LogFile.Column) -> String {
        guard let first = column.values.first, let last = column.values.last, last > first,
            Set(column.values).count >= minimumRowCount
        else { return "" }
        let named = SensorWords.timeUnit(in: column.name)
        let unit = units.first { named == $0.name || named == nil && unixSeconds.contains(first * $0.seconds) }
        let isText = column.content != .numbers
        guard let seconds = isText ? 1 : unit?.seconds else { return "" }
        let rate = Double(column.values.count - 1) / ((last - first) * seconds)
        return " (\(NumberText.short(rate)) rows per second on average)"
    }

    private static func rows(_ count: Int, from first: Int) -> String {
        "\(count) row\(count == 1 ? "" : "s") (\(count == 1 ? "" : "first: ")row \(first))"
    }

    /// Finds an unnamed column that increases in regular steps, apart from few rows at which it starts again. Returns
    /// the column, and the first of these rows, counted from 1.
    private static func restart(in file: LogFile) -> (column: LogFile.Column, row: Int)? {
        for column in file.columns where column.isNumeric {
            guard let times = candidate(column, isChosen: true), let row = times.sessionStarts.first,
                times.isRegular
            else { continue }
            return (column, row)
        }
        return nil
    }

    /// Returns a question if two adjacent columns contain the whole seconds and the nanoseconds of each time; `nil`
    /// otherwise.
    private static func secondsAndNanoseconds(in file: LogFile) -> LayoutQuestion? {
        for (seconds, rest) in zip(file.columns, file.columns.dropFirst()) where seconds.isNumeric && rest.isNumeric {
            let pairs = zip(seconds.values, rest.values)
            guard pairs.allSatisfy({ $0 == $0.rounded() && $1 == $1.rounded() && (0..<1e9).contains($1) }),
                rest.values.contains(where: { $0 > 1e6 })
            else { continue }
            let times = pairs.map { $0 + $1 * 1e-9 }
            let steps = zip(times.dropFirst(), times).map { $0 - $1 }
            guard times.count >= minimumRowCount, steps.allSatisfy({ $0 >= 0 && $0 < 10 }),
                10 * steps.count(where: { $0 > 0 }) > 9 * steps.count
            else { continue }
            return LayoutQuestion(
                secondsIn: file.label(of: seconds),
                nanosecondsIn: file.label(of: rest),
                command: file.form.joining(seconds.field + 1, rest.field + 1)
            )
        }
        return nil
    }

    /// Returns a question if several columns contain times of different clocks; `nil` otherwise.
    private static func contradiction(_ clear: [(Candidate, TimeGuess)], _ file: LogFile) -> LayoutQuestion? {
        let spans = clear.map { ($0.1.seconds.last ?? 0) - ($0.1.seconds.first ?? 0) }
        guard clear.count > 1, let longest = spans.max(), let shortest = spans.min(), longest > 1.02 * shortest + 0.1
        else { return nil }
        let names = clear.prefix(maximumListedCount).map { file.label(of: $0.0.column) }
        let more = clear.count > maximumListedCount ? " and \(clear.count - maximumListedCount) more" : ""
        return LayoutQuestion(
            subject: "time",
            reason: "the columns \(names.joined(separator: " and "))\(more) increase at different rates",
            choices: names,
            answers: clear.prefix(maximumListedCount).map { "time.column=\($0.0.column.text)" }
        )
    }

    private struct Candidate {
        let column: LogFile.Column
        let step: Double
        let isCounter: Bool
        /// The rows, counted from 1, at which the times start again; empty for the log of one session.
        let sessionStarts: [Int]
        let runsBackward: Bool
        let repeats: Bool
        /// A Boolean value that indicates whether nine of ten steps are similar. Times have regular intervals, whereas
        /// the intervals of slowly increasing measurements are irregular.
        let isRegular: Bool

        var isText: Bool { column.content == .dates || column.content == .clock }

        /// A measure of the times' resolution: the number of rows whose time differs from the previous row. A column of
        /// numbers gets a bonus of 0.5, and is therefore preferred to a column of dates with the same resolution.
        var resolution: Double {
            let differing = zip(column.values, column.values.dropFirst()).count { $0 != $1 }
            return Double(differing) + (isText ? 0 : 0.5)
        }

        /// Returns the times in a unit that the user has named; `nil` for dates, and for an unknown unit.
        func times(inNamed name: String) -> TimeGuess? {
            guard !isText, let unit = TimeGuess.units.first(where: { $0.name == name }) else { return nil }
            return times(in: unit, "from --set")
        }

        /// Returns the times in a unit that is certain. `evidence` is the reason why it is certain.
        func times(in unit: (name: String, seconds: Double), _ evidence: String) -> TimeGuess {
            TimeGuess(
                column: column,
                unit: unit.name,
                isUnix: unixSeconds.contains(column.values[0] * unit.seconds),
                seconds: column.values.map { $0 * unit.seconds },
                evidence: evidence,
                certainty: .certain,
                runsBackward: runsBackward,
                repeats: repeats
            )
        }
    }

    /// Returns the rows, counted from 1, before which the times run backward, if the log consists of several sessions.
    /// In a log of one session, threads write few rows out of order. Therefore, only few rows have an earlier time than
    /// any row before them.
    private static func sessionStarts(_ values: [Double]) -> [Int] {
        var (latest, starts, late) = (-Double.infinity, [Int](), 0)
        for (row, value) in values.enumerated() {
            if row > 0, value < values[row - 1] { starts.append(row + 1) }
            if value < latest { late += 1 }
            latest = max(latest, value)
        }
        return late > largestLatePerStart * starts.count ? starts : []
    }

    /// The maximum mean number of rows that threads write after a later row.
    private static let largestLatePerStart = 10

    private static func candidate(_ column: LogFile.Column, isChosen: Bool = false) -> Candidate? {
        guard column.content != .text, !column.isRounded, column.values.count >= minimumRowCount,
            column.values.allSatisfy(\.isFinite)
        else { return nil }
        let steps = zip(column.values.dropFirst(), column.values).map { $0 - $1 }
        let backward = steps.count { $0 < 0 }
        let positive = steps.filter { $0 > 0 }
        let isNamed = isChosen || SensorWords.isTime(column.name)
        guard backward <= (isNamed ? steps.count / 100 : 0), 2 * positive.count > steps.count else { return nil }
        let step = ErrorStatistics.median(of: positive)
        let isRegular = 10 * positive.count { $0 > 0.2 * step && $0 < 5 * step } >= 9 * positive.count
        let isUnix = units.contains { unixSeconds.contains(column.values[0] * $0.seconds) }
        guard isNamed || isUnix || isRegular else { return nil }
        // Without a name, a column that mostly counts by 1 is more likely a counter of samples than times in ms.
        let ones = steps.count { $0 == 1 }
        let counts = !isUnix && (ones == steps.count || !isNamed && 10 * ones >= 9 * positive.count)
        let isCounter = column.content == .numbers && (counts || SensorWords.isCounter(column.name))
        return Candidate(
            column: column,
            step: step,
            isCounter: isCounter,
            sessionStarts: sessionStarts(column.values),
            runsBackward: backward > 0,
            repeats: positive.count + backward < steps.count,
            isRegular: isRegular
        )
    }

    /// Finds the only unit in which the candidate's times overlap the times of another file, and returns the times in
    /// this unit; `nil` if no unit or several units fit.
    private static func unit(of candidate: Candidate, during span: ClosedRange<Double>) -> TimeGuess? {
        let values = candidate.column.values
        guard !candidate.isText, let first = values.first, let last = values.last else { return nil }
        let length = span.upperBound - span.lowerBound
        let fitting = units.filter { unit in
            let own = (last - first) * unit.seconds
            let common = min(span.upperBound, last * unit.seconds) - max(span.lowerBound, first * unit.seconds)
            return common > 0.5 * length && common > 0.5 * own
        }
        guard let unit = fitting.first, fitting.count == 1 else { return nil }
        let named = SensorWords.timeUnit(in: candidate.column.name)
        guard named == nil || named == unit.name else { return nil }
        return candidate.times(in: unit, "the times overlap those of the other files")
    }

    /// Returns a Boolean value that indicates whether integers that look like Unix times in seconds may be milliseconds
    /// since the device's start. As milliseconds, the integers are an uptime of about two weeks. The result is `false`
    /// for a file of positions without motion sensors, because its rows are too far apart for milliseconds.
    private static func mayBeMilliseconds(_ candidate: Candidate, in file: LogFile) -> Bool {
        guard candidate.step >= 2, candidate.column.values.allSatisfy({ $0 == $0.rounded() }) else { return false }
        let hasPositions = file.columns.contains { LogAnalysis.isPlace($0.name) }
        return !hasPositions || file.columns.contains { SensorWords.isMotion($0.name) }
    }

    private static func unit(of candidate: Candidate, in file: LogFile) -> TimeGuess? {
        let (column, step) = (candidate.column, candidate.step)
        func guess(
            _ unit: String,
            _ scale: Double,
            _ isUnix: Bool,
            _ words: String,
            _ certainty: LayoutGuess.Certainty
        )
            -> TimeGuess
        {
            let first = column.values[0]
            return TimeGuess(
                column: column,
                unit: unit,
                isUnix: isUnix,
                seconds: column.values.map { (isUnix ? $0 - first : $0) * scale + (isUnix ? first * scale : 0) },
                evidence: words,
                certainty: certainty,
                runsBackward: candidate.runsBackward,
                repeats: candidate.repeats
            )
        }
        if candidate.isText {
            guard motionInterval.contains(step) || namedInterval.contains(step) else { return nil }
            let isDate = column.content == .dates
            return guess(
                isDate ? "datetime" : "clock",
                1,
                isDate,
                "the column contains \(isDate ? "dates" : "times of day")",
                .certain
            )
        }
        let named = SensorWords.timeUnit(in: column.name)
        // Integers without gaps may be row numbers, seconds or milliseconds.
        if candidate.isCounter, named == nil { return nil }
        let mayBeSlow = column.values.allSatisfy { $0 == $0.rounded() } && step <= maximumAmbiguousStep
        let fitting = units.filter { motionInterval.contains(step * $0.seconds) && !(mayBeSlow && $0.name == "us") }
        let unix = units.filter { unixSeconds.contains(column.values[0] * $0.seconds) }
        let rate = NumberText.short(1 / step)
        // The magnitude of times since 1970 shows their unit, even if the interval is unusual for a motion sensor.
        let isClear =
            unix.count == 1 && namedInterval.contains(step * unix[0].seconds)
            && (fitting.isEmpty || unix[0].name != "s" || named == "s" || SensorWords.isUnixTime(column.name)
                || !mayBeMilliseconds(candidate, in: file))
        // Few devices wrote Unix times in ms or us before 2008, but a device that has run for weeks has such times since
        // its start in the next smaller unit.
        let isUptime =
            unix.first.map { $0.name != "s" && column.values[0] * $0.seconds < earliestPhone } ?? false
            && !fitting.isEmpty && named == nil
        if let unit = unix.first, isClear, !isUptime, named == nil || named == unit.name,
            fitting.first?.name != unit.name
        {
            let rival = unit.name == "us" && named == nil ? fitting.first : nil
            let words = rival.map { "; in \($0.name), the times since the device's start at a usual rate" } ?? ""
            let certainty: LayoutGuess.Certainty = rival == nil ? .certain : .assumed
            return guess(unit.name, unit.seconds, true, "Unix times after 2000\(words)", certainty)
        }
        if let unit = fitting.first, fitting.count == 1 {
            if let named, named != unit.name { return nil }
            let isUnix = !isUptime && unix.contains { $0.name == unit.name }
            let timing = StreamTiming(column.values.map { ($0 - column.values[0]) * unit.seconds })
            let words = timing.rateWords ?? ""
            let origin = isUnix ? ", Unix time after 2000" : ""
            let isSlow = step * unit.seconds > slowestMotionInterval
            // A path length also increases steadily.
            let isOther =
                !column.name.isEmpty && !column.name.allSatisfy(\.isNumber) && !SensorWords.isTime(column.name)
            let certainty: LayoutGuess.Certainty =
                named != nil || isUnix ? .certain : isSlow || isOther ? .assumed : .likely
            let doubt = certainty == .assumed && isOther ? "; the name is not that of a time" : ""
            return guess(unit.name, unit.seconds, isUnix, words + origin + doubt, certainty)
        }
        guard let unit = units.first(where: { $0.name == named }), namedInterval.contains(step * unit.seconds) else {
            return nil
        }
        return guess(
            unit.name,
            unit.seconds,
            false,
            "the column's name contains the unit \(unit.name); \(rate) rows per \(unit.name)",
            .likely
        )
    }
}

extension TimeGuess {
    /// Creates the times of `rows` rows at an assumed number of rows per second. `others` are columns that may contain
    /// times.
    init(rate: Double, rows: Int, evidence: String, others: [LogFile.Column]) {
        self.init(
            column: nil,
            unit: "s",
            isUnix: false,
            seconds: (0..<rows).map { Double($0) / rate },
            evidence: evidence,
            certainty: .assumed,
            others: others,
            rate: rate
        )
    }

    /// The number of rows per second as text, with all digits; `nil` if the times are not computed from a rate.
    var rateText: String? { rate.map { Int(exactly: $0).map(String.init) ?? "\($0)" } }

    /// Returns the lines of a layout, in YAML, that describe the times. If the times are unknown, the lines are
    /// comments.
    func setting(_ file: LogFile, origin: String) -> String {
        if let column { return "time: {column: \(file.reference(to: column)), unit: \(unit), origin: \(origin)}" }
        if let open { return "# time: {column: \(file.reference(to: open)), unit: , origin: \(origin)}" }
        return rateText.map { "time: {rate: \($0)}" } ?? "# time: {rate: }"
    }
}

extension LayoutQuestion {
    /// The subject of the question that asks the user for the sampling rate of a file without times.
    public static let rateSubject = "sampling rate"

    /// The subject of the question about a log that must be divided or written again before it can be read. No option
    /// answers this question.
    public static let sessionsSubject = "sessions"
    /// The subject of the question about the sensors of a log in which no sensor was recognised.
    public static let sensorsSubject = "sensors"

    /// Creates the question to the user about a file whose times start again at some rows.
    fileprivate init(sessions rows: [Int], clock: String, command: String) {
        let shown = rows.prefix(3).map { "\($0)" }.joined(separator: ", ")
        let more = rows.count > 3 ? " and \(rows.count - 3) more" : ""
        self.init(
            subject: Self.sessionsSubject,
            reason: "the times in \(clock) start again at row\(rows.count > 1 ? "s" : "") \(shown)\(more)",
            choices: ["each session to a file of its own: \(command)"]
        )
    }

    /// Creates the question to the user about a file in which the times in `column` decrease.
    fileprivate init(newestFirst column: String, command: String) {
        self.init(
            subject: Self.sessionsSubject,
            reason: "\(column) decreases from row to row, so the newest row is first",
            choices: ["the rows below the header in reverse order to a new file: \(command)"]
        )
    }

    /// Creates the question to the user about a file in which `column` has the time since the previous row.
    fileprivate init(intervalsIn column: String, command: String) {
        self.init(
            subject: Self.sessionsSubject,
            reason: "\(column) does not increase, and its values look like the times since the previous row",
            choices: ["its running sum to a new file: \(command)"]
        )
    }

    /// Creates the question to the user about a file with times in two columns.
    fileprivate init(secondsIn seconds: String, nanosecondsIn rest: String, command: String) {
        self.init(
            subject: Self.sessionsSubject,
            reason: "\(seconds) and \(rest) contain the seconds and nanoseconds of the times",
            choices: ["both as one number to a new first column: \(command)"]
        )
    }

    /// Creates the question to the user about a file in which most rows repeat the previous row.
    fileprivate init(repeated count: Int, of rows: Int) {
        self.init(
            subject: Self.sessionsSubject,
            reason: "\(count) of \(rows) rows are equal to the row before",
            choices: [
                "each row once to a new file, whose sampling rate is \(NumberText.short(Double(rows) / Double(rows - count))) times lower: "
                    + "awk '$0 != p; {p = $0}' FILE >NEW_FILE"
            ]
        )
    }

    /// Creates the question to the user: how many rows per second has a file without times?
    fileprivate init(rateReason: String) {
        self.init(
            subject: Self.rateSubject,
            reason: rateReason,
            choices: ["'time: {rate: …}' in rows per second, or run 'sextant layout' with --rate HZ"]
        )
    }
}

/// Functions that format numbers in messages.
enum NumberText {
    /// Returns the text of a number with four significant digits.
    static func digits(_ value: Double) -> String {
        guard value.isNormal else { return "\(value)" }
        let scale = Double.pow(10, 3 - Double.log10(value.magnitude).rounded(.down))
        return "\((value * scale).rounded() / scale)"
    }

    /// Returns the text of a number with about three digits.
    static func short(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e6 else { return "\(value)" }
        guard value == 0 || value.magnitude >= 0.001 else { return digits(value) }
        let scale = value.magnitude >= 100 ? 1.0 : value.magnitude >= 1 ? 100 : 10_000
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension LogFile {
    /// The maximum fraction of the rows that may lack a time.
    private static let maximumShareWithoutTime = 0.05

    /// The file without rows that lack a time. All rows are kept if any column of times is complete, or if more than 5 % of
    /// the rows would be removed.
    var withoutUntimedRows: LogFile {
        let clocks = columns.filter(\.hasTimes)
        let missing = clocks.map { clock in clock.values.count { !$0.isFinite } }
        guard let fewest = missing.min(), fewest > 0, let clock = missing.firstIndex(of: fewest),
            Double(fewest) <= Self.maximumShareWithoutTime * Double(clocks[clock].values.count)
        else { return self }
        var file = self
        let isKept = clocks[clock].values.map(\.isFinite)
        file.columns = columns.map { $0.keeping(isKept) }
        file.rowsWithoutTime = fewest
        return file
    }
}

extension LogFile.Column {
    /// A Boolean value that indicates whether the column contains dates or times of day, or numbers with the name of a
    /// time.
    fileprivate var hasTimes: Bool {
        content == .dates || content == .clock || isNumeric && SensorWords.isTime(name)
    }
}
