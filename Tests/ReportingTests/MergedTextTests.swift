import Reporting
import Testing

struct MergedTextTests {
    @Test func `Texts that differ in numbers become one with ranges`() {
        let texts = [
            "the segments disagree: 95 % interval from 80 to 182 ms", "no step",
            "the segments disagree: 95 % interval from -175 to 255.5 ms",
            "the segments disagree: 95 % interval from 60 to 218 ms",
        ]
        let expected = ["the segments disagree: 95 % interval from -175…80 to 182…255.5 ms", "no step"]
        #expect(texts.merged == expected)
    }

    @Test func `Of several spellings of a limit, a range keeps the first`() {
        // 80 and 80.0 are equal, and so are 182 and 182.0.
        let texts = ["from 80 ms", "from 182 ms", "from 80.0 ms", "from 182.0 ms"]
        #expect(texts.merged == ["from 80…182 ms"])
    }

    @Test func `A text alone is unchanged, whatever it contains`() {
        for text in ["", "5", "-", "v1.2.3 of iPhone4S: 3-4 °", "a1 b2 0.50", "–7 %", "1e5"] {
            #expect(MergedText(text).text == text)
        }
    }

    @Test func `Digits in names are not numbers`() {
        #expect(["iPhone4 fails", "iPhone5 fails"].merged.count == 2)
    }
}
