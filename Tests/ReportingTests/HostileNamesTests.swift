import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

/// Names with special characters of a format are shown literally in every report.
@Suite struct HostileNamesTests {
    @Test func `JUnit is well-formed, and contains every name as text`() {
        let elements = XMLContents(JUnitReport().render(Specimens.hostile).utf8).elements
        #expect(
            Set(elements.map(\.name)) == [
                "testsuites", "testsuite", "properties", "property", "testcase", "system-out", "error",
            ]
        )
        let visible = Specimens.hostileNames.map { name in
            name.withoutControlCharacters.replacing("\u{FFFE}", with: "\\u{FFFE}")
        }
        let cases = elements.filter { $0.name == "testcase" }.map { $0.attributes["classname"] ?? "" }
        #expect(cases == visible.flatMap { [$0, $0] } + visible)
        let parameters = elements.filter {
            $0.name == "property" && $0.attributes["name"]?.hasPrefix("parameter.") == true
        }
        #expect(parameters.map { $0.attributes["value"] ?? "" } == visible.flatMap { [$0, $0] })
    }

    @Test func `No text of a CSV file is a formula, and without the apostrophe it is the name`() {
        for name in Specimens.hostileNames.map(\.withoutControlCharacters) {
            let word = CSVText.safe(name)
            if word == name {
                #expect(!["=", "+", "-", "@", "\t", "\r", "\n", "'", "＝"].contains(name.unicodeScalars.first))
            } else {
                #expect(word.unicodeScalars.first == "'")
                #expect(Array(word.unicodeScalars.dropFirst()) == Array(name.unicodeScalars))
            }
        }
        let text = CSVReport().render(Specimens.hostile)
        #expect(text.contains("\n'=cmd|' /C calc'!A0,"))
        #expect(text.contains("\n'-1,"))
        let table = FigureTable(
            columns: [FigureTable.Column(key: "a", title: "a")],
            rows: [[.text("=1+1")], [.figure(-1)]]
        )
        #expect(table.csv() == "a\n'=1+1\n-1\n")
    }

    @Test(arguments: [MarkdownReport().render(Specimens.hostile), SummaryReport().render(Specimens.hostile)])
    func `No name is markup in Markdown`(text: String) throws {
        // The command is in a fenced code block before the first section.
        let start = try #require(text.firstRange(of: "## "))
        let markup = text[start.lowerBound...].replacing(#/\\[!-\/:-@\[-`{-~]/#, with: "")
            .replacing(#/<sup>\d+<\/sup>/#, with: "")
        #expect(!markup.contains("<"))
        #expect(!markup.contains("]("))
        #expect(!markup.contains("$"))
        #expect(!markup.contains("**b**"))
        for line in markup.split(separator: "\n") {
            #expect(!line.hasPrefix("- - "))
            #expect(!line.contains("\u{1B}"))
        }
    }

    @Test func `Characters that are commands of TeX are escaped`() {
        let escaped = LaTeXText.escaped(##"\input{x} 5% a_b #1 $x$ &"##)
        #expect(escaped == ##"\textbackslash{}input\{x\} 5\% a\_b \#1 \$x\$ \&"##)
        #expect(LaTeXText.escaped("a\nb\u{0}") == "a b{\\ttfamily {[}U+0{]}}\\allowbreak{}")
        #expect(LaTeXText.escaped("姿") == "{\\ttfamily {[}U+59FF{]}}\\allowbreak{}")
        #expect(LaTeXText.breakable("a=1,b") == "a=\\allowbreak{}1{,}\\allowbreak{}b")
        #expect(LaTeXText.comment("a\n\\end{document}") == "% a\\u{A}\\end{document}\n")
    }

    @Test func `A row that begins with a bracket is not an argument of the previous row`() {
        let table = FigureTable(
            columns: [FigureTable.Column(key: "a", title: "a")],
            rows: [[.text("x")], [.text("[link]")], [.text("*")]]
        )
        #expect(table.latex().contains("x \\\\\n{[}link{]} \\\\\n{*} \\\\\n"))
    }

    @Test func `Every special character of a name is escaped for TeX`() {
        let commands = #/\\(?:[a-zA-Z]+\*?|[\\{}$&#_%])/#
        for name in Specimens.hostileNames {
            let rest = LaTeXText.escaped(name).replacing(#/\$\\?[a-zA-Z-]+\$/#, with: "").replacing(commands, with: "")
            for sign in ["\\", "$", "&", "#", "_", "%", "^", "~"] where sign != "~" || !name.contains("\u{A0}") {
                #expect(!rest.contains(sign), "\(name): \(rest)")
            }
        }
    }

    @Test func `Dashboards and results are valid JSON`() throws {
        for format in [ReportFormat.json, .githubBenchmark, .bencher] {
            let content = try format.content(Specimens.hostile)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(content)) }
        }
    }

    @Test func `A terminal gets no control characters`() {
        let text = TerminalReport(maximumRecordings: 100).render(Specimens.hostile)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    }

    @Test(arguments: ReportFormat.allCases)
    func `No report contains a control character of a name`(format: ReportFormat) throws {
        guard let content = try? format.content(Specimens.hostile) else { return }
        let text = String(decoding: content, as: UTF8.self)
        let found = Set(text.unicodeScalars.filter { OutsideText.isControl($0) && $0 != "\n" && $0 != "\t" })
        #expect(found.isEmpty, "\(format): \(found.map(\.value))")
    }
}
