import Recordings

extension LogAnalysis {
    /// Adds the orientations of the log: a reference, and the attitude of the device.
    mutating func addOrientation(_ groups: [ColumnGroup], _ sensors: SensorSet, _ settings: SensorSettings) {
        isSouthern = Self.isSouthern(files)
        let chosen = answers.orientations(of: groups, in: files)
        for (kind, group) in chosen.isEmpty ? groups.map({ (nil, $0) }) : chosen {
            guard let time = times[group.file] else { continue }
            let file = files[group.file]
            if kind == nil, SensorWords.isPose(group.stem + " " + (file.name ?? "")) { continue }
            if kind == nil, group.stem.hasPrefix("dq") {
                unused.append("\(label(of: sensorGroup(group))): increments of the orientation")
                continue
            }
            let result = OrientationSettings(
                group,
                as: kind,
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
                        reason: "the log has several quaternions that could be the \(result.kind.rawValue)",
                        choices: ["one of them as reference, one as attitude"],
                        answers: groups.map {
                            "\(result.kind.rawValue).columns=\(files[$0.file].answer(for: $0.fields))"
                        }
                    )
                )
                return
            }
            if result.kind == .attitude, leaveOut(result, group, isAlone: groups.count == 1) { continue }
            add(result, group)
        }
        if !streams.contains(where: { $0.kind == .attitude }) { addAngles(sensors, settings) }
    }

    /// Leaves out a device's orientation whose convention is unknown, because the filters do not need it. Returns `false`
    /// if the convention is known, or if the user has set a part of it.
    private mutating func leaveOut(_ orientation: OrientationSettings, _ group: ColumnGroup, isAlone: Bool) -> Bool {
        let open = orientation.questions.filter { $0.subject.hasPrefix("\(orientation.kind.rawValue) ") }
        guard let first = open.first, !answers.contains(where: { $0.stream == orientation.kind }) else { return false }
        let columns = isAlone ? [] : ["--set attitude.columns=\(files[group.file].answer(for: group.fields))"]
        let options = open.compactMap { question in
            question.answers.first.map {
                "--set \($0.prefix { $0 != "=" })=VALUE (\(question.values.joined(separator: " or ")))"
            }
        }
        let advice =
            options.isEmpty
            ? "" : "; if you know the convention, add \((columns + options).joined(separator: " and "))"
        let order = orientation.guesses.first { $0.subject == "attitude columns" && $0.certainty == .assumed }
        let words = order.map { "; the order \($0.value) is \($0.evidence)" } ?? ""
        unused.append("\(label(of: sensorGroup(group))) (orientation of the device): \(first.reason)\(advice)\(words)")
        useRateUnit(of: orientation)
        guesses += orientation.guesses.filter { $0.subject == "gyroscope unit" }
        questions += orientation.questions.filter { !open.contains($0) }
        return true
    }

    private mutating func useRateUnit(of orientation: OrientationSettings) {
        guard let unit = orientation.rateUnit, rateUnit == nil else { return }
        rateUnit = unit
        questions.removeAll { $0.subject == "gyroscope unit" }
    }

    private mutating func add(_ orientation: OrientationSettings, _ group: ColumnGroup) {
        guesses += orientation.guesses
        questions += orientation.questions
        useRateUnit(of: orientation)
        if orientationSign == nil, let sign = orientation.sign {
            orientationSign = sign
            orientationIsCertain = orientation.isHemisphereKnown
        }
        let fields = orientation.fields.isEmpty ? group.fields : orientation.fields
        let columns = ProposedStream.orientationColumns(fields)
        var stream = ProposedStream(kind: orientation.kind, file: group.file, columns: columns)
        let convention = orientation.angles?.settings ?? [("direction", orientation.direction)]
        stream.settings = convention + [("earth", orientation.earth), ("north", "true")]
        streams.append(stream)
    }

    /// Adds the device's roll, pitch and yaw, if they agree with the sensors in a known convention.
    private mutating func addAngles(_ sensors: SensorSet, _ settings: SensorSettings) {
        for (index, time) in times.sorted(by: { $0.key < $1.key }) where time.isKnown {
            for group in files[index].angleGroups(file: index) {
                let result = OrientationSettings(
                    angles: group,
                    in: files[index],
                    times: time.seconds,
                    sensors: sensors,
                    settings: settings,
                    isSouthern: isSouthern
                )
                if let result { return add(result, group) }
                let names = group.fields.map { files[index].label(of: files[index].columns[$0]) }
                unused.append(
                    "\(names.joined(separator: ", ")): angles whose convention the sensors do not determine"
                )
            }
        }
    }
}
