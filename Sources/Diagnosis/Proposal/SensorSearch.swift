import Evaluation
import Recordings
import SensorModel

/// The search for sensors among groups of columns, first by names and then by physics.
struct SensorSearch: SettingsProposal {
    private(set) var found = SensorSet()
    var guesses: [LayoutGuess] = []
    var questions: [LayoutQuestion] = []
    /// The sensors that are not used, each with the reason.
    private(set) var unused: [String] = []
    /// Probable answers to the questions about columns, which determine the questions that follow.
    private(set) var probableAnswers: [LayoutAnswer] = []
    /// A closure that returns the text by which a user refers to a group's columns in an answer.
    private let answer: (SensorGroup) -> String

    /// The minimum correlation with the gyroscope's rotation at which unnamed columns are recognised.
    private static let clear = 0.7
    /// The threshold for distinct correlations. The best correlation is distinct if the second best is less than this
    /// fraction of the best.
    private static let second = 0.93

    /// The number of vectors in a row above which the row probably contains several samples.
    private static let largestSensorCount = 12

    /// The maximum number of candidates for each kind of sensor. A candidate is a group of columns. It is compared with
    /// all candidates for the other kinds.
    private static let maximumGroupCount = 100

    /// Searches for accelerometer, gyroscope and magnetometer.
    ///
    /// - Parameters:
    ///   - groups: groups of three columns.
    ///   - absent: sensors that the log does not contain, according to the user.
    ///   - label: closure that returns the names of a group's columns for messages.
    ///   - answer: closure that returns the text with which a user's answer selects a group's columns.
    init(
        _ groups: [SensorGroup],
        absent: Set<SensorWords.Meaning>,
        label: (SensorGroup) -> String,
        answer: @escaping (SensorGroup) -> String
    ) {
        self.answer = answer
        let vectors = groups.filter { $0.meaning != .other }
        let named = { (meaning: SensorWords.Meaning) in vectors.filter { $0.meaning == meaning } }
        let open = vectors.filter { $0.meaning == nil }
        var pools: [SensorWords.Meaning: [SensorGroup]] = [:]
        for meaning in [SensorWords.Meaning.accelerometer, .gyroscope, .magnetometer] where !absent.contains(meaning) {
            // A calibrated sensor is preferred to the same sensor without calibration.
            let all = named(meaning)
            let calibrated = all.filter { !SensorWords.isUncalibrated($0.group.stem) }
            let own = calibrated.isEmpty ? all : calibrated
            pools[meaning] = Array((own.isEmpty ? open : own).prefix(Self.maximumGroupCount))
        }
        // The sensors of one device have similar names, such as 'acc_left_arm' and 'gyro_left_arm'.
        if let chosen = vectors.first(where: { $0.isChosen && $0.group.isNamed }) {
            pools = pools.mapValues { pool in
                guard !pool.contains(where: \.isChosen) else { return pool }
                let likeness = pool.map { $0.group.stem.likeness(to: chosen.group.stem) }
                return zip(pool, likeness).filter { $0.1 == likeness.max() }.map(\.0)
            }
        }
        select(pools, groups, label)
        note(label)
        askAboutRemaining(open, absent)
    }

    private mutating func select(
        _ pools: [SensorWords.Meaning: [SensorGroup]],
        _ groups: [SensorGroup],
        _ label: (SensorGroup) -> String
    ) {
        var accelerometers = pools[.accelerometer, default: []].filter {
            $0.accelerationUnit != nil || $0.isInMilligravity || $0.gravityScale != nil || $0.isChosen
        }
        let isOfField = { (group: SensorGroup) in group.meaning == .magnetometer || !group.fieldUnits.isEmpty }
        let magnetometers = pools[.magnetometer, default: []].filter(isOfField)
        let gyroscopes = pools[.gyroscope, default: []]
        let named = pools[.accelerometer, default: []].filter { $0.meaning == .accelerometer && !$0.isChosen }
        // If the file also has a gravity vector, an acceleration in the file does not contain gravity.
        let hasNoGravity = { (group: SensorGroup) in
            !group.mayContainGravity
                || groups.contains { $0.group.file == group.group.file && $0.group.stem.contains("grav") }
        }
        if accelerometers.isEmpty { accelerometers = named.filter { !hasNoGravity($0) } }
        for group in named where !accelerometers.contains(where: { $0.group == group.group }) && hasNoGravity(group) {
            let (length, steady) = (group.series.lengths?.median ?? 0, group.series.meanLength ?? 0)
            let words =
                SensorGroup.unit(ofGravity: length) == nil
                ? "the median length \(NumberText.short(length)) is not gravity: gravity was removed, or the values were scaled"
                : "the median length is \(NumberText.short(length)), but after averaging over a second it is only "
                    + "\(NumberText.short(steady)): gravity was removed, or the times are wrong"
            unused.append("\(label(group)): \(words)")
        }
        var best: [(score: Double, force: SensorGroup?, rate: SensorGroup, field: SensorGroup?)] = []
        for rate in gyroscopes {
            let force = Self.best(accelerometers, rate, { $0.overlaps(rate) })
            let field = Self.best(magnetometers, rate) { group in
                group.overlaps(rate) || (force?.group.overlaps(group) ?? false)
            }
            best.append(((force?.score ?? 0) + (field?.score ?? 0), force?.group, rate, field?.group))
        }
        let ranked = best.sorted { $0.score > $1.score }
        if let first = ranked.first, first.rate.meaning == .gyroscope || isClear(ranked.map(\.score), of: first) {
            if first.rate.meaning == .gyroscope, ranked.count > 1, !isDistinct(ranked.map(\.score)) {
                askWhich("gyroscope", ranked.map(\.rate), label)
            } else if let other = Self.clearRate(among: groups, besides: first.rate, accelerometers + magnetometers) {
                askWhich("gyroscope", [other, first.rate], label)
            }
            found.gyroscope = first.rate
            found.accelerometer = unique(accelerometers, first.force, first.rate, "accelerometer", label)
            // The length alone does not identify a magnetic field, because unrelated columns, such as latitudes or
            // temperatures, can have the same length.
            let turn = first.field.flatMap { TurnRelation(vector: $0.series, rate: first.rate.series) }
            if first.field?.meaning == .magnetometer || (turn?.fit().correlation ?? 0) > Self.clear {
                found.magnetometer = unique(magnetometers, first.field, first.rate, "magnetometer", label)
            }
        } else {
            let isAlone = groups.dropFirst().allSatisfy { $0.overlaps(groups[0]) }
            selectWithoutGyroscope(accelerometers, magnetometers, isAlone: isAlone, label)
        }
        guard let rate = found.gyroscope else { return }
        found.gravityTurn = found.accelerometer.flatMap { TurnRelation(vector: $0.series, rate: rate.series) }
        found.fieldTurn = found.magnetometer.flatMap { TurnRelation(vector: $0.series, rate: rate.series) }
    }

    /// Returns columns that are not named as a gyroscope, but match the rotation of gravity or of the magnetic field.
    /// Returns `nil` if the gyroscope `rate` also matches the rotation, or if the user has chosen it.
    private static func clearRate(
        among groups: [SensorGroup],
        besides rate: SensorGroup,
        _ vectors: [SensorGroup]
    ) -> SensorGroup? {
        let score = { (group: SensorGroup) in best(vectors, group, { $0.overlaps(group) })?.score ?? 0 }
        guard !rate.isChosen else { return nil }
        let own = score(rate)
        // No correlation exceeds 1, so the others need no comparison.
        guard own < clear else { return nil }
        let others = groups.filter { group in
            group.group.file == rate.group.file && group.group.isNamed && !group.overlaps(rate)
                && !vectors.contains { $0.group == group.group }
        }
        return others.prefix(maximumGroupCount).first { clear * score($0) > max(clear * clear, own) }
    }

    private func isDistinct(_ scores: [Double]) -> Bool { scores.count < 2 || scores[1] < Self.second * scores[0] }

    /// Returns a Boolean value that indicates whether unnamed columns are clearly the gyroscope.
    private func isClear(
        _ scores: [Double],
        of first: (score: Double, force: SensorGroup?, rate: SensorGroup, field: SensorGroup?)
    ) -> Bool {
        let vectors = [first.force, first.field].compactMap(\.self)
        // A sensor that the user has chosen is used even if it does not agree with the gyroscope.
        let count = vectors.count - vectors.count { $0.isChosen && vectors.count > 1 }
        return count > 0 && first.score >= Self.clear * Double(count) && isDistinct(scores)
    }

    /// Returns the group that agrees best with a gyroscope, and its correlation with the gyroscope.
    private static func best(
        _ groups: [SensorGroup],
        _ rate: SensorGroup,
        _ isExcluded: (SensorGroup) -> Bool
    ) -> (group: SensorGroup, score: Double)? {
        let scored = groups.filter { !isExcluded($0) }.map { group -> (group: SensorGroup, score: Double) in
            (group, TurnRelation(vector: group.series, rate: rate.series)?.fit().correlation ?? 0)
        }
        return scored.max { $0.score < $1.score }
    }

    /// Returns the best group, or asks the user and returns `nil` if the log contains further sensors of this kind. A
    /// group is a further sensor if its name matches, or if it is unnamed and agrees with the gyroscope like the best
    /// group. Unnamed groups that overlap the best group are ignored.
    private mutating func unique(
        _ groups: [SensorGroup],
        _ best: SensorGroup?,
        _ rate: SensorGroup,
        _ subject: String,
        _ label: (SensorGroup) -> String
    ) -> SensorGroup? {
        guard let best else { return nil }
        let isField = subject == "magnetometer"
        let rivals = groups.filter { group in
            guard group.group != best.group, !group.overlaps(rate) else { return false }
            guard group.meaning == nil else { return true }
            // A group of unnamed columns may overlap the correct group, shifted by one column.
            if group.overlaps(best) { return false }
            let turn = TurnRelation(vector: group.series, rate: rate.series)?.fit().correlation ?? 0
            return turn > Self.clear && (isField ? group.accelerationUnit == nil : group.fieldUnits.isEmpty)
        }
        return only([best] + rivals, subject, label)
    }

    /// Returns the only group, or `nil` if there is not exactly one group. If there are several groups, adds a question
    /// that asks the user which group to use.
    private mutating func only(
        _ groups: [SensorGroup],
        _ subject: String,
        _ label: (SensorGroup) -> String
    ) -> SensorGroup? {
        guard groups.count > 1 else { return groups.first }
        askWhich(subject, groups, label)
        return nil
    }

    private mutating func selectWithoutGyroscope(
        _ accelerometers: [SensorGroup],
        _ magnetometers: [SensorGroup],
        isAlone: Bool,
        _ label: (SensorGroup) -> String
    ) {
        // If the log has only one vector, and the magnitude of this vector is about 9.8, it is an acceleration in m/s².
        let forces = accelerometers.filter {
            $0.meaning != nil || $0.group.isNamed
                || isAlone && $0.accelerationUnit == "m/s^2" && $0.hasLengthOfGravity
        }
        // Unnamed columns are not used, because angles and temperatures can have the same length as a field.
        let fields = magnetometers.filter { $0.meaning != nil }
        found.accelerometer = only(forces, "accelerometer", label)
        found.magnetometer = only(fields, "magnetometer", label)
    }

    private mutating func askWhich(_ subject: String, _ groups: [SensorGroup], _ label: (SensorGroup) -> String) {
        let shown = groups.prefix(Self.largestSensorCount)
        probableAnswers += shown.prefix(1).compactMap { LayoutAnswer("\(subject).columns=\(answer($0))") }
        questions.append(
            LayoutQuestion(
                subject: subject,
                reason: "several groups of columns could be the \(subject)",
                choices: shown.map(label),
                answers: (shown.map(answer) + (shown.allSatisfy(\.group.isNamed) ? [] : [LayoutAnswer.none])).map {
                    "\(subject).columns=\($0)"
                }
            )
        )
    }

    private mutating func note(_ label: (SensorGroup) -> String) {
        let sensors = [
            ("accelerometer", found.accelerometer, found.gravityTurn), ("gyroscope", found.gyroscope, nil),
            ("magnetometer", found.magnetometer, found.fieldTurn),
        ]
        let turns = [found.gravityTurn, found.fieldTurn].compactMap { $0?.fit().correlation }
        for (subject, group, turn) in sensors {
            guard let group else { continue }
            let correlation = subject == "gyroscope" ? turns.max() : turn?.fit().correlation
            var words =
                group.isChosen
                ? ["from --set"] : group.meaning == nil ? [] : [group.evidence]
            if let length = group.series.lengths, subject != "gyroscope" {
                words.append("median length \(NumberText.short(length.median))")
            }
            var isConfirmed = false
            if let correlation, correlation > 0.5 {
                isConfirmed = true
                words.append("agreement with the rotation (correlation \(NumberText.short(correlation)))")
            }
            let isCertain = group.isChosen || isConfirmed && group.group.isNamed
            let certainty: LayoutGuess.Certainty = isCertain ? .certain : .likely
            guess("\(subject) columns", label(group), certainty, words.joined(separator: ", "))
            if !group.group.isNamed {
                guess("\(subject) axes", "x, y, z by position", .assumed, "no names identify the device's axes")
            }
        }
    }

    /// Returns the groups whose first column may be that of a sensor. If the number of adjacent columns is a multiple of
    /// three, each third group starts a sensor.
    private static func starts(of groups: [SensorGroup]) -> [SensorGroup] {
        var runs: [[SensorGroup]] = []
        for group in groups {
            if let last = runs.last?.last?.group, last.file == group.group.file, last.fields[1] == group.group.fields[0]
            {
                runs[runs.count - 1].append(group)
            } else {
                runs.append([group])
            }
        }
        return runs.flatMap { run in
            // A run of n columns has n − 2 groups of three.
            run.count % 3 == 1 ? run.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) : Array(run)
        }
    }

    /// Asks which of the remaining columns belong to a sensor that was not recognised.
    private mutating func askAboutRemaining(_ open: [SensorGroup], _ absent: Set<SensorWords.Meaning>) {
        let motion = [found.accelerometer, found.gyroscope].compactMap(\.self)
        let known = motion + [found.magnetometer].compactMap(\.self)
        // Arrays of JSON and data frames number their columns.
        let free = open.filter { group in
            group.names.allSatisfy { $0.allSatisfy(\.isNumber) } && !known.contains { $0.overlaps(group) }
        }
        let remaining = Self.starts(of: free)
        guard questions.isEmpty, !remaining.isEmpty else { return }
        // A question about the magnetometer is useful only for a single vector, and for three or more unnamed vectors.
        let file = remaining[0].group.file
        let isAlike = motion.allSatisfy { !$0.group.isNamed && $0.group.file == file }
        let count = (free.count { $0.group.file == file } + 2) / 3 + motion.count
        let columns = remaining.prefix(8).map(answer) + [LayoutAnswer.none]
        // Gravity has a large mean; rotations cancel in the mean.
        let sorted = remaining.prefix(8).sorted { $0.steadiness > $1.steadiness }
        let isWindow = known.count + free.count / 3 > Self.largestSensorCount
        let reason =
            "the columns have no names, and their values do not identify the sensor; "
            + (isWindow
                ? "if each row contains several samples, write one sample per row; otherwise, give " : "give ")
            + "the number of its first column"
        for (sensor, subject, group) in [
            (SensorWords.Meaning.accelerometer, "accelerometer", found.accelerometer),
            (.gyroscope, "gyroscope", found.gyroscope), (.magnetometer, "magnetometer", found.magnetometer),
        ] where group == nil && (sensor != .magnetometer || isAlike && count != 2) && !absent.contains(sensor) {
            questions.append(
                LayoutQuestion(
                    subject: "\(subject) columns",
                    reason: reason,
                    choices: [],
                    answers: columns.map { "\(subject).columns=\($0)" }
                )
            )
            // The columns of an accelerometer with decimals determine its unit, so its scale is not asked in advance.
            let force = sorted.first { $0.accelerationUnit != nil } ?? sorted.first.flatMap { $0.isInteger ? $0 : nil }
            let rate = sorted.last { group in !(force.map { $0.overlaps(group) } ?? false) }
            let probable = sensor == .accelerometer ? force : sensor == .gyroscope ? rate : nil
            let text = probable.map(answer) ?? LayoutAnswer.none
            probableAnswers += [LayoutAnswer("\(subject).columns=\(text)")].compactMap(\.self)
        }
    }
}

/// A group of columns with its values, and the kind of sensor that its name indicates.
struct SensorGroup {
    let group: ColumnGroup
    var meaning: SensorWords.Meaning?
    /// The source of the meaning, as text.
    var evidence = "names"
    var series: VectorSeries
    /// The names of the group's columns.
    let names: [String]
    /// The name of the file, if the columns' names contain only axes and units.
    var title: String?
    /// A Boolean value that indicates whether the user has chosen the group as a sensor.
    var isChosen = false

    /// Returns the unit that the columns' names contain; `nil` if they contain no unit or different units.
    func namedUnit(of kind: StreamKind) -> String? {
        let units = Set(names.map { SensorWords.unit(in: $0, of: kind) })
        return units.count == 1 ? units.first ?? nil : nil
    }

    /// A Boolean value that indicates whether all values are integers, such as the counts of a chip.
    var isInteger: Bool {
        series.values.allSatisfy { value in [value.x, value.y, value.z].allSatisfy { $0 == $0.rounded() } }
    }

    /// A Boolean value that indicates whether the values are angles: the values of one axis span at most a full turn,
    /// sometimes jump by nearly a full turn, and never jump by about half a turn.
    var areAngles: Bool {
        [2 * Double.pi, 360].contains { turn in
            (0..<3).contains { axis in
                let column = series.values.map { $0[axis] }
                let (smallest, largest) = (column.min() ?? 0, column.max() ?? 0)
                guard max(-smallest, largest) <= 0.501 * turn || smallest >= -0.001 * turn && largest <= 1.001 * turn
                else {
                    return false
                }
                let jumps = zip(column, column.dropFirst()).map { abs($1 - $0) }.filter { $0 > 0.3 * turn }
                return jumps.contains { $0 > 0.95 * turn } && jumps.allSatisfy { $0 > 0.7 * turn }
            }
        }
    }

    /// A Boolean value that indicates whether the three columns may belong to one sensor: they have no names, or their names
    /// differ only in the axis. Names may also be repeated by mistake, as in `X, Y, X`.
    var isOneSensor: Bool {
        group.isNamed || names.allSatisfy { ["", "x", "y", "z"].contains(SensorWords.plain($0).filter(\.isLetter)) }
    }

    func overlaps(_ other: SensorGroup) -> Bool {
        group.file == other.group.file && !Set(group.fields).isDisjoint(with: other.group.fields)
    }

    /// The unit of an acceleration that contains gravity; `nil` if the vectors' length does not match gravity.
    var accelerationUnit: String? {
        // The rows of a rotation matrix are unit vectors, which no sensor measures.
        if meaning == nil, let lengths = series.lengths, lengths.spread < Self.spreadOfUnitVectors { return nil }
        // In fast motion, only the mean over a second has the length of gravity. Without gravity, this mean is nearly
        // 0.
        var lengths = series.lengths.map { $0.spread < 1 ? [$0.median] : [] } ?? []
        if let steady = series.meanLength { lengths.append(steady) }
        let units = Set(lengths.compactMap(Self.unit))
        if units.count == 1 { return units.first }
        return units.isEmpty ? namedUnitInMotion : nil
    }

    /// A Boolean value that indicates whether a named accelerometer contains gravity in mg. Integers are excluded, because
    /// they could be counts of 1/1024 g.
    var isInMilligravity: Bool {
        guard meaning == .accelerometer, !isInteger, let lengths = series.lengths, lengths.spread < 1 else {
            return false
        }
        return Self.unit(ofGravity: lengths.median / 1000) == "g"
    }

    private static let spreadOfUnitVectors = 1e-4

    /// The unit in the names of the accelerometer's columns; `nil` if the names contain no unit, or the vectors are
    /// implausible in this unit. Plausible vectors have a median length of 0.8 to 2 g, as in fast motion.
    private var namedUnitInMotion: String? {
        guard let unit = namedUnit(of: .accelerometer), let length = series.lengths?.median else { return nil }
        return (0.8...2).contains(length / (unit == "g" ? 1 : Gravity.standard)) ? unit : nil
    }

    /// The size of the accelerometer's unknown unit, in g; `nil` if the name does not indicate an accelerometer, or the
    /// values do not contain gravity. They contain gravity if the mean vector over a second is nearly as long as the
    /// typical sample.
    var gravityScale: Double? {
        guard meaning == .accelerometer, accelerationUnit == nil, let lengths = series.lengths, lengths.spread < 1,
            let steady = series.meanLength, steady > Self.minimumSteadiness * lengths.median
        else { return nil }
        return 1 / (lengths.spread < Self.smallSpread ? lengths.median : steady)
    }

    /// A Boolean value that indicates whether an accelerometer in an unknown unit may contain gravity. Without gravity,
    /// the mean over a second, which is unknown without times, is much shorter than the single readings.
    var mayContainGravity: Bool {
        guard let lengths = series.lengths, let steady = series.meanLength else { return true }
        return steady > Self.smallestSteadiness * lengths.median
    }

    /// A Boolean value that indicates whether the name indicates an acceleration, and the values contain gravity.
    var isAccelerationWithGravity: Bool {
        guard group.stem.contains("acc"), let lengths = series.lengths else { return false }
        // The mean over a second is unknown without times.
        let steady = series.meanLength ?? (lengths.spread < Self.smallSpread ? lengths.median : nil)
        guard let unit = steady.flatMap(Self.unit) else { return false }
        return (namedUnit(of: .accelerometer) ?? unit) == unit
    }

    /// A Boolean value that indicates whether the name says that gravity was removed from an acceleration.
    var isWithoutGravity: Bool {
        let name = SensorWords.plain(title ?? group.stem)
        return name.contains("acc") && (name.contains("lin") || name.contains("user"))
    }

    /// The unit of gravity and the number of rows per second, if the median length of the vectors times this number is
    /// gravity: the vectors are increments of velocity. `nil` for other vectors, and for integers.
    var gravityIncrements: (unit: String, rate: Double)? {
        guard let length = series.lengths?.median, let interval = StreamTiming.medianInterval(of: series.times),
            !isInteger
        else { return nil }
        let rate = 1 / interval
        guard rate > Self.lowestRateOfIncrements else { return nil }
        let units = [("m/s^2", Gravity.standard), ("g", 1)]
        return units.first { Self.gravityOfIncrements.contains(length * rate / $0.1) }.map { ($0.0, rate) }
    }

    private static let lowestRateOfIncrements = 20.0
    private static let gravityOfIncrements = 0.95...1.05

    /// A Boolean value that indicates whether the values are positive integers of similar size, such as the counts of an
    /// analogue accelerometer, which are in the middle of their range at 0 g.
    var hasOffset: Bool {
        let mean = series.mean
        return isInteger && min(mean.x, mean.y, mean.z) > 0.5 * max(mean.x, mean.y, mean.z)
            && series.values.allSatisfy { min($0.x, $0.y, $0.z) > 0 }
    }

    /// A Boolean value that indicates whether each axis reaches exactly 1 or −1, and never more.
    var isNormalised: Bool {
        (0..<3).allSatisfy { axis in series.values.lazy.map { abs($0[axis]) }.max() == 1 }
    }

    /// A Boolean value that indicates whether many numbers with decimals are below 1, many are above 10, and none is
    /// between them. Spreadsheets in some languages read 9.7844 as a number of thousands, and write 97.844.
    var lacksDecimalPoints: Bool {
        let sizes = series.values.flatMap { [$0.x, $0.y, $0.z] }.map(\.magnitude).filter { $0 > 0 && $0.isFinite }
        let (small, large) = (sizes.count { $0 < 1 }, sizes.count { $0 >= 10 })
        return !isInteger && sizes.count >= Self.minimumNumberCount && small + large == sizes.count
            && 10 * min(small, large) > sizes.count
    }

    private static let minimumNumberCount = 300
    private static let smallestSteadiness = 0.5

    /// The length of the mean vector relative to the median length.
    fileprivate var steadiness: Double {
        series.lengths.map { $0.median > 0 ? series.mean.length / $0.median : 0 } ?? 0
    }

    /// If an acceleration contains gravity, its mean over one second is almost as long as its median sample. This is the
    /// minimum ratio of the two lengths.
    private static let minimumSteadiness = 0.8
    /// The relative spread of the vectors' lengths up to which the median length is used as gravity. For a larger
    /// spread, the length of the mean vector is used. Rotations shorten the mean vector, but not the median length.
    private static let smallSpread = 0.3

    /// A Boolean value that indicates whether the median length of the vectors matches gravity in m/s² or g. If it
    /// does, ``accelerationUnit`` ignores column names.
    var hasLengthOfGravity: Bool {
        series.lengths.map { $0.spread < 1 && Self.unit(ofGravity: $0.median) != nil } ?? false
    }

    static func unit(ofGravity length: Double) -> String? {
        if (8.3...12).contains(length) { return "m/s^2" }
        return (0.85...1.22).contains(length) ? "g" : nil
    }

    /// The units in which the median length matches the Earth's magnetic field.
    var fieldUnits: [String] {
        guard let lengths = series.lengths, lengths.spread < 1.5 else { return [] }
        let units: [(String, Double)] = [("uT", 1), ("nT", 1e-3), ("mT", 1e3), ("T", 1e6), ("G", 100), ("mG", 0.1)]
        return units.filter { (20.0...70).contains(lengths.median * $0.1) }.map(\.0)
    }
}

extension String {
    /// The number of characters that two names have in common at their start and at their end.
    fileprivate func likeness(to other: String) -> Int {
        let start = zip(self, other).prefix { $0 == $1 }.count
        let end = zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
        return [start + end, count, other.count].min() ?? 0
    }
}

/// The sensors that were recognised in a log.
struct SensorSet {
    var accelerometer: SensorGroup?
    var gyroscope: SensorGroup?
    var magnetometer: SensorGroup?
    /// The comparisons of the gyroscope with gravity, and with the magnetic field.
    var gravityTurn: TurnRelation?
    var fieldTurn: TurnRelation?
}
