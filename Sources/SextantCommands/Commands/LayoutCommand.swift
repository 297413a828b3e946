import ArgumentParser
import Diagnosis
import Foundation
import Recordings
import Reporting
import SensorModel

struct LayoutCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Propose a layout for a log in an unknown format.",
        discussion: """
            The columns, units, signs and frames of the sensors are inferred from names, values and physics. The \
            layout is YAML, with the evidence as comments. A table shows how certain each guess is; 'assumed' marks \
            conventions that the data cannot confirm. Several logs must have the same layout.

            If the data do not determine a setting, the layout has a comment '# unknown: …', and the exit code is 1. \
            Set a value with --set, or complete the file. Then pass the file to --layout of other commands. \
            'evaluate', 'inspect' and 'run' can also guess the layout, with --guess.
            """
    )

    @Argument(help: "Logs: files of delimited text, or folders of such files.")
    var recordings: [String]

    @Option(help: ArgumentHelp("Rows per second of logs without times.", valueName: "HZ"))
    var rate: Double?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a value that the data do not determine, such as magnetometer.unit=uT, time.column=t or "
                + "gyroscope.columns=gx (the first of three adjacent columns, or all three, such as 6,3,1); repeatable.",
            valueName: "STREAM.KEY=VALUE"
        )
    )
    var answers: [String] = []

    @Option(help: ArgumentHelp("Write the layout to this file (default: standard output).", valueName: "FILE"))
    var output: String?

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if let rate, !(rate > 0 && rate.isFinite) {
            throw ValidationError("--rate is \(rate); give the rows per second, such as 100.")
        }
        if let answer = answers.first(where: { LayoutAnswer($0) == nil }) {
            let units = LayoutAnswer.units(for: answer)
            guard units.isEmpty else {
                throw ValidationError("--set \(answer) has an unknown unit; use \(units.joined(separator: ", ")).")
            }
            throw ValidationError(
                "--set \(answer) is not STREAM.KEY=VALUE, time.column=VALUE, time.unit=VALUE or "
                    + "rows.where=COLUMN=TEXT; use a stream such as gyroscope, and one of the keys "
                    + "\(LayoutAnswer.keys.joined(separator: ", "))."
            )
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a file.") }
    }

    func run() throws {
        var proposals: [LayoutProposal] = []
        for path in recordings {
            proposals.append(try LayoutProposal(path: path, rate: rate, answers: answers.compactMap(LayoutAnswer.init)))
        }
        for proposal in proposals.dropFirst() { try check(proposal, against: proposals[0]) }
        let first = proposals[0]
        if let output {
            if isUnchanged(output) { OutputGate.vouch(for: output) }
            try OutputFile.write(Array(first.yaml.utf8), to: output)
            if !verbosity.quiet { try Terminal.print(Self.table(first)) }
        } else {
            if !verbosity.quiet { Terminal.printError(Self.table(first)) }
            try Terminal.print(first.yaml)
        }
        if !first.questions.isEmpty { throw OpenQuestions(path: first.path, questions: first.questions) }
        // The proposal examines only the start of a long log.
        for proposal in proposals { if let fault = NextStep.fault(reading: proposal) { throw fault } }
    }

    /// Returns whether a file is the output of an earlier call with open questions that has not been edited.
    private func isUnchanged(_ file: String) -> Bool {
        (try? String(contentsOfFile: file, encoding: .utf8)).map(LayoutProposal.isUnchanged) ?? false
    }

    private func check(_ proposal: LayoutProposal, against first: LayoutProposal) throws {
        guard first.questions.isEmpty, proposal.questions.isEmpty else {
            let open = first.questions.isEmpty ? proposal : first
            throw OpenQuestions(path: open.path, questions: open.questions)
        }
        var (left, right) = (try first.layout(), try proposal.layout())
        (left.remark, right.remark) = (nil, nil)
        guard left != right else { return }
        throw InputError(
            file: proposal.path,
            message: "the layout of this log differs from the layout of \(first.path)",
            advice: "run 'sextant layout' for each log"
        )
    }

    private static let maximumWidth = 118

    /// Returns the guesses as a table: certainty, setting and value, evidence.
    private static func table(_ proposal: LayoutProposal) -> String {
        let rows = proposal.guesses.map { guess in
            (
                guess.certainty.rawValue, "\(guess.subject): \(guess.value)".withoutControlCharacters,
                guess.evidence.withoutControlCharacters
            )
        }
        let width = min(rows.map(\.1.count).max() ?? 0, 60)
        let padded = rows.map { row in
            let gap = String(repeating: " ", count: max(width - row.1.count, 0))
            return "  \(row.0)\(String(repeating: " ", count: 8 - row.0.count)) \(row.1)\(gap)  \(row.2)\n"
        }
        let unused = proposal.unused.map { thing in
            TextWrapping.lines("  not used \(thing)", width: maximumWidth, indent: 11).joined(separator: "\n") + "\n"
        }
        return "\(proposal.path.withoutControlCharacters)\n" + (padded + unused).joined()
    }
}

/// The error of a log whose data do not determine all settings of the layout.
struct OpenQuestions: Error, CustomStringConvertible {
    let path: String
    let questions: [LayoutQuestion]

    var description: String {
        var lines: [String] = []
        for text in questions.map(Self.text) where !lines.contains(text) { lines.append(text) }
        let more = lines.count > 3 ? ["sextant: \(lines.count - 2) more questions are in the layout"] : []
        let shown = lines.prefix(more.isEmpty ? 3 : 2).map {
            "sextant: \(path): \(CommandLineText.naming(path, in: $0))".withoutControlCharacters
        }
        return (shown + more).joined(separator: "\n")
    }

    private static let (maximumAnswers, maximumCharacters) = (6, 600)

    /// Returns the text of a question with at most six answers. The layout contains all of them.
    private static func text(_ question: LayoutQuestion) -> String {
        var short = question
        short.answers = Array(question.answers.prefix(maximumAnswers))
        let text = short.description.prefix(maximumCharacters)
        let isWhole = short == question && text.count < maximumCharacters
        return text + (isWhole ? "" : " or others (see the layout)")
    }
}
