import SensorModel

/// A random table of mostly valid delimited text, as input for ``ParserComparison``. It depends only on the seed.
///
/// It contains numbers in all notations, and valid and invalid variations: spaces, quotation marks, comments, line
/// ends, missing and additional fields, and misplaced bytes.
public struct RandomTable {
    /// The degree of variation in a table.
    private enum Order {
        /// Plain rows of numbers.
        case plain
        /// Rows with anything that the format allows.
        case varied
        /// Rows with errors.
        case none
    }

    private var numbers: RandomNumberText
    private var text: [UInt8] = []
    private let setting: [UInt8]
    private let order: Order
    private let delimiter: UInt8
    /// The average number of cells per cell that is not a plain number.
    private let oddity: Int
    private let fieldCount: Int
    private let lineEnds: [[UInt8]]

    private static let words = ["nan", "-NaN", "NAN", "inf", "-Infinity", "+inf", "+2.5", "INF", "-nan(7)"]
    private static let texts = [
        "a", "µ", "\"a\nb\"", "\"\r\n\r\"", "\"\"", "\"say \"\"\"\"\"", "€𝄞", "\"1,2\"", "\"1;2\"", "a#b", "0x1p3",
        "1e999",
        "walking on", "12:30:05.5", "\" \"", "\"#\"", "\"\n#\n\"",
    ]
    private static let wrong = [
        "", " ", "x", "1e", "1e999", "-1e400", "--1", "+-1", "+ 5", "1 2", "0x10", "#", "nan(", "\"8\"9", "9\"", "µ",
        "-",
        "+", "e5", "1e5.5", "1__0", "٣", "\"", "\"\"\"\"", "1,5", "1.5.", "infinit", "\"a\nb\"", "\u{FEFF}1",
    ]
    private static let strange =
        Array("\"\",,;\n\n\r \t#.-+eE0159|:n".utf8) + [0, 0xFF, 0xC3, 0xE2, 0xEF, 0xBB, 0xBF, 0x80]

    private init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func pick(_ count: Int) -> Int { random.nextIndex(below: count) }
        let delimiterIndex = [0, 0, 0, 0, 5, 1, 1, 2, 2, 3, 4, 4, 0, 3, 6, 7][pick(16)]
        delimiter = Array(",;\t |,:e".utf8)[delimiterIndex]
        var format = UInt8(delimiterIndex) | UInt8(pick(4)) << 3 | UInt8(pick(2)) << 7
        if pick(4) == 0 { format |= 32 }
        if pick(delimiter == UInt8(ascii: " ") ? 2 : 12) == 0 { format |= 64 }
        // Most chunks are longer than a row, because the fast path needs whole rows.
        var reading: UInt8 = [0, 2, 4, 4, 6, 6, 64, 64, 66, 68, 68, 70][pick(12)] | [0, 128, 160][pick(3)]
        if pick(4) == 0 { reading |= 1 }
        if pick(8) == 0 { reading |= 8 }
        if pick(12) == 0 { reading |= 16 }
        setting = [format, pick(2) == 0 ? 0xFF : UInt8(pick(256)), reading]
        order = [.plain, .plain, .plain, .varied, .varied, .varied, .none, .none][pick(8)]
        oddity = [3, 20, 100][pick(3)]
        fieldCount = 1 + min(pick(5), pick(5))
        let all = ["\n", "\r\n", "\r"].map { Array($0.utf8) }
        lineEnds = [[all[0]], [all[0]], [all[0]], [all[0]], [all[1]], [all[2]], all][pick(7)]
        // If commas were both delimiters and decimal commas, every table would be invalid.
        let hasComma = format & 32 != 0 && (order == .none || delimiter != UInt8(ascii: ","))
        let share = order == .plain ? 1 : Double(pick(3)) / 2
        numbers = RandomNumberText(random: random, commas: hasComma ? share : 0)
    }

    /// The input for ``ParserComparison/difference(in:)``: three bytes of settings, followed by the text.
    public static func input(seed: UInt64) -> [UInt8] {
        var table = RandomTable(seed: seed)
        table.fill()
        return table.setting + table.text
    }

    private mutating func pick(_ count: Int) -> Int { numbers.random.nextIndex(below: count) }

    private mutating func fill() {
        if pick(12) == 0 { text += [0xEF, 0xBB, 0xBF] }
        if order == .none, pick(20) == 0 { text += Array("sep=;\n".utf8) }
        if setting[0] & 8 == 0 { appendHeader() }
        // Some tables are long enough for the fast parser to be tried again after libcsv.
        let maximumRows = pick(64) == 0 ? 500 : pick(6) == 0 ? 120 : 24
        for _ in 0..<pick(maximumRows) { appendRow() }
        if pick(3) == 0, !text.isEmpty { text.removeLast() }
        if order == .none { for _ in 0..<pick(4) { disturb() } }
    }

    private mutating func appendHeader() {
        for field in 0..<fieldCount {
            if field > 0 { text.append(delimiter) }
            let isQuoted = order != .plain && pick(8) == 0
            text += Array((isQuoted ? "\"c \(field)\"" : "c\(field)").utf8)
        }
        appendLineEnd()
    }

    private mutating func appendRow() {
        let isOdd = order != .plain && pick(oddity) == 0
        if isOdd, pick(6) == 0 { text += Array(["# \"c\n", "#1,2\r\n", "#\r", "# µ\n"][pick(4)].utf8) }
        if isOdd, pick(6) == 0 { appendLineEnd() }
        var count = fieldCount
        if isOdd, order == .none, pick(3) == 0 { count = max(count + pick(3) - 1, 1) }
        for field in 0..<count {
            if field > 0 { appendDelimiter() }
            let isOddCell = isOdd || (order != .plain && pick(4 * oddity) == 0)
            if isOddCell { appendOdd(field) } else { numbers.append(to: &text) }
        }
        if isOdd, pick(4) == 0 { text.append([0x20, 0x09][pick(2)]) }
        appendLineEnd()
    }

    private mutating func appendDelimiter() {
        text.append(delimiter)
        if setting[0] & 64 != 0 { for _ in 0..<pick(3) { text.append(delimiter) } }
    }

    private mutating func appendLineEnd() { text += lineEnds[pick(lineEnds.count)] }

    /// Appends an unusual cell. It is valid, unless the table may have errors.
    private mutating func appendOdd(_ field: Int) {
        let isRead = setting[1] >> UInt8(field % 8) & 1 != 0
        switch pick(order == .none ? 9 : 7) {
        case 0: text += Array(Self.words[pick(Self.words.count)].utf8)
        case 1, 2: appendQuoted()
        case 3:
            text += Array([" ", "\t", "  "][pick(3)].utf8)
            numbers.append(to: &text)
        case 4:
            numbers.append(to: &text)
            text += Array([" ", "\t", " \t"][pick(3)].utf8)
        case 5:
            // An empty cell is an error in a selected field of some formats.
            if setting[0] & 16 == 0, isRead { numbers.append(to: &text) }
        case 6:
            if isRead { numbers.append(to: &text) } else { appendWords() }
        default: text += Array(Self.wrong[pick(Self.wrong.count)].utf8)
        }
    }

    private mutating func appendQuoted() {
        text.append(UInt8(ascii: "\""))
        if pick(6) == 0 { text.append(0x20) }
        numbers.append(to: &text)
        if pick(6) == 0 { text.append(0x09) }
        text.append(UInt8(ascii: "\""))
    }

    /// Appends arbitrary text, with or without quotation marks.
    private mutating func appendWords() {
        text += Array(Self.texts[pick(Self.texts.count)].utf8)
    }

    /// Overwrites, inserts or removes a byte, or copies or removes a piece of text.
    private mutating func disturb() {
        guard !text.isEmpty else { return }
        let index = pick(text.count)
        let byte = Self.strange[pick(Self.strange.count)]
        switch pick(6) {
        case 0, 1: text[index] = byte
        case 2: text.insert(byte, at: index)
        case 3: text.remove(at: index)
        case 4: text.insert(contentsOf: text[index..<min(index + pick(20), text.count)], at: pick(text.count))
        default: text.removeSubrange(index..<min(index + pick(20), text.count))
        }
    }
}
