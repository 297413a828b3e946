import SensorModel
import Testing

/// Text from outside where it is printed.
struct OutsideTextTests {
    /// Characters that control a terminal or the direction of writing.
    private static let controls =
        "\u{0}\u{7}\u{8}\n\r\u{1B}\u{7F}\u{85}\u{9B}\u{9D}\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}"
        + "\u{2069}"

    @Test func `The control characters of a word are escaped`() {
        for scalar in Self.controls.unicodeScalars {
            let number = String(scalar.value, radix: 16, uppercase: true)
            #expect(OutsideText.word("a\(scalar)b") == "a\\u{\(number)}b")
        }
        let text = "Größe 姿 👩‍👩‍👧 °…–“x”"
        #expect(OutsideText.word(text) == text)
    }

    @Test func `Lines keep line ends and tabs, and their other control characters are escaped`() {
        #expect(OutsideText.lines("a\tb\nc\u{1B}[31md\n") == "a\tb\nc\\u{1B}[31md\n")
        for scalar in Self.controls.unicodeScalars where scalar != "\n" {
            #expect(OutsideText.lines("a\(scalar)b").unicodeScalars.allSatisfy { !OutsideText.isControl($0) })
        }
        #expect(OutsideText.lines("é\u{202E}x") == "é\\u{202E}x")
        #expect(OutsideText.lines("a: b:: c # ## d\n") == "a: b:: c # ## d\n")
    }

    @Test func `Only sequences that set a colour remain where colours are shown`() {
        #expect(OutsideText.lines("\u{1B}[1;31ma\u{1B}[0m", keepsColour: true) == "\u{1B}[1;31ma\u{1B}[0m")
        #expect(OutsideText.lines("\u{1B}[2Ja\u{1B}]0;t\u{7}", keepsColour: true) == "\\u{1B}[2Ja\\u{1B}]0;t\\u{7}")
        #expect(OutsideText.lines("\u{1B}[31", keepsColour: true) == "\\u{1B}[31")
    }

    @Test(arguments: [
        ("::error::x", "\\u{3A}:error::x"), ("a\n ::stop-commands::t", "a\n \\u{3A}:stop-commands::t"),
        ("\u{A0}\t::debug::", "\u{A0}\t\\u{3A}:debug::"), ("a ##[error]b", "a \\u{23}#[error]b"),
        ("##vso[task.x]", "\\u{23}#vso[task.x]"), ("##teamcity[x]", "\\u{23}#teamcity[x]"),
        ("###[group]", "#\\u{23}#[group]"),
    ])
    func `A command of a build server is escaped`(text: String, shown: String) {
        #expect(OutsideText.lines(text) == shown)
        let isCommand = [text, shown].map { Array($0.utf8).withUnsafeBufferPointer(OutsideText.hasCommand) }
        #expect(isCommand == [true, false])
    }

    @Test func `Markdown headings are not commands`() {
        let text = "# a\n## b [c](d)\n### e\n"
        #expect(OutsideText.lines(text) == text)
    }

    @Test func `Control characters and commands in JSON are escaped`() {
        let json = Array("{\n  \"a\" : \"\u{9B}31m\u{7F}\u{202E}##[error] é\"\n}".utf8)
        #expect(
            String(decoding: OutsideText.json(json), as: UTF8.self)
                == "{\n  \"a\" : \"\\u009B31m\\u007F\\u202E\\u0023#[error] é\"\n}"
        )
        let plain = Array("{\"a\":\"#1\"}".utf8)
        #expect(OutsideText.json(plain) == plain)
    }
}
