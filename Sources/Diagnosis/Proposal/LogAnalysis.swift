import Evaluation
import Recordings
import SensorModel

/// The analysis of a log's files: times, groups of columns, sensors, orientation and location.
struct LogAnalysis: SettingsProposal {
    let files: [LogFile]
    var guesses: [LayoutGuess] = []
    var questions: [LayoutQuestion] = []
    var unused: [String] = []
    var streams: [ProposedStream] = []
    private(set) var times: [Int: TimeGuess] = [:]
    private(set) var origin = "start"
    private var timeQuestions: [Int: LayoutQuestion] = [:]

    /// The number of rows per second of files without times; `nil` if the number is unknown.
    private let rate: Double?
    let answers: [LayoutAnswer]
    /// Probable answers to the questions about columns.
    private var probableAnswers: [LayoutAnswer] = []
    /// An answer that selects the first three columns that may be a vector, such as `magnetometer.columns=2`. `nil` if
    /// the log has no such columns.
    private var firstVector: String?
    /// The first vector that is named as an accelerometer but does not contain gravity, with the reason; `nil` if there is
    /// none.
    private var vectorWithoutGravity: String?
    /// A Boolean value that indicates whether all vectors are accelerations without gravity, according to their names.
    private var hasNoGravity = false

    init(_ files: [LogFile], rate: Double?, answers: [LayoutAnswer]) {
        self.files = files
        self.rate = rate
        self.answers = answers
        for (index, file) in files.enumerated() { readTime(of: file, index) }
        compareTimes()
        let groups = files.indices.flatMap { self.groups(of: $0) }
        let triples = groups.filter { $0.fields.count == 3 }.map { sensorGroup($0) }
        hasNoGravity = !triples.isEmpty && triples.allSatisfy(\.isWithoutGravity)
        let possible = triples.filter { $0.meaning != .other }
        firstVector = (possible.first(where: \.isOneSensor) ?? possible.first(where: \.hasLengthOfGravity)).map {
            found in
            let isRate = found.group.stem == "g"
            let sensor = found.fieldUnits.contains("uT") ? "magnetometer" : isRate ? "gyroscope" : "accelerometer"
            return "\(sensor).columns=\(self.files[found.group.file].answer(for: found.group.fields))"
        }
        // Rotations can be compared only with known times. Otherwise, only names identify sensors.
        let timed = Set(times.filter(\.value.isKnown).keys)
        let isTimed = { (group: ColumnGroup) in timed.contains(group.file) }
        let quaternions = groups.filter { $0.fields.count == 4 && isTimed($0) }
        let vectors = withAnswers(usable(triples)).map { withAxes($0) }.filter {
            isTimed($0.group) || $0.meaning != nil
        }
        let search = SensorSearch(
            vectors,
            absent: Set(answers.filter { $0.value == LayoutAnswer.none }.compactMap(\.meaning)),
            label: { self.label(of: $0) },
            answer: { files[$0.group.file].answer(for: $0.group.fields) }
        )
        unused += search.unused
        vectorWithoutGravity = search.unused.first
        probableAnswers = search.probableAnswers
        let settings = SensorSettings(search.found, isTimed: search.found.gyroscope.map { isTimed($0.group) } ?? true)
        guesses += search.guesses + settings.guesses
        if let force = search.found.accelerometer, force.isChosen, force.isWithoutGravity {
            guess(
                "accelerometer gravity",
                "included",
                .assumed,
                "from --set, although the names say that gravity was removed"
            )
        }
        questions += search.questions + settings.questions
        addOrientation(quaternions, search.found, settings)
        assumeRateUnit(settings)
        addSensors(search.found, settings)
        for index in files.indices { addLocation(of: index) }
        finish()
    }

    // MARK: Times

    private mutating func readTime(of file: LogFile, _ index: Int) {
        switch TimeGuess.guess(file, answers: answers) {
        case .found(let guess):
            times[index] = guess
            guard let rate, let column = guess.column, !guess.isStated else { return }
            let words = "from --rate; \(file.label(of: column)) increases steadily and could contain the times"
            times[index] = TimeGuess(rate: rate, rows: guess.seconds.count, evidence: words, others: [column])
        case .unknown(var question, let columns, let doubtsRate):
            // Commands cannot change an exported table.
            if file.isExported { question.choices = question.choices.map(\.withoutCommand) }
            // If the question is about the rate, the columns are counters. Otherwise, they may be times in an unknown
            // unit.
            let isRate = question.subject == LayoutQuestion.rateSubject
            let stated = StatedRate(remarks: file.form.remarks, delimiter: file.form.delimiter)
            let known = isRate ? rate ?? stated?.rate : nil
            let doubts = rate == nil ? [] : [doubtsRate ? question.reason : nil, differingRowCounts].compactMap(\.self)
            let isDoubtful = !doubts.isEmpty
            let evidence =
                rate == nil
                ? "stated in \(stated?.text ?? "the file")" : (["from --rate"] + doubts).joined(separator: "; ")
            var guess = TimeGuess(
                rate: known ?? Self.nominalRate,
                rows: file.columns.first?.values.count ?? 0,
                evidence: evidence,
                others: columns
            )
            (guess.rate, guess.open) = (known, isRate ? nil : columns.first)
            if let counter = columns.first, isRate, !doubtsRate, counter.skippedCount > 0 {
                guess.evidence +=
                    "; \(file.label(of: counter)) skips \(counter.skippedCount) numbers, so rows are missing"
            } else if !isDoubtful {
                guess.certainty = .certain
            }
            times[index] = guess
            if known == nil { timeQuestions[index] = question }
        }
    }

    /// The numbers of rows as text if they differ between the files by more than 2 %, so that one rate cannot be right for
    /// all files.
    private var differingRowCounts: String? {
        let counts = files.compactMap { $0.columns.first?.values.count }
        guard let least = counts.min(), let most = counts.max(), 50 * (most - least) > most else { return nil }
        return "the files have different numbers of rows (\(least) to \(most)), so one rate cannot fit all of them"
    }

    /// The assumed number of rows per second if the rate of a log file is unknown.
    private static let nominalRate = 100.0

    /// Determines the time units of all files by comparison with the times of the longest file.
    private mutating func compareTimes() {
        let known = times.filter(\.value.isKnown)
        guard files.count > 1, let main = known.max(by: { $0.value.seconds.count < $1.value.seconds.count })?.key,
            let first = times[main]?.seconds.first, let last = times[main]?.seconds.last, last > first
        else { return }
        for (index, file) in files.enumerated() where index != main {
            guard case .found(let guess) = TimeGuess.guess(file, during: first...last, answers: answers) else {
                continue
            }
            times[index] = guess
            timeQuestions[index] = nil
        }
    }

    // MARK: Groups

    private func groups(of index: Int) -> [ColumnGroup] {
        let file = files[index]
        guard let time = times[index] else { return [] }
        let named = file.namedGroups(file: index, without: time.column?.field)
        let rotations = named.filter { $0.fields.count == 4 && QuaternionFit.Rows.areRotations($0, in: file) }
        // Four columns without length 1 are not an orientation, even if they are named like a quaternion.
        let known = named.filter { $0.fields.count == 3 } + rotations
        guard known.isEmpty else { return known }
        let places = file.columns.filter { Self.isPlace($0.name) }
        let excluded = Set(([time.column].compactMap(\.self) + time.others + places).map(\.field))
            .union(file.fieldsOfLengths)
        // The elements of rotation matrices, and of quaternions in integers, could be mistaken for other vectors.
        let matrices =
            file.neighbours(9, file: index, without: excluded).filter { QuaternionFit.Rows.areMatrices($0, in: file) }
            + file.neighbours(4, file: index, without: excluded).filter { QuaternionFit.Rows.areCounts($0, in: file) }
        var taken = excluded.union(matrices.flatMap(\.fields))
        var quaternions: [ColumnGroup] = []
        for group in file.neighbours(4, file: index, without: excluded)
        where taken.isDisjoint(with: group.fields) && QuaternionFit.Rows.areRotations(group, in: file) {
            quaternions.append(group)
            taken.formUnion(group.fields)
        }
        return quaternions + file.neighbours(3, file: index, without: taken)
    }

    /// The maximum number of columns of a file with one sensor: three axes, a time, a counter and a temperature.
    private static let maximumColumnsOfSensor = 6

    func sensorGroup(_ group: ColumnGroup) -> SensorGroup {
        let file = files[group.file]
        let names = group.fields.map { file.columns[$0].name }
        var meaning = group.stem.isEmpty ? nil : SensorWords.meaning(of: group.stem)
        // A file with many unnamed columns contains several sensors.
        let isOfOne = group.isNamed || file.columns.count <= Self.maximumColumnsOfSensor
        let isUnnamed = SensorWords.tokens(of: group.stem).isEmpty
        // The text that selects the rows, such as 'acc', describes them better than the file's name.
        var evidence = "names"
        if meaning == nil, let text = file.condition?.text, let found = SensorWords.meaning(of: text) {
            (meaning, evidence) = (found, "the text of the rows")
        }
        if meaning == nil, isOfOne, file.name != nil || isUnnamed, let found = SensorWords.onlyMeaning(of: file.title) {
            (meaning, evidence) = (found, "the file's name")
        }
        // Some units, such as deg/s, belong to one kind of sensor only.
        let units: [(SensorWords.Meaning, StreamKind)] = [(.gyroscope, .gyroscope), (.accelerometer, .accelerometer)]
        for (sensor, kind) in units where meaning == nil {
            guard let unit = SensorWords.unit(in: names[0], of: kind), unit != "g",
                names.allSatisfy({ SensorWords.unit(in: $0, of: kind) == unit })
            else { continue }
            // The unit mG, in capital letters, is that of a magnetometer.
            if unit != "mg" || names[0].contains("mg") { (meaning, evidence) = (sensor, "the unit") }
        }
        if names.contains(where: SensorWords.isAngle) { meaning = .other }
        let series = VectorSeries(group, in: file, times: times[group.file]?.seconds ?? [])
        let title = isUnnamed ? file.title : nil
        return SensorGroup(
            group: group,
            meaning: meaning,
            evidence: evidence,
            series: series,
            names: names,
            title: title
        )
    }

    /// Removes groups with constant values, and corrects the kinds of two sensors. If the log has a named
    /// accelerometer, `gx, gy, gz` are rotation rates. If the log has no accelerometer, a linear acceleration that
    /// contains gravity, as in ROS, is used instead.
    private mutating func usable(_ groups: [SensorGroup]) -> [SensorGroup] {
        let accelerometers = groups.filter { $0.meaning == .accelerometer }
        let hasForce = accelerometers.contains { $0.accelerationUnit != nil }
        return groups.compactMap { group in
            var group = group
            if !hasForce, group.meaning == .other, group.isAccelerationWithGravity {
                group.meaning = .accelerometer
                return group
            }
            if group.meaning != .other, !group.isInteger, group.areAngles {
                unused.append("\(label(of: group)): angles, which jump by a full turn")
                return nil
            }
            let isConstant = group.group.fields.allSatisfy { !files[group.group.file].columns[$0].isVarying }
            // A named sensor may be constant: an accelerometer at rest, or a simulated magnetometer.
            if isConstant, group.meaning == nil || group.series.lengths.map({ $0.median == 0 }) ?? true {
                unused.append("\(label(of: group)): constant")
                return nil
            }
            let isRate = SensorWords.tokens(of: group.group.stem).last == "g"
            if !accelerometers.isEmpty, group.meaning == nil, isRate, !group.hasLengthOfGravity {
                group.meaning = .gyroscope
            }
            return group
        }
    }

    /// Returns the groups that the user has chosen, followed by other groups. The other groups exclude sensors for
    /// which the user has chosen a group, and groups that overlap a chosen group.
    private func withAnswers(_ groups: [SensorGroup]) -> [SensorGroup] {
        let chosen = answers.compactMap { answer -> SensorGroup? in
            guard let meaning = answer.meaning, let place = files.columns(answer.value, count: 3) else { return nil }
            let group =
                groups.map(\.group).first { $0.file == place.file && $0.fields == place.fields }
                ?? ColumnGroup(file: place.file, fields: place.fields, stem: "", isNamed: false)
            var found = sensorGroup(group)
            (found.meaning, found.isChosen) = (meaning, true)
            return found
        }
        return chosen
            + groups.filter { group in
                !answers.contains { $0.meaning != nil && $0.meaning == group.meaning }
                    && !chosen.contains { $0.overlaps(group) }
            }
    }

    /// Returns the sensor in the axes that the user has set. The accelerometer's sign does not affect the comparisons.
    private func withAxes(_ group: SensorGroup) -> SensorGroup {
        let own = answers.filter { $0.stream?.rawValue == group.meaning?.rawValue }
        let text = own.last { $0.key == "axes" }?.value.filter { !$0.isWhitespace }
        let map = AxisMap.all.first { "[\($0.text.filter { !$0.isWhitespace })]" == text } ?? .identity
        let isReversed = group.meaning == .gyroscope && own.contains { $0.key == "sign" && $0.value == "-1" }
        guard map != .identity || isReversed else { return group }
        var turned = group
        turned.series = VectorSeries(
            times: group.series.times,
            values: group.series.values.map { value in
                let axes = zip(map.sources, map.signs).map { value[$0] * ($1 * (isReversed ? -1 : 1)) }
                return Vector3(axes[0], axes[1], axes[2])
            }
        )
        return turned
    }

    func label(of group: SensorGroup) -> String {
        let file = files[group.group.file]
        let names = group.group.fields.map { file.label(of: file.columns[$0]) }
        return (file.name.map { "\($0): " } ?? "") + names.joined(separator: ", ")
    }

    // MARK: Streams

    private mutating func addSensors(_ sensors: SensorSet, _ settings: SensorSettings) {
        let found: [(StreamKind, SensorGroup?)] = [
            (.accelerometer, sensors.accelerometer), (.gyroscope, sensors.gyroscope),
            (.magnetometer, sensors.magnetometer),
        ]
        for (kind, group) in found {
            guard let group else { continue }
            let roles = zip(["x", "y", "z"], group.group.fields).map { (role: $0.0, field: $0.1) }
            var stream = ProposedStream(kind: kind, file: group.group.file, columns: roles)
            stream.settings = [("unit", settings.units[kind] ?? (kind == .gyroscope ? rateUnit : nil))]
            let asksScale = questions.contains { $0.subject == "\(kind.rawValue) scale" }
            if settings.scales[kind] != nil || asksScale { stream.settings.append(("scale", settings.scales[kind])) }
            if let (axes, sign) = settings.axes[kind] {
                stream.settings.append(("axes", axes))
                if sign < 0 { stream.settings.append(("sign", "-1")) }
            }
            if kind == .accelerometer { stream.settings.append(("sign", signOfAcceleration(settings))) }
            streams.append(stream)
        }
        streams.sort { StreamKind.allCases.firstIndex(of: $0.kind)! < StreamKind.allCases.firstIndex(of: $1.kind)! }
    }

    private mutating func signOfAcceleration(_ settings: SensorSettings) -> String? {
        if questions.contains(where: { $0.subject == "accelerometer sign" }) { return nil }
        if let sign = orientationSign {
            guess(
                "accelerometer sign",
                Self.text(sign),
                orientationIsCertain ? .likely : .assumed,
                "agrees with the orientation"
                    + (orientationIsCertain
                        ? "" : " in the northern hemisphere; in the southern one the sign is the opposite")
            )
            return Self.text(sign)
        }
        if let sign = settings.signOfField.map({ isSouthern ?? false ? -$0 : $0 }) {
            let words = "the magnetic field points down in the northern hemisphere, and up in the southern one"
            guess("accelerometer sign", Self.text(sign), isSouthern == nil ? .assumed : .likely, words)
            return Self.text(sign)
        }
        if let sign = settings.usualSign(rateUnit: rateUnit) {
            let words = "usual in these units; at rest, the acceleration points up"
            guess("accelerometer sign", Self.text(sign), .assumed, words)
            return Self.text(sign)
        }
        guard let sign = settings.sign else {
            ask(
                "accelerometer sign",
                "the device starts neither face up nor upright, and no other data determine which direction is up",
                ["sign: 1", "sign: -1"]
            )
            return nil
        }
        let words =
            "assuming that the device starts face up or upright; otherwise, answer with --set accelerometer.sign="
        guess("accelerometer sign", Self.text(sign), .assumed, words + Self.text(-sign))
        return Self.text(sign)
    }

    var isSouthern: Bool?
    var orientationSign: Double?
    /// A Boolean value that indicates whether latitudes or the Earth frame determine the hemisphere, on which
    /// ``orientationSign`` depends.
    var orientationIsCertain = false
    var rateUnit: String?

    /// Assumes the usual unit of the gyroscope if the log's orientation has not determined the unit.
    private mutating func assumeRateUnit(_ settings: SensorSettings) {
        guard rateUnit == nil, let unit = settings.usualRateUnit else { return }
        rateUnit = unit
        questions.removeAll { $0.subject == "gyroscope unit" }
        let beside = settings.units[.accelerometer] ?? ""
        guess("gyroscope unit", unit, .assumed, "usual in logs whose accelerations are in \(beside)")
    }

    private static func text(_ sign: Double) -> String { sign < 0 ? "-1" : "1" }

    // MARK: Result

    /// The maximum number of unused columns that are listed by name.
    private static let maximumListedCount = 100

    private mutating func finish() {
        // The times and columns of mixed rows cannot be recognised.
        if streams.isEmpty, let mixed = files.first(where: { $0.mixed != nil }) {
            questions = []
            return askAboutRows(of: mixed)
        }
        leaveOutLocation()
        leaveOutOtherSessions()
        let used = Set(streams.map(\.file))
        for (index, file) in files.enumerated() {
            // The times of mixed rows cannot be recognised.
            if let question = timeQuestions[index], file.mixed == nil,
                streams.isEmpty || used.contains(index) || (lacksSensor && looksLikeSensors(index))
            {
                questions.append(question)
            }
            guard used.contains(index) else {
                let name = file.name ?? "the file"
                if unused.contains(where: { $0.hasPrefix("\(name): ") || $0.hasPrefix("the location in \(name): ") }) {
                    continue
                }
                unused.append("\(name): no column was recognised")
                continue
            }
            noteTime(of: index)
            if !questions.contains(where: { $0.subject == "rows" }) { askAboutRows(of: file) }
            let read = Set(
                streams.filter { $0.file == index }.flatMap { $0.columns.map(\.field) }
                    + [times[index]?.column?.field].compactMap(\.self)
            )
            let lead = file.name.map { "\($0): " } ?? ""
            let rest = file.columns.filter { column in
                !read.contains(column.field)
                    && !unused.contains { $0.hasPrefix(lead) && $0.contains(file.label(of: column)) }
            }
            if !rest.isEmpty {
                let more = max(rest.count - Self.maximumListedCount, 0) + file.unexamined
                let words = rest.prefix(Self.maximumListedCount).map { column in
                    column.name.isEmpty ? "\(column.field + 1)" : file.label(of: column)
                }.joined(separator: ", ")
                unused.append(
                    lead + "columns \(words)" + (more > 0 ? " and \(more) more" : "")
                )
            }
        }
        // Without times, only named sensors are recognised.
        if streams.isEmpty, questions.concernOnlyRate,
            questions.isEmpty || !files.indices.contains(where: looksLikeSensors)
        {
            questions.append(questionAboutSensors)
        }
        questions += nextQuestions
        setOrigin()
    }

    /// The question about a log in which no sensor was recognised, with the reason.
    private var questionAboutSensors: LayoutQuestion {
        let columns = files.flatMap(\.columns).filter(\.isNumeric).map(\.name)
        let named = { (isMeant: (String) -> Bool) in columns.filter(isMeant).map { "'\($0)'" }.joined(separator: ", ") }
        let (angles, axes) = (named(SensorWords.isAngle), named(SensorWords.isAxis))
        let isRuledOut = answers.contains { $0.value == LayoutAnswer.none }
        let reason: String
        if hasNoGravity || isRuledOut {
            reason =
                hasNoGravity && !isRuledOut
                ? "the log has only accelerations without gravity, according to the names"
                : "no sensor is left, because accelerations without gravity and sensors with fewer than three axes are not used"
        } else if !angles.isEmpty {
            reason = "the log has an orientation (\(angles)), but no sensor"
        } else if firstVector == nil, !axes.isEmpty {
            reason = "of a sensor's three axes, the log has only \(axes)"
        } else {
            reason =
                vectorWithoutGravity
                ?? (firstVector == nil
                    ? "no column has the name or the values of a sensor"
                    : "names and values do not clearly show a sensor")
            if let firstVector {
                return LayoutQuestion(
                    subject: LayoutQuestion.sensorsSubject,
                    reason: reason
                        + (vectorWithoutGravity == nil ? "" : "; without gravity, no filter can be evaluated"),
                    choices: [],
                    answers: [firstVector, firstVector.prefix { $0 != "=" } + "=\(LayoutAnswer.none)"]
                )
            }
        }
        return LayoutQuestion(
            subject: LayoutQuestion.sensorsSubject,
            reason: "\(reason); no filter can be evaluated, but 'sextant filter' smooths the columns",
            choices: ["the columns of another sensor under 'streams'"],
            answers: []
        )
    }

    /// The questions that the answers to the present questions will probably raise, so that all are asked at once.
    ///
    /// Each trial fills in a setting that was open, so the trials end even if its question stays open.
    private var nextQuestions: [LayoutQuestion] {
        let asksRate = rate == nil && questions.contains { $0.subject == LayoutQuestion.rateSubject }
        let clock = questions.first { $0.subject.hasPrefix("time") }?.answers.first.flatMap { LayoutAnswer($0) }
        let sensor = questions.first { $0.subject == LayoutQuestion.sensorsSubject }?.answers.first.flatMap {
            LayoutAnswer($0)
        }
        let probable = (probableAnswers + [clock, sensor].compactMap(\.self)).filter { new in
            !answers.contains { ($0.stream, $0.key) == (new.stream, new.key) }
        }
        guard asksRate || !probable.isEmpty else { return [] }
        let next = followUps(probable, asksRate)
        // A single vector may be the acceleration or the angular rate.
        guard probable.contains(where: { $0.meaning == .gyroscope && $0.value == LayoutAnswer.none }),
            let force = probable.first(where: { $0.meaning == .accelerometer }),
            let rate = LayoutAnswer("gyroscope.columns=\(force.value)"),
            let without = LayoutAnswer("accelerometer.columns=\(LayoutAnswer.none)")
        else { return next }
        let others = probable.filter { ![.accelerometer, .gyroscope].contains($0.meaning) }
        let ofRate = followUps(others + [rate, without], asksRate).filter { $0.subject.hasPrefix("gyroscope ") }
        return next
            + ofRate.map { question in
                var question = question
                question.reason = "if the columns are the gyroscope's, \(question.reason)"
                return question
            }
    }

    /// Returns the questions that remain if the user gives certain answers, without the present questions.
    private func followUps(_ probable: [LayoutAnswer], _ asksRate: Bool) -> [LayoutQuestion] {
        let trial = LogAnalysis(files, rate: rate ?? (asksRate ? Self.nominalRate : nil), answers: answers + probable)
        return trial.questions.filter { next in
            !questions.contains { $0.subject == next.subject } && !next.answers.isEmpty
                && [" columns", " earth", " unit", " scale", " sign", LayoutQuestion.sensorsSubject].contains(
                    where: next.subject.hasSuffix
                )
        }
    }

    private mutating func askAboutRows(of file: LogFile) {
        guard let mixed = file.mixed else { return }
        ask(
            "rows",
            "\(file.label(of: mixed)) alternates between \(mixed.texts.count) texts, so the rows are probably of several "
                + "devices or sensors",
            mixed.texts.prefix(4).map { "where: \(mixed.text)=\($0)" } + ["where: \(LayoutAnswer.allRows)"]
        )
    }

    private var lacksSensor: Bool {
        [StreamKind.accelerometer, .gyroscope].contains { kind in !streams.contains { $0.kind == kind } }
    }

    /// Returns whether a file may contain a sensor. Further files with few rows, such as lines of text, do not.
    private func looksLikeSensors(_ index: Int) -> Bool {
        let columns = files[index].columns
        return columns.count { $0.isVarying } >= 3
            && (files.count == 1 || columns[0].values.count >= Self.minimumRowCountOfSensor)
    }

    private static let minimumRowCountOfSensor = 10

    private mutating func noteTime(of index: Int) {
        guard let time = times[index], time.isKnown else { return }
        let file = files[index]
        let lead = file.name.map { "\($0): " } ?? ""
        guesses.insert(
            LayoutGuess(
                subject: "\(lead)time",
                value: time.column.map { "\(file.label(of: $0)) in \(time.unit)" }
                    ?? "\(time.rateText ?? "") rows per second",
                certainty: time.certainty,
                evidence: time.evidence
            ),
            at: 0
        )
        if file.rowsWithoutTime > 0 {
            let words = "rows without a time: \(file.rowsWithoutTime)"
            guess("\(lead)empty", "skip", .assumed, words)
        }
        if time.runsBackward {
            guess("\(lead)backward", "skip", .assumed, "some rows have an earlier time than the previous row")
        }
    }

    /// Removes the location stream if its clock cannot be compared with the other clocks. This is the case if only the
    /// location has Unix times, or if all files except the location have Unix times.
    private mutating func leaveOutLocation() {
        guard let index = streams.firstIndex(where: { $0.kind == .location }), let time = times[streams[index].file],
            streams.contains(where: { $0.file != streams[index].file }),
            !streams.contains(where: { times[$0.file]?.isUnix == time.isUnix && $0.file != streams[index].file })
        else { return }
        let name = files[streams[index].file].name ?? ""
        let words =
            time.isUnix ? "has Unix times, and the other files do not" : "has no Unix times, unlike the other files"
        unused.append("the location in \(name): the file \(words), so the fixes cannot be related to the sensors")
        streams.remove(at: index)
        guesses.removeAll { $0.subject == "location columns" }
    }

    /// Sets the time origin that all files share, and checks that the files overlap.
    private mutating func setOrigin() {
        let used = Set(streams.map(\.file))
        let clocks = used.sorted().compactMap { times[$0] }.filter { $0.column != nil }
        guard let first = clocks.first else { return }
        guard clocks.allSatisfy({ $0.isUnix == first.isUnix }) else {
            return ask("time origin", "some files have Unix times, and others do not", ["origin: …"])
        }
        let isClock = clocks.contains { $0.unit == "clock" }
        let isLarge = clocks.contains { ($0.seconds.first ?? 0) > 1e5 || $0.unit != "s" }
        origin = first.isUnix ? "unix" : isClock || isLarge ? "boot" : "start"
        let starts = clocks.compactMap { $0.seconds.min() }
        let ends = clocks.compactMap { $0.seconds.max() }
        guard let start = starts.max(), let end = ends.min(), start > end else { return }
        ask(
            "time",
            "the files do not overlap in time: one ends before another starts",
            ["the unit and the origin of each file"]
        )
    }
}

extension String {
    /// The text before a shell command.
    fileprivate var withoutCommand: String {
        firstRange(of: /: (awk|mkdir)\b/).map { String(self[..<$0.lowerBound]) } ?? self
    }
}

extension [LayoutQuestion] {
    /// A Boolean value that indicates whether all questions are about the rows per second.
    var concernOnlyRate: Bool { allSatisfy { $0.subject == LayoutQuestion.rateSubject } }
}

extension LogAnalysis {
    /// Applies a user's answer. Returns `false` if the stream was not recognised.
    mutating func accept(_ answer: LayoutAnswer) -> Bool {
        // Answers about columns and times were already used by the analysis.
        guard let stream = answer.stream, answer.meaning == nil else { return true }
        guard let index = streams.firstIndex(where: { $0.kind == stream }) else { return false }
        // The columns of a quaternion were already used by the analysis.
        if answer.columnCount != nil { return true }
        guard answer.key != "columns" else {
            streams.remove(at: index)
            questions.removeAll { $0.subject.hasPrefix("\(stream.rawValue) ") }
            guesses.removeAll { $0.concerns(stream) }
            unused.append("the \(stream.rawValue): left out by --set")
            return true
        }
        let unit = streams[index].settings.first { $0.key == "unit" }?.value
        streams[index].settings.removeAll { $0.key == answer.key }
        streams[index].settings.append((answer.key, answer.value))
        if answer.key == "unit" {
            // Values in a unit that differs from the guess need no scale, unless the user gives one.
            let isGiven = answers.contains { $0.stream == stream && $0.key == "scale" }
            streams[index].settings.removeAll {
                $0.key == "scale" && !isGiven && ($0.value == nil || unit != answer.value)
            }
            questions.removeAll { $0.subject == "\(stream.rawValue) scale" }
        }
        // The offered sizes of one unit are in deg/s and uT.
        let units: [StreamKind: String] = [.gyroscope: "deg/s", .magnetometer: "uT"]
        if answer.key == "scale", let name = units[stream],
            let unit = streams[index].settings.firstIndex(where: { $0 == ("unit", nil) })
        {
            streams[index].settings[unit].value = name
            questions.removeAll { $0.subject == "\(stream.rawValue) unit" }
        }
        if answer.key == "scale",
            let unit = guesses.firstIndex(where: {
                $0.subject == "\(stream.rawValue) unit" && $0.value.contains(", scale")
            })
        {
            guesses.remove(at: unit)
        }
        let subject = "\(stream.rawValue) \(answer.key)"
        questions.removeAll { $0.subject == subject }
        guesses.removeAll { $0.subject == subject }
        guess(subject, answer.value, .certain, "from --set")
        return true
    }
}
