import Reporting
import TestSupport
import Testing

@Suite struct TextWrappingTests {
    @Test func `Lines break at blanks, otherwise after a joint, otherwise anywhere`() {
        #expect(TextWrapping.lines("one two three", width: 8) == ["one two", "three"])
        #expect(
            TextWrapping.lines("triad+lowPass:alpha=0.1", width: 12, indent: 2) == [
                "triad+", "  lowPass:", "  alpha=0.1",
            ]
        )
        #expect(TextWrapping.lines("abcdefghij", width: 6, indent: 2) == ["abcdef", "  ghij"])
        #expect(TextWrapping.lines("", width: 6) == [""])
    }

    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("ｱ", 1), ("Ａ", 2), ("🧭", 2), ("–¹°×·…", 6),
    ])
    func `Wide characters have two columns, combining marks none`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func `A shortened name retains both ends`() {
        #expect(TextWrapping.shortened("abcdefghij", width: 10) == "abcdefghij")
        #expect(TextWrapping.shortened("abcdefghijk", width: 10) == "abcde…hijk")
        #expect(TextWrapping.shortened("漢字漢字漢字", width: 8) == "漢字…字")
    }

    @Test func `A shortened name does not exceed its width`() {
        for name in Specimens.nastyNames {
            for width in 3...90 { #expect(DisplayWidth.of(TextWrapping.shortened(name, width: width)) <= width) }
        }
    }
}
