import Recordings
import SensorModel

/// The analysis of the files of a log: times, groups of columns, sensors, orientation and location.
struct LogAnalysis {
    let files: [LogFile]
    var guesses: [LayoutGuess] = []
    private(set) var questions: [LayoutQuestion] = []
    var unused: [String] = []
    var streams: [ProposedStream] = []
    private(set) var times: [Int: TimeGuess] = [:]
    private(set) var origin = "start"
    private var timeQuestions: [Int: LayoutQuestion] = [:]

    init(_ files: [LogFile]) {
        self.files = files
        for (index, file) in files.enumerated() { readTime(of: file, index) }
        compareTimes()
        let groups = files.indices.flatMap { self.groups(of: $0) }
        let quaternions = groups.filter { $0.fields.count == 4 }
        let vectors = groups.filter { $0.fields.count == 3 }.map { self.sensorGroup($0) }
        let search = SensorSearch(vectors) { self.label(of: $0) }
        let settings = SensorSettings(search.found)
        guesses += search.guesses + settings.guesses
        questions += search.questions + settings.questions
        addOrientation(quaternions, search.found, settings)
        addSensors(search.found, settings)
        for index in files.indices { addLocation(of: index) }
        finish()
    }

    // MARK: Times

    private mutating func readTime(of file: LogFile, _ index: Int) {
        guard file.form.preamble == 0 else {
            timeQuestions[index] = LayoutQuestion(
                subject: "header",
                reason: "lines before the table have other columns",
                choices: ["remove these lines, or put '#' before each"]
            )
            return
        }
        switch TimeGuess.guess(file) {
        case .found(let guess): times[index] = guess
        case .unknown(let question): timeQuestions[index] = question
        }
    }

    /// Decides the time units of the other files by the file with the most rows.
    private mutating func compareTimes() {
        guard files.count > 1, let main = times.max(by: { $0.value.seconds.count < $1.value.seconds.count })?.key,
            let first = times[main]?.seconds.first, let last = times[main]?.seconds.last, last > first
        else { return }
        for (index, file) in files.enumerated() where index != main && file.form.preamble == 0 {
            guard case .found(let guess) = TimeGuess.guess(file, during: first...last) else { continue }
            times[index] = guess
            timeQuestions[index] = nil
        }
    }

    // MARK: Groups

    private func groups(of index: Int) -> [ColumnGroup] {
        let file = files[index]
        guard let time = times[index] else { return [] }
        let named = file.namedGroups(file: index, without: time.column.field)
        let rotations = named.filter { $0.fields.count == 4 && QuaternionFit.Rows.areRotations($0, in: file) }
        // Four columns with names of a quaternion, but without its length, are no orientation.
        let known = named.filter { $0.fields.count == 3 } + rotations
        guard known.isEmpty else { return known }
        let excluded = Set([time.column.field] + time.others.map(\.field))
        var taken = excluded
        var quaternions: [ColumnGroup] = []
        for group in file.neighbours(4, file: index, without: excluded)
        where taken.isDisjoint(with: group.fields) && QuaternionFit.Rows.areRotations(group, in: file) {
            quaternions.append(group)
            taken.formUnion(group.fields)
        }
        return quaternions + file.neighbours(3, file: index, without: taken)
    }

    private func sensorGroup(_ group: ColumnGroup) -> SensorGroup {
        let file = files[group.file]
        let names = group.fields.map { file.columns[$0].name }
        var meaning = group.stem.isEmpty ? nil : SensorWords.meaning(of: group.stem)
        if meaning == nil, let name = file.name { meaning = SensorWords.meaning(of: name) }
        // A unit that only one sensor has.
        let units: [(SensorWords.Meaning, StreamKind)] = [(.gyroscope, .gyroscope), (.accelerometer, .accelerometer)]
        for (sensor, kind) in units where meaning == nil {
            if let unit = SensorWords.unit(in: names[0], of: kind), unit != "g" { meaning = sensor }
        }
        let series = VectorSeries(group, in: file, times: times[group.file]?.seconds ?? [])
        return SensorGroup(group: group, meaning: meaning, series: series, names: names)
    }

    private func label(of group: SensorGroup) -> String {
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
            if kind == .accelerometer { stream.settings.append(("sign", signOfAcceleration(settings))) }
            streams.append(stream)
        }
        streams.sort { StreamKind.allCases.firstIndex(of: $0.kind)! < StreamKind.allCases.firstIndex(of: $1.kind)! }
    }

    private mutating func signOfAcceleration(_ settings: SensorSettings) -> String? {
        if questions.contains(where: { $0.subject == "accelerometer sign" }) { return nil }
        if let sign = orientationSign {
            guesses.append(
                LayoutGuess(
                    subject: "accelerometer sign",
                    value: Self.text(sign),
                    certainty: orientationIsCertain ? .likely : .assumed,
                    evidence: "agrees with the orientation"
                        + (orientationIsCertain
                            ? "" : " on the northern hemisphere; on the southern one it is the opposite")
                )
            )
            return Self.text(sign)
        }
        guard let sign = settings.sign else {
            questions.append(
                LayoutQuestion(
                    subject: "accelerometer sign",
                    reason: "the device starts neither face up nor upright, and nothing else says where up is",
                    choices: ["sign: 1", "sign: -1"]
                )
            )
            return nil
        }
        guesses.append(
            LayoutGuess(
                subject: "accelerometer sign",
                value: Self.text(sign),
                certainty: .assumed,
                evidence: "assumes that the device starts face up or upright"
            )
        )
        return Self.text(sign)
    }

    private var orientationSign: Double?
    /// Whether latitudes say the hemisphere, from which ``orientationSign`` follows.
    private var orientationIsCertain = false
    private var rateUnit: String?

    private static func text(_ sign: Double) -> String { sign < 0 ? "-1" : "1" }

    private mutating func addOrientation(_ groups: [ColumnGroup], _ sensors: SensorSet, _ settings: SensorSettings) {
        let isSouthern = Self.isSouthern(files)
        for group in groups {
            guard let time = times[group.file] else { continue }
            let file = files[group.file]
            if SensorWords.isPose(group.stem + " " + (file.name ?? "")) { continue }
            let result = OrientationSettings(
                group,
                in: file,
                times: time.seconds,
                sensors: sensors,
                settings: settings,
                isSouthern: isSouthern
            )
            guard !streams.contains(where: { $0.kind == result.kind }) else {
                questions.append(
                    LayoutQuestion(
                        subject: "quaternion",
                        reason: "the log has several for \(result.kind.rawValue)",
                        choices: ["one as reference, one as attitude"]
                    )
                )
                return
            }
            guesses += result.guesses
            questions += result.questions
            if let unit = result.rateUnit, rateUnit == nil {
                rateUnit = unit
                questions.removeAll { $0.subject == "gyroscope unit" && $0.reason == SensorSettings.littleRotation }
            }
            if orientationSign == nil, let sign = result.sign {
                orientationSign = sign
                orientationIsCertain = result.isHemisphereKnown
            }
            let fields = result.fields.isEmpty ? group.fields : result.fields
            let roles = zip(["qw", "qx", "qy", "qz"], fields).map { (role: $0.0, field: $0.1) }
            var stream = ProposedStream(kind: result.kind, file: group.file, columns: roles)
            stream.settings = [("direction", result.direction), ("earth", result.earth), ("north", "true")]
            streams.append(stream)
        }
    }

    // MARK: Result

    /// The number of unused columns that are listed by name.
    private static let mostListed = 100

    private mutating func finish() {
        let used = Set(streams.map(\.file))
        for (index, file) in files.enumerated() {
            if let question = timeQuestions[index], streams.isEmpty || looksLikeSensors(index) {
                questions.append(question)
            }
            guard used.contains(index) else {
                unused.append("\(file.name ?? "the file"): no columns were recognised")
                continue
            }
            noteTime(of: index)
            let read = Set(
                streams.filter { $0.file == index }.flatMap { $0.columns.map(\.field) } + [times[index]!.column.field]
            )
            let rest = file.columns.filter { !read.contains($0.field) }
            if !rest.isEmpty {
                let more = max(rest.count - Self.mostListed, 0) + file.unexamined
                let words = rest.prefix(Self.mostListed).map { file.label(of: $0) }.joined(separator: ", ")
                unused.append(
                    (file.name.map { "\($0): " } ?? "") + "columns \(words)" + (more > 0 ? " and \(more) more" : "")
                )
            }
        }
        let hasMotion = streams.contains { $0.kind == .accelerometer || $0.kind == .gyroscope }
        if !hasMotion, questions.isEmpty {
            questions.append(
                LayoutQuestion(
                    subject: "sensors",
                    reason: "no columns have the names or the values of an accelerometer or a gyroscope",
                    choices: ["the columns of each sensor under 'streams'"]
                )
            )
        }
        setOrigin(used)
    }

    private func looksLikeSensors(_ index: Int) -> Bool { files[index].columns.count { $0.isVarying } >= 3 }

    private mutating func noteTime(of index: Int) {
        guard let time = times[index] else { return }
        let file = files[index]
        let lead = file.name.map { "\($0): " } ?? ""
        guesses.insert(
            LayoutGuess(
                subject: "\(lead)time",
                value: "\(file.label(of: time.column)) in \(time.unit)",
                certainty: time.certainty,
                evidence: time.evidence
            ),
            at: 0
        )
        if time.runsBackward {
            guesses.append(
                LayoutGuess(
                    subject: "\(lead)backward",
                    value: "skip",
                    certainty: .assumed,
                    evidence: "some rows have a time before that of the previous row"
                )
            )
        }
    }

    /// Sets the origin that all files have, and checks that they overlap.
    private mutating func setOrigin(_ used: Set<Int>) {
        let clocks = used.sorted().compactMap { times[$0] }
        guard let first = clocks.first else { return }
        guard clocks.allSatisfy({ $0.isUnix == first.isUnix }) else {
            return questions.append(
                LayoutQuestion(
                    subject: "time origin",
                    reason: "some files have Unix times, others do not",
                    choices: ["origin: …"]
                )
            )
        }
        let isClock = clocks.contains { $0.unit == "clock" }
        let isLarge = clocks.contains { ($0.seconds.first ?? 0) > 1e5 || $0.unit != "s" }
        origin = first.isUnix ? "unix" : isClock || isLarge ? "boot" : "start"
        let starts = clocks.compactMap(\.seconds.first)
        let ends = clocks.compactMap(\.seconds.last)
        guard let start = starts.max(), let end = ends.min(), start > end else { return }
        questions.append(
            LayoutQuestion(
                subject: "time",
                reason: "the files do not overlap in time: one ends before another starts",
                choices: ["the unit and the origin of each file"]
            )
        )
    }
}
