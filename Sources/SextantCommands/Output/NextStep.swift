import Diagnosis
import Evaluation
import Experiments
import Foundation
import Recordings
import SensorModel

/// The advice for a recording in an unknown layout. A guessed layout is advised only if the recording can be read with
/// it.
enum NextStep {
    /// The maximum number of members that are tested in a folder.
    private static let maximumMembers = 200
    /// The maximum number of recordings, logs or questions that one piece of advice lists.
    private static let shownCount = 3

    /// Returns an error about an unknown layout with the next useful step as its advice. Other errors are returned
    /// unchanged.
    static func completing(_ error: InputError) -> InputError {
        guard error.hasUnknownLayout, let path = error.source.flatMap(existing) else { return error }
        var completed = error
        let names = names(in: path)
        let recordings = names.prefix(maximumMembers).filter { name in
            (try? LayoutDetection(path: "\(path)/\(name)", among: CommandExtension.catalogue.layouts)) != nil
        }
        // A folder with one recognised file may still be one recording.
        var proposal: LayoutProposal?
        var fault: InputError?
        if recordings.count < 2 {
            do { proposal = try LayoutProposal(path: path) } catch { fault = error }
        }
        if let advice = proposal.flatMap(adviceOnLayout) {
            completed.advice = advice
            // For a file, a guessed layout is more useful than the nearest one.
            if FileKind(path: path) == .regular, let nearest = error.message.firstRange(of: " (the nearest layout, ") {
                completed.message = String(error.message[..<nearest.lowerBound])
            }
        } else if !recordings.isEmpty {
            completed.advice = adviceOnMembers(recordings, of: path, isWhole: recordings == names)
        } else if let fault, fault.advice != LayoutProposal.adviceWithoutTable {
            completed.advice = fault.description
        } else {
            completed.advice = adviceOnQuestions(proposal)
        }
        return completed
    }

    /// Returns the path if it exists, or the path of the archive or JSON file that contains it. Returns `nil` if neither
    /// exists.
    private static func existing(_ path: String) -> String? {
        var url = URL(fileURLWithPath: path)
        if FileManager.default.fileExists(atPath: url.path) { return path }
        url.deleteLastPathComponent()
        let isContainer = RecordingReader.isArchive(path: url.path) || RecordingReader.isForeignExport(path: url.path)
        return isContainer ? url.relativePath : nil
    }

    /// Returns the sorted names of a folder's visible members; an empty array for a file.
    private static func names(in folder: String) -> [String] {
        (FolderListing(path: folder)?.names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Returns the advice for a folder that contains recordings.
    private static func adviceOnMembers(_ recordings: [String], of folder: String, isWhole: Bool) -> String {
        let shown = recordings.prefix(shownCount).map { "'\($0)'" }.joined(separator: ", ")
        let more = recordings.count > shownCount ? " and \(recordings.count - shownCount) more" : ""
        let quoted = folder.contains(" ") ? "'\(folder)'" : folder
        let pattern = isWhole ? "\(quoted)/*" : "\(quoted)/\(recordings[0])"
        let (noun, pronoun) = recordings.count == 1 ? ("recording", "it") : ("recordings", "them")
        return "the folder contains \(recordings.count) \(noun) (\(shown)\(more)); name \(pronoun): \(pattern)"
    }

    /// Returns the advice on a table that was not read as a recording; `nil` for a table without vectors.
    ///
    /// - Parameter fault: the error because of which the table could not be read; `nil` if it was read.
    static func adviceOnTable(at path: String, after fault: InputError? = nil) -> String? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
        let name = URL(fileURLWithPath: path).lastPathComponent
        if let found = try? LayoutDetection(path: folder, among: CommandExtension.catalogue.layouts),
            let recording = try? RecordingReader(layout: found.layout).read(path: folder),
            found.reason.contains(name) || recording.files.values.contains(name)
        {
            return
                "the file looks like part of a recording in layout \(found.layout.name); pass its folder instead: \(folder)"
        }
        let proposal: LayoutProposal
        do { proposal = try LayoutProposal(path: path) } catch {
            let isKnown = error.advice == LayoutProposal.adviceWithoutTable || error.message == fault?.message
            guard !isKnown else { return nil }
            // The advice follows a statement that names the file.
            var error = error
            if error.line == nil, error.source == path { error.source = nil }
            return error.description
        }
        let isTime: (String) -> Bool = { $0 == "time" || $0 == "backward" }
        if proposal.guesses.contains(where: { !isTime($0.subject) }) || proposal.needsOnlyRate
            || !proposal.questions.flatMap(\.answers).isEmpty
            || proposal.questions.contains(where: {
                [LayoutQuestion.sessionsSubject, LayoutQuestion.sensorsSubject].contains($0.subject)
            })
        {
            return adviceOnLayout(proposal) ?? adviceOnQuestions(proposal)
        }
        return "'\(CommandLineText.joined(["sextant", "layout", path]))' shows which columns are recognised"
    }

    /// Returns the advice on a folder with several logs, or `nil` for a file or any other folder.
    ///
    /// Files that overlap in time may be the sensors of one log. They count as several logs only if they have the same
    /// sensor columns.
    private static func adviceOnLogs(in folder: String, overlapInTime: Bool) -> String? {
        let logs = names(in: folder).prefix(maximumLogs).compactMap { name -> (name: String, columns: [String])? in
            guard let proposal = try? LayoutProposal(path: "\(folder)/\(name)") else { return nil }
            let found = ["accelerometer columns", "gyroscope columns"].compactMap { subject in
                proposal.guesses.first { $0.subject == subject }
            }
            return found.first.map { (name, [$0.subject, $0.value]) }
        }
        guard let first = logs.first else { return nil }
        let same = overlapInTime ? logs.filter { $0.columns == first.columns } : logs
        guard same.count > 1 else { return nil }
        let shown = same.prefix(shownCount).map { "'\($0.name)'" }.joined(separator: ", ")
        let more = same.count > shownCount ? " and others" : ""
        let command = CommandLineText.joined(["sextant", "inspect", "\(folder)/\(first.name)"])
        let kind = overlapInTime ? "several logs with the same columns" : "logs that were recorded one after another"
        return "the folder contains \(kind) (\(shown)\(more)); name one of them: '\(command)'"
    }

    /// The maximum number of logs in a folder that are examined.
    private static let maximumLogs = 8

    /// Returns the advice after an evaluation that measured nothing: for a recording with fixes but without a gyroscope, and
    /// for a recording with a gyroscope but without the attitude that `reference` selects.
    static func afterNothing(_ path: String, _ layout: Layout, _ reference: ReferenceKind?) -> String? {
        guard let recording = try? RecordingReader(layout: layout).read(path: path) else { return nil }
        if reference == .device, recording.attitude == nil, recording.missing([.gyroscope, .accelerometer]).isEmpty {
            return "leave out '--reference device' to compare with the integrated gyroscope"
        }
        guard recording.gyroscope == nil, recording.missing([.location]).isEmpty else { return nil }
        let command = CommandLineText.joined(["sextant", "evaluate", path, "--pipeline", "fixes"])
        return "the recording has fixes: run '\(command)'"
    }

    /// The maximum number of possible values that the advice lists for one setting. A longer list is cut, and ends with
    /// `or others`.
    private static let maximumValues = 4

    /// Returns command-line options with which the user can answer all questions of a proposed layout. `words` lists
    /// possible values. Returns `nil` if a question cannot be answered with an option.
    private static func answers(to proposal: LayoutProposal) -> (options: String, words: String)? {
        var (options, words): (String, [String]) = ("", [])
        for question in proposal.questions {
            if question.subject == LayoutQuestion.rateSubject {
                if !options.contains("--rate") { options += " --rate HZ" }
                continue
            }
            guard let setting = question.answers.first?.prefix(while: { $0 != "=" }) else { return nil }
            let option = " --set \(setting)=VALUE"
            let isNew = !options.contains(option)
            if isNew { options += option }
            let values = question.values.filter { !$0.hasPrefix("--set ") }
            let others = question.values.filter { $0.hasPrefix("--set ") }.prefix(maximumValues)
            let more = values.count > maximumValues ? " or others" : ""
            let isOfColumns = setting.hasSuffix(".columns") && values.first != LayoutAnswer.none
            let noun = isOfColumns ? ", the first of the sensor's three columns" : ""
            let instead = others.isEmpty ? "" : "; or use \(others.joined(separator: " or ")) instead"
            // Another question may have the same setting among its answers.
            guard isNew else {
                words.append(contentsOf: others.map { "or use \($0) instead" })
                continue
            }
            words.append(
                "\(setting) is \(values.prefix(maximumValues).joined(separator: " or "))\(more)\(noun)\(instead)"
            )
        }
        return (options, words.joined(separator: "; "))
    }

    /// Returns the error of reading a log with its proposed layout, or `nil` if the log can be read.
    static func fault(reading proposal: LayoutProposal) -> InputError? {
        do {
            _ = try RecordingReader(layout: proposal.layout()).read(path: proposal.path)
            return nil
        } catch { return error }
    }

    /// Returns the advice on a log whose layout can be guessed, or `nil` if the layout needs answers from the user.
    private static func adviceOnLayout(_ proposal: LayoutProposal) -> String? {
        guard let layout = try? proposal.layout(),
            let recording = try? RecordingReader(layout: layout).read(path: proposal.path)
        else { return nil }
        let known = SensorKind.allCases.filter { recording.missing([$0]).isEmpty }.map(\.rawValue)
        let streams = (known + (recording.reference == nil ? [] : ["reference"])).joined(separator: ", ")
        return "add --guess to read \(streams) by a guessed layout; 'sextant layout' shows the evidence"
    }

    /// Returns the advice on a log whose layout needs answers from the user. If the proposal is `nil`, the log has no
    /// table of numbers.
    private static func adviceOnQuestions(_ proposal: LayoutProposal?) -> String {
        guard let proposal else {
            return "no table of numbers was found; see 'sextant list layouts' for supported formats, and describe "
                + "others in a YAML file for --layout"
        }
        let command = CommandLineText.joined(["sextant", "layout", proposal.path])
        if proposal.needsOnlyRate {
            let reason = proposal.questions[0].reason
            let link = reason.contains("--set") ? "; otherwise," : ":"
            let start =
                reason.hasPrefix("no column has times that") ? "the log has no times: run" : "\(reason)\(link) run"
            return "\(start) '\(command) --rate HZ --output FILE.yaml', where HZ is the number of "
                + "rows per second, and add --layout FILE.yaml"
        }
        if let question = proposal.questions.first(where: { $0.subject == LayoutQuestion.sessionsSubject }) {
            return "\(question.reason); write \(question.choices[0])"
        }
        let overlap = !proposal.questions.contains { $0.subject == "time" && $0.answers.isEmpty }
        if let advice = adviceOnLogs(in: proposal.path, overlapInTime: overlap) { return advice }
        if let question = proposal.questions.first(where: { $0.subject == LayoutQuestion.sensorsSubject }) {
            guard !question.answers.isEmpty, let (settings, words) = answers(to: proposal) else {
                return question.reason
            }
            return "\(question.reason); if the log has a sensor, run '\(command)\(settings) --output FILE.yaml' "
                + "(\(words)), and add --layout FILE.yaml"
        }
        let subjects = proposal.questions.map(\.subject).distinct().prefix(shownCount).joined(separator: ", ")
        let count = proposal.questions.count
        guard count > 0 else {
            // The log cannot be read with the layout.
            return fault(reading: proposal)?.description ?? "'\(command)' shows which columns are recognised"
        }
        if let (settings, words) = answers(to: proposal) {
            return "run '\(command)\(settings) --output FILE.yaml' (\(words)), and add --layout FILE.yaml"
        }
        return "run '\(command) --output FILE.yaml', answer its \(count) question\(count == 1 ? "" : "s") "
            + "(\(subjects)) in the file, and add --layout FILE.yaml"
    }
}
