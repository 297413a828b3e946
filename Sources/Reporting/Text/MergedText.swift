/// Texts that differ only in their numbers, as one text with ranges: `95 % interval from -175…60 to 218…255 ms`.
package struct MergedText: Hashable {
    /// The text without its numbers. Texts with the same key can be merged.
    let key: [Substring]
    private var numbers: [Range]

    /// The smallest and the largest number at one place, as they are written.
    private struct Range: Hashable {
        var least: Number
        var most: Number
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
        var place = text.startIndex
        var isInWord = false
        while place < text.endIndex {
            if !isInWord, let end = Self.numberEnd(text.utf8, from: place), let value = Double(text[place..<end]) {
                key.append(text[start..<place])
                let number = Number(value: value, text: text[place..<end])
                numbers.append(Range(least: number, most: number))
                (start, place) = (end, end)
            } else {
                isInWord = Self.isWord(text.utf8[place]) || text.utf8[place] == UInt8(ascii: ".")
                place = text.utf8.index(after: place)
            }
        }
        key.append(text[start...])
        self.key = key
        self.numbers = numbers
    }

    /// The end of the number that starts here; nil without a number, or if it is part of a word.
    private static func numberEnd(_ bytes: String.UTF8View, from start: String.Index) -> String.Index? {
        var place = start
        if bytes[place] == UInt8(ascii: "-") { place = bytes.index(after: place) }
        guard let whole = digitsEnd(bytes, from: place) else { return nil }
        var end = whole
        if end < bytes.endIndex, bytes[end] == UInt8(ascii: "."),
            let decimals = digitsEnd(bytes, from: bytes.index(after: end))
        {
            end = decimals
        }
        return end < bytes.endIndex && isWord(bytes[end]) ? nil : end
    }

    private static func digitsEnd(_ bytes: String.UTF8View, from start: String.Index) -> String.Index? {
        var place = start
        while place < bytes.endIndex, isDigit(bytes[place]) { place = bytes.index(after: place) }
        return place > start ? place : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z")) || byte >= 128
    }

    /// Extends the ranges by another text with the same key.
    mutating func merge(_ other: MergedText) {
        precondition(key == other.key, "only texts with the same key can be merged")
        for (place, number) in other.numbers.enumerated() {
            if number.least.value < numbers[place].least.value { numbers[place].least = number.least }
            if number.most.value > numbers[place].most.value { numbers[place].most = number.most }
        }
    }

    /// The text, with a range in place of each number that differs.
    package var text: String {
        var text = String(key[0])
        for (number, next) in zip(numbers, key.dropFirst()) {
            text += number.least.text
            if number.least.value != number.most.value { text += "…" + number.most.text }
            text += next
        }
        return text
    }
}

extension Sequence<String> {
    /// The texts in their order, with those that differ only in numbers as one.
    package var merged: [String] {
        var order: [MergedText] = []
        var places: [[Substring]: Int] = [:]
        for text in map(MergedText.init) {
            if let place = places[text.key] {
                order[place].merge(text)
            } else {
                places[text.key] = order.count
                order.append(text)
            }
        }
        return order.map(\.text)
    }
}
