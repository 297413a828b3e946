import Foundation
import SensorModel

/// The samples of a log that was printed as text, such as `Accel X: 0.12 Y: -0.3 Z: 9.8 m/s^2`.
///
/// The label in front of a number is the name of its column. Numbers without a label belong to the label before them,
/// and an axis without a sensor, such as `Y`, to the sensor before it. A row ends where one of its names is printed
/// again, so that a sample can have several lines, as `rostopic echo` prints them. Other lines, such as the messages of a
/// starting device, are kept in a second table.
struct LabelledText {
    /// The bytes at the start of a file from which the format is detected.
    static let headBytes = 1 << 16
    /// The name of the table with the lines that are not samples.
    static let otherLines = "other lines"
    private static let minimumLineCount = 10
    /// The minimum fraction of the lines with samples among all lines at the start of a file.
    private static let minimumShare = 0.8
    /// The maximum fraction of lines with numbers that are not samples. They could be a part of each sample.
    private static let maximumUnreadShare = 0.05
    /// The number of lines that are examined first, and the reciprocal of the minimum share of labelled lines among them.
    private static let (probeCount, minimumProbeShare) = (20, 4)
    private static let minimumNameCount = 3
    private static let maximumNameCount = 128
    /// The maximum number of different lists of names that are counted.
    private static let maximumKindCount = 1000
    /// The minimum number of lines with the same names, as a fraction of the lines with the most frequent names.
    private static let minimumFrequency = 0.02
    /// The names of the nanoseconds that follow the whole seconds of a time in messages of ROS.
    private static let nanoseconds: Set<String> = ["nsecs", "nanosec"]

    private var samples = GrowingTable()
    private var others = GrowingTable()

    /// Returns a Boolean value that indicates whether the first bytes of a file are samples in labelled text.
    static func accepts(head: [UInt8]) -> Bool {
        // XML, NMEA sentences and comments of tables begin with these bytes.
        guard let first = head.first(where: { $0 > 0x20 }), !"<$%".utf8.contains(first), !head.contains(0) else {
            return false
        }
        let lines = head.split(whereSeparator: { $0 == 10 || $0 == 13 }).dropLast(head.count < headBytes ? 0 : 1)
            .filter { !$0.allSatisfy { $0 <= 0x20 } }
        // Most files are not labelled, which a few lines show.
        let probe = stride(from: 0, to: lines.count, by: max(1, lines.count / probeCount)).map { lines[$0] }
        let labels = LabelCache()
        let labelled = probe.count { LabelledLine($0, sensor: "", labels).isLabelled }
        guard lines.count >= minimumLineCount, minimumProbeShare * labelled >= probe.count else { return false }
        // Messages of a starting device can precede the samples.
        return areSamples(lines[...], labels)
            || lines.count >= 4 * minimumLineCount && areSamples(lines.suffix(lines.count / 2), labels)
    }

    private static func areSamples(_ lines: ArraySlice<ArraySlice<UInt8>>, _ labels: LabelCache) -> Bool {
        let names = LineNames(lines, labels)
        guard (minimumNameCount...maximumNameCount).contains(Set(names.frequent.joined()).count) else { return false }
        return Double(names.sampleCount) >= minimumShare * Double(lines.count - names.markCount)
            && Double(names.unreadCount) <= maximumUnreadShare * Double(lines.count)
    }

    /// Reads a file.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    init(path: String) throws(InputError) {
        let bytes = try ByteSource(path: path, fingerprint: nil, access: .repeatable)
            .readAll(limit: JSONText.maximumBytes, advice: "write shorter logs")
        let lines = Lines(rest: bytes[...])
        let maximumBytes = GrowingTable.maximumBytes(forFileOf: bytes.count)
        let labels = LabelCache()
        let frequent = Set(LineNames(lines, labels).frequent)
        let hasNanoseconds = frequent.contains { $0.contains(where: Self.nanoseconds.contains) }
        var seconds: ArraySlice<UInt8>?
        var sensor = ""
        var names: Set<String> = []
        for (index, bytes) in lines.enumerated() {
            let line = LabelledLine(bytes, sensor: sensor, labels)
            if let heading = line.heading { sensor = heading }
            guard samples.maximumBytes + others.maximumBytes <= maximumBytes else {
                throw GrowingTable.tooLarge(path, "text")
            }
            guard !line.values.isEmpty, frequent.contains(line.names) else {
                if line.heading == nil, !bytes.allSatisfy({ $0 <= 0x20 }) {
                    let text = "line \(index + 1): " + String(decoding: bytes, as: UTF8.self)
                    _ = others.set(Array("text".utf8)[...], Array(text.utf8)[...])
                    others.endRow()
                }
                continue
            }
            if line.names.contains(where: names.contains) {
                samples.endRow()
                names = []
            }
            for value in line.values {
                if let whole = seconds, Self.nanoseconds.contains(value.name) {
                    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 9 - value.text.count))
                    _ = samples.set(Array("time".utf8)[...], whole + [UInt8(ascii: ".")] + zeros + value.text)
                    seconds = nil
                } else if hasNanoseconds, value.name == "secs" || value.name == "sec" {
                    seconds = value.text
                } else {
                    _ = samples.set(Array(value.column.utf8)[...], value.text)
                }
            }
            names.formUnion(line.names)
        }
        if !names.isEmpty { samples.endRow() }
    }

    /// Passes the table of the samples to `body`, and then the other lines.
    func forEachTable(_ body: TableExport.TableBody) throws(InputError) {
        try body("samples", samples.write)
        if others.maximumBytes > 0 { try body(Self.otherLines, others.write) }
    }

    /// The names in each line, and the lists of names that many lines have.
    private struct LineNames {
        private(set) var frequent: [[String]] = []
        /// The number of lines with frequent names, and of headings.
        private(set) var sampleCount = 0
        /// The number of lines with the items of lists, or without letters and digits.
        private(set) var markCount = 0
        /// The number of other lines with numbers.
        private(set) var unreadCount = 0

        init(_ lines: some Sequence<ArraySlice<UInt8>>, _ labels: LabelCache) {
            var counts: [[String]: Int] = [:]
            var sensor = ""
            for line in lines {
                let line = LabelledLine(line, sensor: sensor, labels)
                if let heading = line.heading { sensor = heading }
                if line.isLabelled, counts.count < maximumKindCount { counts[line.names, default: 0] += 1 }
                if line.heading != nil, line.values.isEmpty { sampleCount += 1 }
                if line.isMark { markCount += 1 } else if !line.values.isEmpty { unreadCount += 1 }
            }
            let least = max(3, minimumFrequency * Double(counts.values.max() ?? 0))
            for (names, count) in counts where Double(count) >= least {
                frequent.append(names)
                sampleCount += count
                unreadCount -= count
            }
        }
    }
}

/// The lines of a text, without their line breaks.
private struct Lines: Sequence, IteratorProtocol {
    var rest: ArraySlice<UInt8>?

    mutating func next() -> ArraySlice<UInt8>? {
        guard let text = rest else { return nil }
        let end = text.firstIndex(of: UInt8(ascii: "\n"))
        rest = end.map { text[($0 + 1)...] }
        let line = text[..<(end ?? text.endIndex)]
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

/// The labels of a log. Most lines repeat the labels of the line before.
private final class LabelCache {
    private struct Key: Hashable {
        let text: ArraySlice<UInt8>
        let isFirst: Bool
    }

    private static let maximumCount = 20_000
    private var labels: [Key: LabelledLine.Label] = [:]

    func label(_ text: ArraySlice<UInt8>, isFirst: Bool) -> LabelledLine.Label {
        let key = Key(text: text, isFirst: isFirst)
        if let known = labels[key] { return known }
        // Texts that differ from line to line are not labels.
        let label = LabelledLine.Label(labels.count < Self.maximumCount ? text : [], isFirst: isFirst)
        if labels.count < Self.maximumCount { labels[key] = label }
        return label
    }
}

/// The numbers of a line with their names.
private struct LabelledLine {
    struct Value {
        /// The name, which is unique in the line.
        var name: String
        /// The sensor or label that the numbers of a vector share, and the unit that follows the number. Both may be empty.
        let vector: String
        var unit = ""
        let text: ArraySlice<UInt8>

        var column: String { unit.isEmpty ? name : "\(name) (\(unit))" }
    }

    private(set) var values: [Value] = []
    /// The sensor that a line without numbers names for the following lines, such as `Accelerometer:`.
    private(set) var heading: String?
    /// The number of numbers that are not after a label.
    private var unlabelledCount = 0
    /// The numbers of labels that end with and without a mark such as `:` or `=`. A label whose colon is directly before
    /// the number is also counted as attached, because it may be a part of an address such as `C4:01`.
    private var labelCount = (marked: 0, plain: 0, attached: 0)
    /// A Boolean value that indicates whether the line is an item of a list, or has no letters and digits.
    private(set) var isMark = false

    var names: [String] { values.map(\.name) }

    /// A Boolean value that indicates whether the line has labels: at least half of its numbers follow the first label, or
    /// the line consists of a time. If the labels end without a mark, as in `Ax 0.1 Ay 0.2 Az 9.8`, each number must follow
    /// a label. Otherwise, texts in the cells of a table would count as labels.
    var isLabelled: Bool {
        if values.count == 1, values[0].name == "time" { return true }
        if labelCount.marked > 0 {
            let mayBeAddress = labelCount.attached == labelCount.marked && 2 * labelCount.attached < values.count
            return !mayBeAddress && 2 * unlabelledCount <= values.count
        }
        return labelCount.plain > 2 && labelCount.plain == values.count { $0.name != "time" }
    }

    /// The characters other than digits at the start of a number.
    private static let numberStarts = Array("+-.nN".utf8)
    /// The maximum number of numbers in a line.
    private static let maximumCount = 128
    private static let axes: Set<String> = ["x", "y", "z", "w"]
    private static let units: Set<String> = [
        "g", "mg", "m/s^2", "m/s2", "m/s²", "m/s/s", "rad/s", "deg/s", "°/s", "dps", "uT", "µT", "μT", "nT", "mT",
        "Gauss", "gauss", "deg", "degrees", "°", "rad", "s", "sec", "ms", "us", "µs", "C", "degC", "°C", "Hz", "Pa",
        "hPa", "m", "cm", "mm", "V", "mV", "%",
    ]

    /// Splits a line without its line break. The axes before the first other label belong to `sensor`.
    init(_ line: ArraySlice<UInt8>, sensor: String, _ labels: LabelCache) {
        var sensor = sensor
        var (base, vector, position) = ("", "", 0)
        var start = line.startIndex
        var index = start
        while index < line.endIndex {
            guard values.count < Self.maximumCount else {
                (values, labelCount) = ([], (0, 0, 0))
                return
            }
            let isAdjacent = index == start && !values.isEmpty
            guard let token = Self.number(in: line, at: index, isAdjacent: isAdjacent) else {
                let isDate = index == line.startIndex || !Self.isWord(line[index - 1])
                index = (isDate ? Self.dateEnd(line[index...]) : nil) ?? index + 1
                continue
            }
            let label = labels.label(line[start..<index], isFirst: values.isEmpty)
            add(unit: label.unit)
            var name: String
            if token.isTime {
                name = "time"
            } else if let labelled = label.name {
                if label.isMarked { labelCount.marked += 1 } else { labelCount.plain += 1 }
                if label.isAttached { labelCount.attached += 1 }
                position = 1
                if Self.axes.contains(labelled.lowercased()) {
                    if let own = label.sensor { sensor = own }
                    name = sensor.isEmpty ? labelled : "\(sensor) \(labelled)"
                    vector = sensor
                } else {
                    sensor = Self.withoutAxis(labelled)
                    name = labelled
                    vector = sensor.isEmpty ? labelled : sensor
                }
                base = name
            } else {
                position += 1
                if base.isEmpty { unlabelledCount += 1 }
                if position == 2, let last = values.indices.last, values[last].name == base {
                    values[last].name += ".1"
                }
                name = base.isEmpty ? "\(position)" : "\(base).\(position)"
            }
            if values.contains(where: { $0.name == name }) { name += ".\(values.count + 1)" }
            values.append(Value(name: name, vector: vector, text: token.isTime ? Self.iso(token.text) : token.text))
            start = token.text.endIndex
            index = start
        }
        let rest = labels.label(line[start...], isFirst: values.isEmpty)
        if rest.isMarked { heading = rest.name }
        if !values.isEmpty { add(unit: rest.unit ?? rest.text) }
        isMark =
            values.isEmpty && !line.contains(where: Self.isWord)
            || labelCount == (0, 0, 0) && line.first { $0 > 0x20 } == UInt8(ascii: "-")
    }

    /// Adds the unit that follows the last number. It applies to all numbers of the same vector.
    private mutating func add(unit: String?) {
        guard let unit, Self.units.contains(unit), let vector = values.last?.vector else { return }
        for index in values.indices.reversed() {
            guard values[index].vector == vector, values[index].unit.isEmpty else { return }
            values[index].unit = unit
        }
    }

    private static func withoutAxis(_ name: String) -> String {
        guard let last = name.split(separator: " ").last, axes.contains(last.lowercased()) else { return "" }
        return name.dropLast(last.count).trimmingCharacters(in: .whitespaces)
    }

    /// The text in front of a number.
    struct Label {
        /// The name of the number; `nil` if the text is only a separator.
        var name: String?
        /// The word in front of the name.
        var sensor: String?
        /// A Boolean value that indicates whether a mark such as `:` or `=` ends the label.
        var isMarked = false
        /// A Boolean value that indicates whether the label ends with a colon after a letter or digit.
        var isAttached = false
        /// The unit of the number before.
        var unit: String?
        /// The whole text without marks at its ends.
        let text: String

        init(_ bytes: ArraySlice<UInt8>, isFirst: Bool) {
            let string = String(decoding: bytes, as: UTF8.self)
            let marks = CharacterSet(charactersIn: " \t\r\"',;|")
            text = string.trimmingCharacters(in: marks)
            // Commas and tabs separate the cells of a table. Its texts are not labels.
            let end = string.trimmingCharacters(in: CharacterSet(charactersIn: " \"'")).last ?? " "
            isMarked = ":=([{".contains(end)
            isAttached = string.last == ":" && string.dropLast().last.map { $0.isLetter || $0.isNumber } ?? false
            var groups = string.split { ",;|\"'=:()[]{}<>\t\r".contains($0) }
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " -*#@&!~")) }
                .filter { $0.contains(where: \.isLetter) || $0.contains("°") || $0 == "%" }
            if !isFirst, let first = groups.first {
                let words = first.split(separator: " ", maxSplits: 1).map(String.init)
                let isName = groups.count == 1 && words.count == 1 && isMarked
                if !isName, units.contains(words[0]) {
                    unit = words[0]
                    if words.count > 1 { groups[0] = words[1] } else { groups.removeFirst() }
                }
            }
            guard let last = groups.last else { return }
            let isPlain =
                groups.count == 1 && string.last == " " && end.isLetter && !string.contains { ",;\t".contains($0) }
            guard isMarked || isPlain else { return }
            name = last
            // The text of another cell names the sensor only if it is the first cell of the line.
            let cells = string.split { ",;|\t".contains($0) }
            guard let previous = groups.dropLast().last, isFirst || cells.last?.contains(previous) == true else {
                return
            }
            sensor = previous
        }
    }

    /// Returns the number or time at an index; `nil` for other text. Digits inside words and hexadecimal numbers
    /// are not numbers. Only a signed number may follow another number directly.
    private static func number(
        in line: ArraySlice<UInt8>,
        at index: Int,
        isAdjacent: Bool
    ) -> (text: ArraySlice<UInt8>, isTime: Bool)? {
        let byte = line[index]
        guard isDigit(byte) || numberStarts.contains(byte) else { return nil }
        let before = index > line.startIndex ? line[index - 1] : 0x20
        let isSigned = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        let isInWord = isWord(before) || before == UInt8(ascii: "^") || before == UInt8(ascii: ".")
        guard !isInWord || (isAdjacent && isSigned) else { return nil }
        let rest = line[index...]
        if rest.prefix(3).elementsEqual("nan".utf8) || rest.prefix(3).elementsEqual("NaN".utf8) {
            let isWhole = rest.count == 3 || !isWord(rest[index + 3])
            return isWhole ? (rest.prefix(3), false) : nil
        }
        if isDigit(byte), let end = timeEnd(rest) { return (rest[..<end], true) }
        guard dateEnd(rest) == nil else { return nil }
        var end = index
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { end += 1 }
        let digits = skipDigits(rest, &end)
        var decimals = 0
        if end < rest.endIndex, rest[end] == UInt8(ascii: "."), digits > 0 || end + 1 < rest.endIndex {
            end += 1
            decimals = skipDigits(rest, &end)
        }
        guard digits + decimals > 0 else { return nil }
        // A number in front of a mark is a part of a label, as in `IMU 1: 0.5`.
        if isDigit(byte), decimals == 0, end < rest.endIndex, ":=".utf8.contains(rest[end]) { return nil }
        if end < rest.endIndex, rest[end] | 0x20 == UInt8(ascii: "x") { return nil }
        if end < rest.endIndex, rest[end] | 0x20 == UInt8(ascii: "e") {
            var exponent = end + 1
            if exponent < rest.endIndex, "+-".utf8.contains(rest[exponent]) { exponent += 1 }
            if skipDigits(rest, &exponent) > 0 { end = exponent }
        }
        return (rest[..<end], false)
    }

    /// Returns the end of a date with a time, or of a time such as `12:34:56.789`; `nil` for other text.
    private static func timeEnd(_ text: ArraySlice<UInt8>) -> Int? {
        var start = text.startIndex
        var separators: [Unicode.Scalar] = [":"]
        if let date = dateEnd(text) {
            guard date < text.endIndex, " T_-".utf8.contains(text[date]) else { return nil }
            start = date + 1
            separators.append("-")
        }
        let ends = separators.compactMap { end(of: [1...2, 2...2, 2...2], separator: $0, in: text[start...]) }
        guard var end = ends.first else { return nil }
        if end + 1 < text.endIndex, ".,:".utf8.contains(text[end]), isDigit(text[end + 1]) {
            end += 1
            _ = skipDigits(text, &end)
        }
        if end < text.endIndex, text[end] == UInt8(ascii: "Z") { end += 1 }
        return end
    }

    /// Returns a time with the separators of ISO 8601, such as `2024-04-27T12:15:19` for `2024-04-27-12-15-19`.
    private static func iso(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let date = dateEnd(text), date < text.endIndex else { return text }
        let time = text[(date + 1)...].map { $0 == UInt8(ascii: "-") ? UInt8(ascii: ":") : $0 }
        return text[..<date] + [UInt8(ascii: "T")] + time
    }

    /// Returns the end of a date such as `2024-04-27` or `2024/04/27`; `nil` for other text.
    private static func dateEnd(_ text: ArraySlice<UInt8>) -> Int? {
        end(of: [4...4, 1...2, 1...2], separator: "-", in: text)
            ?? end(of: [4...4, 1...2, 1...2], separator: "/", in: text)
    }

    /// Returns the end of numbers with these counts of digits and a separator between them.
    private static func end(
        of counts: [ClosedRange<Int>],
        separator: Unicode.Scalar,
        in text: ArraySlice<UInt8>
    ) -> Int? {
        var end = text.startIndex
        for (index, count) in counts.enumerated() {
            if index > 0 {
                guard end < text.endIndex, text[end] == UInt8(ascii: separator) else { return nil }
                end += 1
            }
            guard count.contains(skipDigits(text, &end)) else { return nil }
        }
        return end
    }

    private static func skipDigits(_ text: ArraySlice<UInt8>, _ end: inout Int) -> Int {
        let start = end
        while end < text.endIndex, isDigit(text[end]) { end += 1 }
        return end - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
