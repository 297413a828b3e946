import SensorModel

/// A reader of a GPX file's track points as location fixes. Memory grows only with the number of points.
struct GPXReader: MarkupContent {
    private let clock: ClockOrigins
    private var samples = SensorStream<LocationFix>()
    private var lastStamp = Int64.min
    private var point: Point?
    private var withoutTime = 0
    private var others = 0

    private struct Point {
        var fix: LocationFix
        var stamp: Int64?
        let start: MarkupElement
    }

    static func read(
        path: String,
        into assembled: inout AssembledStreams,
        _ context: RecordingFile.Context
    ) throws(InputError) {
        let reader = try MarkupReader.read(
            path: path,
            fingerprint: context.fingerprint,
            GPXReader(clock: context.clock)
        )
        guard reader.samples.count > 0 else { throw reader.noPoints(in: path) }
        assembled.recording.location = reader.samples
        assembled.note(path, of: [.location], leftOut: reader.leftOut)
    }

    private var leftOut: [(key: String, value: Int)] {
        [("track points without a time", withoutTime), ("points outside of tracks", others)].filter { $0.1 > 0 }
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        switch element.name {
        case "trkpt":
            let coordinates = try element.point()
            let fix = LocationFix(latitude: coordinates.latitude, longitude: coordinates.longitude)
            point = Point(fix: fix, start: element)
        case "wpt", "rtept": others += 1
        case "ele", "time": return point?.start.depth == element.depth - 1
        default: break
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        guard let point else { return }
        if point.start.depth == element.depth { return try finish(point) }
        guard let text, point.start.depth == element.depth - 1 else { return }
        if element.name == "ele" {
            self.point?.fix.altitudeMetres = NumberText.value(text)
            return
        }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return }
        guard let stamp = StampText.nanoseconds(words.utf8, .dateTime) else {
            throw element.error(
                message: "'\(words.excerpt)' is not a time such as 2024-03-02T12:30:05Z"
            )
        }
        self.point?.stamp = stamp
    }

    private mutating func finish(_ point: Point) throws(InputError) {
        self.point = nil
        guard let stamp = point.stamp else {
            withoutTime += 1
            return
        }
        guard stamp >= lastStamp else {
            let difference = Double(lastStamp - stamp) / 1e9
            throw InputError(
                file: point.start.file,
                line: point.start.line,
                message: "the time is \(difference) s earlier than the previous point's time",
                advice: "sort the tracks by time, or write each track to a separate file"
            )
        }
        lastStamp = stamp
        samples.times.append(Double(clock.sinceZero(stamp, of: .unix)) / 1e9)
        samples.values.append(point.fix)
    }

    private func noPoints(in path: String) -> InputError {
        let words = leftOut.map { "\($0.key) (\($0.value))" }.joined(separator: " and ")
        let others = words.isEmpty ? "" : ", only \(words)"
        return InputError(
            file: path,
            message: "the file has no track points with times\(others)",
            advice: "export the recorded track with its times"
        )
    }
}
