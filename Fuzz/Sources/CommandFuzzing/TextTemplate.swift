/// A small valid file with replaceable parts.
struct TextTemplate {
    /// A part of the file and its replacement.
    private struct Edit {
        let range: Range<Int>
        let bytes: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private let numbers: [Range<Int>]
    private let words: [Range<Int>]
    /// The lines, or the fields between commas if the file has only a few lines.
    private let parts: [Range<Int>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        numbers = Self.runs(in: bytes) { Self.isOfNumber($0) }.filter { range in
            let isWord = range.lowerBound > 0 && Self.isOfWord(bytes[range.lowerBound - 1])
            return !isWord && bytes[range].contains { (0x30...0x39).contains($0) }
        }
        words = Self.runs(in: bytes) { Self.isOfWord($0) }
        let lines = Self.runs(in: bytes) { $0 != 0x0A }
        parts = lines.count > 3 ? lines : Self.runs(in: bytes) { $0 != 0x2C }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }

    private static func runs(in bytes: [UInt8], where belongs: (UInt8) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            if belongs(byte) {
                start = start ?? index
            } else if let begin = start {
                runs.append(begin..<index)
                start = nil
            }
        }
        if let start { runs.append(start..<bytes.count) }
        return runs
    }

    /// The file with a few changes, most of them to numbers.
    func text(_ choices: inout InputChoices) -> [UInt8] {
        let count = [1, 0, 1, 1, 2, 2, 4, 12][choices.index(below: 8)]
        let edits = (0..<count).map { _ in edit(&choices) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 64)
        var end = 0
        for edit in edits where edit.range.lowerBound >= end {
            text += bytes[end..<edit.range.lowerBound]
            text += edit.bytes
            end = edit.range.upperBound
        }
        return text + bytes[end...]
    }

    private func edit(_ choices: inout InputChoices) -> Edit {
        let kind = choices.index(below: 16)
        switch kind {
        case 0...9 where !numbers.isEmpty:
            return Edit(range: choices.pick(numbers), bytes: choices.pick(ExtremeNumber.bytes)[...])
        case 10...11 where !words.isEmpty:
            return Edit(range: choices.pick(words), bytes: bytes[choices.pick(words)])
        case 12 where !words.isEmpty:
            return Edit(range: choices.pick(words), bytes: choices.pick(ExtremeNumber.bytes)[...])
        case 13:
            return Edit(range: choices.pick(parts), bytes: [])
        case 14:
            return Edit(range: choices.pick(parts), bytes: bytes[choices.pick(parts)])
        default:
            let index = choices.index(below: bytes.count)
            return Edit(range: index..<index + 1, bytes: [UInt8(truncatingIfNeeded: choices.index(below: 256))])
        }
    }

    /// The file with some digits and bytes replaced, for files whose length must not change.
    func sameLength(_ choices: inout InputChoices) -> [UInt8] {
        var text = bytes
        for _ in 0..<choices.index(below: 6) {
            let range = numbers.isEmpty ? 0..<1 : choices.pick(numbers)
            let number = choices.pick(ExtremeNumber.bytes)
            for (offset, index) in range.enumerated() { text[index] = offset < number.count ? number[offset] : 0x30 }
        }
        for _ in 0..<(choices.isOne(in: 3) ? choices.index(below: 5) : 0) {
            text[choices.randomIndex(below: text.count)] = UInt8(truncatingIfNeeded: choices.index(below: 256))
        }
        return text
    }
}
