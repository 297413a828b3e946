/// JSON that is composed of pieces. The bytes of an input select the pieces, so that most mutations of an input are
/// valid JSON.
///
/// The result is an array of records, JSON Lines, or an object. It contains names that the reader and the layouts
/// know.
struct RandomJSON {
    private static let names = [
        "sensor", "name", "type", "time", "t", "seconds_elapsed", "x", "y", "z", "values", "platform", "version",
        "data", "qw", "qx", "qy", "qz", "Accelerometer", "Gyroscope", "\\u0061", "\\ud83d\\ude00", "a.b", "",
    ]
    private static let scalars = [
        "null", "true", "0", "-0.5", "9.81", "1e-3", "1E+400", "-1e-400", "9007199254740993", "1690000000000000000",
        "\"TotalAcceleration\"", "\"Gyroscope\"", "\"Metadata\"", "\"android\"", "\"ios\"", "\"acc\"", "\"../a\"",
        "\"a,b\"", "\"\\n\\\"\"", "\"\\ud800\"", "\"nan\"", "\"12.5\"", "\"\"",
    ]

    private var bytes: ArraySlice<UInt8>
    private var text: [UInt8] = []
    /// The closing brackets of the open containers, outermost first.
    private var closing: [UInt8] = []
    private var isFirst = true
    /// A number that increases, as times do.
    private var counter = 0
    /// The maximum length of a text. A limit is needed because an input can repeat rows.
    private static let maximumBytes = 1 << 15

    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The text for an input. Its first byte selects the form.
    static func text(for input: some Sequence<UInt8>) -> [UInt8] {
        var json = RandomJSON(Array(input)[...])
        let form = json.next() % 4
        if form == 0 { json.open("[", "]") }
        if form == 1 { json.open("{", "}") }
        var lineStart = 0
        while !json.bytes.isEmpty, json.text.count < maximumBytes {
            json.piece()
            guard form > 1, json.closing.isEmpty else { continue }
            if json.next() < 128 { json.repeatText(from: lineStart) }
            json.text.append(UInt8(ascii: "\n"))
            json.isFirst = true
            lineStart = json.text.count
        }
        while let close = json.closing.popLast() { json.text.append(close) }
        return json.text
    }

    private mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func append(_ words: String) { text += words.utf8 }

    /// Appends a value, with its name in an object, or closes a container.
    private mutating func piece() {
        let choice = next()
        let isObject = closing.last == UInt8(ascii: "}")
        if choice % 8 == 7, closing.count > 1 || (closing.count == 1 && bytes.count < 4) {
            text.append(closing.removeLast())
            isFirst = false
            return
        }
        if !isFirst, !closing.isEmpty { append(",") }
        isFirst = false
        if isObject { append("\"\(Self.names[Int(next()) % Self.names.count])\":") }
        switch choice % 8 {
        case 0: open("{", "}")
        case 1: open("[", "]")
        case 2:
            let content = bytes.prefix(Int(next() % 16))
            bytes = bytes.dropFirst(content.count)
            // Bytes that are not UTF-8, quotation marks and backslashes end the reading early.
            append(
                "\"\(String(decoding: content.map { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C ? 0x5F : $0 }, as: UTF8.self))\""
            )
        case 3:
            counter += Int(choice >> 3)
            append("\(counter)")
        case 4: append("{\"sensor\":\"acc\",\"t\":\(counter),\"values\":[\(choice),2,3]}")
        default: append(Self.scalars[Int(next()) % Self.scalars.count])
        }
    }

    private mutating func open(_ bracket: String, _ close: String) {
        guard closing.count < 70 else { return append("1") }
        append(bracket)
        closing += close.utf8
        isFirst = true
    }

    /// Repeats a line up to 16 times.
    private mutating func repeatText(from start: Int) {
        let line = Array(text[start...])
        for _ in 0..<next() % 16 where text.count < Self.maximumBytes {
            text.append(UInt8(ascii: "\n"))
            text += line
        }
    }
}
