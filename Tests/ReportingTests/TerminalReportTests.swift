import Evaluation
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct TerminalReportTests {
    @Test(arguments: [60, 80, 100])
    func `A report equals its snapshot`(width: Int) throws {
        try Snapshot.expect(TerminalReport(width: width).render(Specimens.walk), "terminal-\(width).txt")
    }

    @Test func `A ranking follows the means`() throws {
        let report = TerminalReport(width: 80, mostRecordings: 3)
        try Snapshot.expect(report.render(Specimens.ranked), "terminal-ranked.txt")
    }

    @Test func `One pipeline over one recording needs no marks and no means`() throws {
        let results = Specimens.results([Specimens.run("pan", "triad")])
        let text = TerminalReport().render(results)
        #expect(!text.contains("*"))
        try Snapshot.expect(text, "terminal-one-run.txt")
    }

    @Test func `Columns on steps appear only for recordings with steps`() {
        let without = TerminalReport(width: 100).render(Specimens.results([Specimens.run("pan", "triad")]))
        let with = TerminalReport(width: 100)
            .render(Specimens.results([Specimens.run("step", "triad", hasSteps: true)]))
        for title in ["rise", "settles", "over"] {
            #expect(with.contains("\n\(title) "))
            #expect(!without.contains("\n\(title) "))
        }
    }

    @Test func `A frequency without a gain has dashes, and the reason below the table`() {
        var run = Specimens.run("chirp", "triad")
        run.frequencyResponse = FrequencyResponse(
            points: [
                FrequencyPoint(frequency: 0.4, gain: 0.5, phase: Angle(degrees: -45), coherence: 0.9),
                FrequencyPoint(frequency: 0.63, gain: nil, phase: nil, coherence: 0.1),
            ],
            note: "no gain where the coherence is below 0.5"
        )
        let text = TerminalReport(width: 80).render(Specimens.results([run]))
        // 20 log₁₀ 0.5 = −6.02; 45°/360° of 2.5 s.
        #expect(text.contains("\n  0.4   0.500  -6.02   -45.0       313      0.900\n"))
        #expect(text.contains("\n  0.63      –      –       –         –      0.100\n"))
        #expect(text.contains("\n  note: no gain where the coherence is below 0.5\n"))
    }

    @Test func `Many recordings are summarised by the hardest ones and the means`() throws {
        var runs: [EvaluationRun] = []
        for number in 1...40 {
            let unmeasured: [Metric: String] = number % 4 == 0 ? [.stillRMS: Specimens.noRest] : [:]
            let name = "trial-\(number)"
            runs.append(Specimens.run(name, "triad", scale: Double(number) / 7))
            runs.append(Specimens.run(name, "madgwick", scale: 2 + Double(number % 9) / 5, unmeasured: unmeasured))
        }
        try Snapshot.expect(TerminalReport().render(Specimens.results(runs)), "terminal-40-recordings.txt")
    }

    @Test(arguments: 60...120)
    func `No line is wider than the terminal`(width: Int) {
        for maximum in [0, 12] {
            for results in [Specimens.walk, Specimens.nasty] {
                let text = TerminalReport(width: width, mostRecordings: maximum).render(results)
                for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= width, "\(line)") }
            }
        }
    }

    @Test(arguments: [60, 80, 120])
    func `A wrapped name is complete`(width: Int) {
        let runs = Specimens.nastyNames.map { Specimens.run("walk", $0) }
        let text = TerminalReport(width: width).render(Specimens.results(runs)).filter { !$0.isWhitespace }
        for name in Specimens.nastyNames {
            #expect(text.contains(name.withoutControlCharacters.filter { !$0.isWhitespace }))
        }
    }

    @Test func `A name cannot control the terminal`() {
        let text = TerminalReport().render(Specimens.nasty)
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\u{202E}"))
    }

    @Test func `Colour adds emphasis and changes no text`() throws {
        let plain = TerminalReport().render(Specimens.walk)
        let coloured = TerminalReport(colour: true).render(Specimens.walk)
        #expect(coloured.contains("\u{1B}[1;32m0.012*\u{1B}[0m"))
        #expect(coloured.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "") == plain)
    }

    @Test func `Results without runs give a message`() {
        #expect(TerminalReport().render(Specimens.results([])) == "There are no runs to report.\n")
    }

    @Test func `Recordings of the same name are distinguished by their checksums`() {
        var other = Specimens.run("walk", "triad")
        other.recording.sha256 = String(repeating: "f", count: 64)
        let text = TerminalReport().render(Specimens.results([Specimens.run("walk", "triad"), other]))
        #expect(text.contains("walk [01234567]"))
        #expect(text.contains("walk [ffffffff]"))
    }

    @Test func `Cells with the same reason share a footnote`() {
        let runs = ["a", "b", "c"].map {
            Specimens.run("walk", $0, unmeasured: [.stillRMS: "no reference", .lag: "no reference"])
        }
        let text = TerminalReport().render(Specimens.results(runs))
        #expect(text.contains("¹ still, lag: no reference (3 runs)\n"))
        #expect(!text.contains("²"))
    }
}
