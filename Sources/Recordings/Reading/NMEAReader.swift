import SensorModel

/// A reader of NMEA 0183 sentences as location fixes. Memory grows only with the number of fixes.
///
/// In a line, a sentence may follow other text, such as the `NMEA,` that Android apps write. Other text may follow the
/// checksum.
struct NMEAReader {
    private static let second: Int64 = 1_000_000_000
    private static let day = 86_400 * second
    /// The maximum length of a line in bytes. A sentence has at most 82 bytes.
    private static let maximumLine = 1024
    /// A knot in m/s.
    private static let knot = 1852.0 / 3600
    /// The radius of the circle that contains 68 % of the horizontal errors, divided by the RMS of these errors: √(−ln
    /// 0.32). The value is exact if the errors to the north and to the east have equal standard deviations.
    private static let radius = 1.067_442_871_159_091_5

    /// The data of all sentences with the same time.
    private struct Moment {
        var timeOfDay: Int64
        /// The start of the day in nanoseconds since 1970, from an RMC sentence with a valid position.
        var midnight: Int64?
        /// The number of GGA sentences with this time.
        var positions = 0
        /// The position of the first valid GGA sentence.
        var fix: LocationFix?
        var hasMinimum = false
        /// The location fix that a valid RMC sentence contains.
        var minimumFix: LocationFix?
        var horizontal: Double?
        var vertical: Double?
        /// A Boolean value that indicates whether one of the sentences is a GST sentence.
        var hasDeviations = false
        /// The speed in m/s.
        var speed: Double?
        /// The direction of travel in degrees clockwise from true north.
        var course: Double?
    }

    private var moments: [Moment] = []
    private var leftOut: [String: Int] = [:]

    private init() {}

    static func read(
        path: String,
        into assembled: inout AssembledStreams,
        _ context: RecordingFile.Context
    ) throws(InputError) {
        var reader = NMEAReader()
        try reader.readLines(of: ByteSource(path: path, fingerprint: context.fingerprint))
        let samples = reader.fixes(context.clock)
        guard samples.count > 0 else { throw reader.noPosition(path) }
        assembled.recording.location = samples
        if !reader.moments.contains(where: { $0.midnight != nil }) {
            assembled.recording.notes.append(
                "no valid RMC sentence contains the date, so times count from the midnight before the first position (UTC)"
            )
        }
        assembled.note(path, of: [.location], leftOut: reader.leftOut)
    }

    private func noPosition(_ path: String) -> InputError {
        let words = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        let others = words.isEmpty ? "" : ", only \(words)"
        return InputError(
            file: path,
            message: "the file has no valid position in a GGA or RMC sentence\(others)",
            advice: "check that the receiver had a fix, and that the lines are complete"
        )
    }

    private mutating func count(_ reason: String) { leftOut[reason, default: 0] += 1 }

    private mutating func readLines(of source: ByteSource) throws(InputError) {
        var line: [UInt8] = []
        try source.forEachPiece { piece in
            for byte in piece {
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                    add(line)
                    line.removeAll(keepingCapacity: true)
                } else if line.count <= Self.maximumLine {
                    line.append(byte)
                }
            }
        }
        add(line)
    }

    private mutating func add(_ line: [UInt8]) {
        guard line.count <= Self.maximumLine else { return count("lines longer than \(Self.maximumLine) bytes") }
        let parts = line.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        if parts.count == 1, !line.isEmpty { count("lines without a sentence") }
        for part in parts.dropFirst() {
            do throws(NMEASentence.Fault) {
                try add(NMEASentence(part))
            } catch {
                count(error.rawValue)
            }
        }
    }

    private mutating func add(_ sentence: NMEASentence) throws(NMEASentence.Fault) {
        if sentence.type == "VTG" { return try addMotion(sentence) }
        guard ["GGA", "GST", "RMC"].contains(sentence.type) else {
            return count("sentences other than GGA, GST, RMC and VTG")
        }
        // A receiver without a fix may not know the time.
        guard !sentence.isEmpty(1) else { return count("sentences without a time") }
        var moment = Moment(timeOfDay: try sentence.timeOfDay(1))
        let isNew = moments.last?.timeOfDay != moment.timeOfDay
        if !isNew { moment = moments[moments.count - 1] }
        switch sentence.type {
        case "GGA": try addPosition(sentence, to: &moment)
        case "RMC": try addMinimum(sentence, to: &moment)
        default:
            moment.hasDeviations = true
            let (north, east) = (try sentence.nonNegative(6), try sentence.nonNegative(7))
            if let north, let east { moment.horizontal = Self.radius * (north * north + east * east).squareRoot() }
            moment.vertical = try sentence.nonNegative(8)
        }
        if isNew { moments.append(moment) } else { moments[moments.count - 1] = moment }
    }

    private mutating func addPosition(_ sentence: NMEASentence, to moment: inout Moment) throws(NMEASentence.Fault) {
        moment.positions += 1
        guard moment.fix == nil, !sentence.isEmpty(6), sentence.text(6) != "0" else { return }
        var fix = try sentence.position(2)
        // In recordings, altitudes are relative to the ellipsoid.
        if let altitude = try sentence.number(9) {
            if let separation = try sentence.number(11) {
                fix.altitudeMetres = altitude + separation
            } else {
                count("altitudes above mean sea level without the height of the geoid")
            }
        }
        moment.fix = fix
    }

    private func addMinimum(_ sentence: NMEASentence, to moment: inout Moment) throws(NMEASentence.Fault) {
        moment.hasMinimum = true
        guard sentence.text(2) == "A" else { return }
        moment.minimumFix = try sentence.position(3)
        moment.midnight = try sentence.midnight(9)
        moment.speed = try sentence.nonNegative(7).map { $0 * Self.knot }
        moment.course = try sentence.nonNegative(8)
    }

    /// Adds the speed and the course of a VTG sentence to the fix of the previous sentence, because a VTG sentence has
    /// no time. The values of an RMC sentence with the same time take precedence.
    private mutating func addMotion(_ sentence: NMEASentence) throws(NMEASentence.Fault) {
        guard !moments.isEmpty else { return count("VTG sentences before the first time") }
        let (course, speed) = (try sentence.nonNegative(1), try sentence.nonNegative(5))
        let last = moments.count - 1
        moments[last].course = moments[last].course ?? course
        moments[last].speed = moments[last].speed ?? speed.map { $0 * Self.knot }
    }

    /// Returns the valid positions with their times. Counts discarded sentences and positions by reason.
    private mutating func fixes(_ clock: ClockOrigins) -> SensorStream<LocationFix> {
        let all = moments
        moments = all.filter { $0.positions > 0 || $0.hasMinimum }
        for moment in all where moment.positions == 0 && !moment.hasMinimum && moment.hasDeviations {
            count("GST sentences without a position at the same time")
        }
        let hasDate = moments.contains { $0.midnight != nil }
        let usesGGA = moments.contains { $0.fix != nil }
        var samples = SensorStream<LocationFix>()
        var last = Int64.min
        for (moment, stamp) in zip(moments, stamps()) {
            guard moment.positions > 0 || !usesGGA else { continue }
            guard var fix = usesGGA ? moment.fix : moment.minimumFix else {
                count("times without a valid position")
                continue
            }
            guard stamp > last else {
                count("positions whose time is not after the previous time")
                continue
            }
            last = stamp
            fix.horizontalAccuracyMetres = moment.horizontal
            fix.verticalAccuracyMetres = moment.vertical
            fix.speed = moment.speed
            fix.course = moment.course.map { Angle(degrees: $0) }
            samples.times.append(Double(hasDate ? clock.sinceZero(stamp, of: .unix) : stamp) / 1e9)
            samples.values.append(fix)
        }
        return samples
    }

    /// Returns the times in nanoseconds since 1970 or, if no date is known, since the midnight before the first time.
    ///
    /// Dates come from RMC sentences. Between RMC sentences, a new day starts when the time of day decreases by more
    /// than half a day.
    private func stamps() -> [Int64] {
        let known = moments.firstIndex { $0.midnight != nil } ?? 0
        var stamps = moments.map(\.timeOfDay)
        guard !moments.isEmpty else { return stamps }
        let start = moments[known].midnight ?? 0
        func isMidnight(before index: Int) -> Bool {
            moments[index].timeOfDay < moments[index - 1].timeOfDay - Self.day / 2
        }
        var midnight = start
        for index in known..<moments.count {
            if index > known, isMidnight(before: index) { midnight += Self.day }
            midnight = moments[index].midnight ?? midnight
            stamps[index] += midnight
        }
        midnight = start
        for index in (0..<known).reversed() {
            if isMidnight(before: index + 1) { midnight -= Self.day }
            stamps[index] += midnight
        }
        return stamps
    }
}

/// A sentence of NMEA 0183: an address, fields and a checksum.
struct NMEASentence {
    /// A reason why a sentence is not read.
    enum Fault: String, Error {
        case withoutChecksum = "sentences without a checksum"
        case wrongChecksum = "sentences with a wrong checksum"
        case invalid = "sentences with an invalid time, date, position or number"
    }

    /// The type of the sentence without the talker, such as `GGA`.
    let type: String
    private let fields: [ArraySlice<UInt8>]

    /// Parses the text after `$`.
    init(_ text: ArraySlice<UInt8>) throws(Fault) {
        guard let end = text.firstIndex(of: UInt8(ascii: "*")),
            let checksum = UInt8(String(decoding: text[(end + 1)...].prefix(2), as: UTF8.self), radix: 16),
            end + 2 < text.endIndex
        else { throw .withoutChecksum }
        guard text[..<end].reduce(0, ^) == checksum else { throw .wrongChecksum }
        fields = text[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let address = String(decoding: fields[0], as: UTF8.self)
        type = address.utf8.count == 5 ? String(address.suffix(3)) : address
    }

    func text(_ field: Int) -> String {
        field < fields.count ? String(decoding: fields[field], as: UTF8.self) : ""
    }

    func isEmpty(_ field: Int) -> Bool { field >= fields.count || fields[field].isEmpty }

    /// Returns the number in a field, or `nil` if the field is empty.
    func number(_ field: Int) throws(Fault) -> Double? {
        guard !isEmpty(field) else { return nil }
        guard let value = NumberText.value(text(field)) else { throw .invalid }
        return value
    }

    /// Returns the number in a field, or `nil` if the field is empty. Negative numbers are invalid.
    func nonNegative(_ field: Int) throws(Fault) -> Double? {
        guard let value = try number(field) else { return nil }
        guard value >= 0 else { throw .invalid }
        return value
    }

    /// Returns the position in four fields: latitude, N or S, longitude, E or W.
    func position(_ field: Int) throws(Fault) -> LocationFix {
        let latitude = try degrees(field, positive: "N", negative: "S", limit: 90)
        let longitude = try degrees(field + 2, positive: "E", negative: "W", limit: 180)
        return LocationFix(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
    }

    /// Returns an angle in degrees. The field contains degrees and minutes, such as `4807.038`. The next field contains
    /// the hemisphere.
    private func degrees(_ field: Int, positive: String, negative: String, limit: Double) throws(Fault) -> Double {
        let (digits, side) = (text(field), text(field + 1))
        let whole = digits.prefix { $0.isASCII && $0.isNumber }
        guard whole.count > 2, side == positive || side == negative,
            let degrees = NumberText.value(String(whole.dropLast(2))),
            let minutes = NumberText.value(String(digits.dropFirst(whole.count - 2))), (0..<60).contains(minutes),
            degrees + minutes / 60 <= limit
        else { throw .invalid }
        return (degrees + minutes / 60) * (side == negative ? -1 : 1)
    }

    /// Returns the time of day in nanoseconds. The field contains hours, minutes and seconds, such as `123519.25`.
    func timeOfDay(_ field: Int) throws(Fault) -> Int64 {
        let text = text(field)
        let pairs = try pairs(text.prefix(6))
        let rest = text.dropFirst(6)
        guard rest.isEmpty || rest.hasPrefix("."),
            let stamp = StampText.nanoseconds((pairs.joined(separator: ":") + rest).utf8, .clock)
        else { throw .invalid }
        return stamp
    }

    /// Returns the start of a day in nanoseconds since 1970. The field contains day, month and year, such as `230394`.
    /// GPS began in 1980, so the years are 1980 to 2079.
    func midnight(_ field: Int) throws(Fault) -> Int64 {
        let pairs = try pairs(text(field)[...])
        let century = pairs[2] < "80" ? "20" : "19"
        let date = "\(century)\(pairs[2])-\(pairs[1])-\(pairs[0]) 00:00:00"
        guard let stamp = StampText.nanoseconds(date.utf8, .dateTime) else { throw .invalid }
        return stamp
    }

    /// Returns the three pairs of digits in a text of six digits.
    private func pairs(_ text: Substring) throws(Fault) -> [String] {
        let digits = Array(text.utf8)
        guard digits.count == 6, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .invalid }
        return stride(from: 0, to: 6, by: 2).map { String(decoding: digits[$0..<$0 + 2], as: UTF8.self) }
    }
}
