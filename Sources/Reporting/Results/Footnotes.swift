package import Evaluation

/// The notes under a report's tables, numbered in the order in which cells first refer to them.
///
/// Texts that differ only in numbers are merged into one note with the range of each number; see ``MergedText``.
package struct Footnotes {
    /// A note with the cells that refer to it.
    package struct Note: Hashable {
        let number: Int
        package fileprivate(set) var text: String
        /// The metrics of the cells, in the order of first reference.
        var metrics: [Metric] = []
        /// The number of runs in which one of ``metrics`` is explained by this note; `nil` for a note about means.
        var runs: Int?
    }

    package private(set) var notes: [Note] = []

    package init() {}

    private var texts: [MergedText] = []
    private var positions: [[Substring]: Int] = [:]
    /// The results of splitting texts into numbers and the parts between them. The keys are the original texts.
    private var known: [String: MergedText] = [:]

    /// The number under which reports list the note with the given text. If there is no such note, it is created.
    package mutating func number(of text: String, about metric: Metric) -> Int {
        let position = position(of: text)
        if !notes[position].metrics.contains(metric) { notes[position].metrics.append(metric) }
        return notes[position].number
    }

    /// Returns the number of the note that explains why a mean lacks recordings; `nil` if the mean covers all
    /// recordings.
    package mutating func number(of mean: MetricMean, _ metric: Metric) -> Int? {
        guard mean.isPartial else { return nil }
        let reasons = mean.reasons.merged
        if mean.value == nil, let reason = reasons.first, reasons.count == 1 {
            return number(of: reason, about: metric)
        }
        let shown = reasons.prefix(3)
        let more =
            reasons.count > shown.count
            ? "; and \(NumberText.count(reasons.count - shown.count, "other reason"))" : ""
        let basis =
            mean.value == nil
            ? "no recording has a value"
            : "over \(mean.recordings.count) of \(mean.total) recordings; the others"
        return number(of: "\(basis): \(shown.joined(separator: "; "))\(more)", about: metric)
    }

    /// Counts, for each note, the runs to which the note applies. A note applies to a run if one of the note's metrics
    /// has an explanation in this run that matches the text of the note.
    ///
    /// O(notes · runs · metrics).
    mutating func countRuns(_ runs: [EvaluationRun]) {
        for position in notes.indices {
            let (note, key) = (notes[position], texts[position].key)
            let count = runs.count { run in
                note.metrics.contains { metric in
                    run.metrics.explanation(of: metric).map { split($0).key } == key
                }
            }
            notes[position].runs = count > 0 ? count : nil
        }
    }

    /// The number of a note as superscript digits, such as `¹²`.
    static func mark(_ number: Int) -> String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        return String(String(number).compactMap(\.wholeNumberValue).map { digits[$0] })
    }

    private mutating func split(_ text: String) -> MergedText {
        if let split = known[text] { return split }
        let split = MergedText(text)
        known[text] = split
        return split
    }

    private mutating func position(of text: String) -> Int {
        let new = split(text)
        if let position = positions[new.key] {
            texts[position].merge(new)
            notes[position].text = texts[position].text
            return position
        }
        positions[new.key] = notes.count
        texts.append(new)
        notes.append(Note(number: notes.count + 1, text: text))
        return notes.count - 1
    }
}

extension Footnotes.Note {
    /// The number of runs as text in parentheses, such as ` (3 runs)`; empty if ``runs`` is `nil`.
    var runCount: String { runs.map { " (\(NumberText.count($0, "run")))" } ?? "" }
}

extension MetricValues {
    /// The reason why the metric has no value.
    func reason(for metric: Metric) -> String { note(for: metric) ?? "no reason given" }

    /// The reason why the metric has no value, or the note on its value; `nil` if the value has no note.
    func explanation(of metric: Metric) -> String? {
        self[metric] == nil ? reason(for: metric) : note(for: metric)
    }
}

/// Texts that differ only in their numbers, merged into one text with ranges, such as `95 % interval from -175…60 to
/// 218…255 ms`.
package struct MergedText: Hashable {
    /// The pieces of text between the numbers. Texts with equal pieces can be merged.
    let key: [Substring]
    private var numbers: [Range]

    /// The smallest and the largest number at one position of the merged texts, with their original spelling.
    private struct Range: Hashable {
        var minimum: Number
        var maximum: Number
    }

    private struct Number: Hashable {
        let value: Double
        let text: Substring
    }

    /// Splits a text into its numbers and the text between them. O(length).
    package init(_ text: String) {
        var key: [Substring] = []
        var numbers: [Range] = []
        var start = text.startIndex
        var index = text.startIndex
        var isInWord = false
        while index < text.endIndex {
            if !isInWord, let end = Self.numberEnd(text.utf8, from: index), let value = Double(text[index..<end]) {
                key.append(text[start..<index])
                let number = Number(value: value, text: text[index..<end])
                numbers.append(Range(minimum: number, maximum: number))
                (start, index) = (end, end)
            } else {
                isInWord = Self.isWord(text.utf8[index]) || text.utf8[index] == UInt8(ascii: ".")
                index = text.utf8.index(after: index)
            }
        }
        key.append(text[start...])
        self.key = key
        self.numbers = numbers
    }

    /// The end of the number that starts at `start`; `nil` if no number starts there, or if a letter follows the
    /// number.
    private static func numberEnd(_ bytes: String.UTF8View, from start: String.Index) -> String.Index? {
        var index = start
        if bytes[index] == UInt8(ascii: "-") { index = bytes.index(after: index) }
        guard let whole = digitsEnd(bytes, from: index) else { return nil }
        var end = whole
        if end < bytes.endIndex, bytes[end] == UInt8(ascii: "."),
            let decimals = digitsEnd(bytes, from: bytes.index(after: end))
        {
            end = decimals
        }
        return end < bytes.endIndex && isWord(bytes[end]) ? nil : end
    }

    private static func digitsEnd(_ bytes: String.UTF8View, from start: String.Index) -> String.Index? {
        var index = start
        while index < bytes.endIndex, isDigit(bytes[index]) { index = bytes.index(after: index) }
        return index > start ? index : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z")) || byte >= 128
    }

    /// Extends the range at each position to include the range at the same position of `other`.
    ///
    /// - Precondition: Both texts have the same key.
    mutating func merge(_ other: MergedText) {
        precondition(key == other.key, "only texts with the same key can be merged")
        for (index, number) in other.numbers.enumerated() {
            if number.minimum.value < numbers[index].minimum.value { numbers[index].minimum = number.minimum }
            if number.maximum.value > numbers[index].maximum.value { numbers[index].maximum = number.maximum }
        }
    }

    /// The text. A number that differs between the merged texts is shown as a range.
    package var text: String {
        var text = String(key[0])
        for (number, next) in zip(numbers, key.dropFirst()) {
            text += number.minimum.text
            if number.minimum.value != number.maximum.value { text += "…" + number.maximum.text }
            text += next
        }
        return text
    }
}

extension Sequence<String> {
    /// The texts in their order. Texts that differ only in numbers are merged.
    package var merged: [String] {
        var order: [MergedText] = []
        var indices: [[Substring]: Int] = [:]
        for text in map(MergedText.init) {
            if let index = indices[text.key] {
                order[index].merge(text)
            } else {
                indices[text.key] = order.count
                order.append(text)
            }
        }
        return order.map(\.text)
    }
}
