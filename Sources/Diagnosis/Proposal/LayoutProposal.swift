import Foundation
public import Recordings
public import SensorModel

/// A layout for a log in an unknown format, proposed from column names, values and physics.
///
/// ```swift
/// let proposal = try LayoutProposal(path: "walk.csv")
/// for question in proposal.questions { print(question.description) }
/// let recording = try RecordingReader(layout: proposal.layout()).read(path: "walk.csv")
/// ```
public struct LayoutProposal: Sendable {
    /// The path of the log.
    public let path: String
    /// The settings that were determined, with their evidence.
    public let guesses: [LayoutGuess]
    /// The settings that the data do not determine. A layout with questions cannot be used.
    public let questions: [LayoutQuestion]
    /// The files and columns that the layout does not use, each with the reason.
    public let unused: [String]
    /// The layout as YAML. Comments contain the evidence and the questions.
    public let yaml: String

    /// The advice for a log that contains no table of numbers.
    package static let adviceWithoutTable = "see 'sextant list layouts' for supported formats"

    /// Proposes a layout for a file, or for all files of a folder.
    ///
    /// - Parameters:
    ///   - path: path of the log.
    ///   - rate: rows per second of files without times; `nil`, the default, if it is unknown.
    ///   - answers: settings that the user specifies, which answer questions and replace guesses.
    /// - Throws: `InputError` if the log cannot be read or contains no table of numbers. The error is also thrown if
    ///   `rate` is given although all files have times, or if an answer has an invalid value or no matching stream.
    /// - Complexity: O(*n*) for files of *n* bytes. At most 60,000 rows of each file are examined.
    public init(path: String, rate: Hertz? = nil, answers: [LayoutAnswer] = []) throws(InputError) {
        // The tables of a JSON or SQLite file are first exported to a folder.
        let tables = try ExportedTables(path: path)
        let areExported = tables?.areExported ?? false
        var files = try Self.files(of: tables?.folder ?? path, areExported: areExported)
        guard !files.tables.isEmpty else {
            throw InputError(
                file: path,
                message:
                    "\(files.unread.isEmpty ? "the log contains no table of numbers" : "no file of the folder is a table of numbers")",
                advice: Self.adviceWithoutTable
            )
        }
        for answer in answers where answer.stream == nil && answer.key == "column" {
            let columns = files.tables.flatMap(\.columns)
            guard !columns.contains(where: { $0.isSelected(by: answer.value) }) else { continue }
            let (name, names) = (answer.value, columns.prefix(8).map(\.text).joined(separator: ", "))
            throw InputError(
                file: path,
                message: "the log has no column '\(name)'",
                advice: "use one of the columns \(names)"
            )
        }
        for answer in answers {
            guard let count = answer.columnCount, files.tables.columns(answer.value, count: count) == nil else {
                continue
            }
            let (name, isSensor) = (answer.value, count == 3)
            throw InputError(
                file: path,
                message:
                    "exactly one file must have the column '\(name)' and \(isSensor ? "two" : "three") more columns after it",
                advice: isSensor
                    ? "name the first column of the sensor, such as 'ax', 2 or 'imu.csv:ax', or all three, such as 6,3,1"
                    : "name the column with w, such as 'qw', 2 or 'imu.csv:qw', or the columns with w, x, y, z, such as 7,4,5,6"
            )
        }
        for answer in answers where answer.key == LayoutAnswer.rowsKey {
            guard answer.value != LayoutAnswer.allRows else {
                for index in files.tables.indices { files.tables[index].usesAllRows = true }
                continue
            }
            let sides = answer.value.split(separator: "=", maxSplits: 1).map(String.init)
            for index in files.tables.indices { files.tables[index].keepRows(with: sides[1], in: sides[0]) }
            guard !files.tables.contains(where: { $0.condition != nil }) else { continue }
            throw InputError(
                file: path,
                message: "no row has the text '\(sides[1])' in a column '\(sides[0])'",
                advice: "run 'sextant layout' without this --set to list the column and its texts"
            )
        }
        files.tables = files.tables.map(\.withoutUntimedRows)
        var analysis = LogAnalysis(files.tables, rate: rate, answers: answers)
        if rate != nil, analysis.times.values.allSatisfy({ $0.column != nil }) {
            throw InputError(file: path, message: "the log has times, so its rate is known", advice: "remove --rate")
        }
        let absent = Set(answers.filter { $0.key == "columns" && $0.value == LayoutAnswer.none }.map(\.stream))
        for answer in answers where !analysis.accept(answer) && !absent.contains(answer.stream) {
            let kinds = analysis.streams.map(\.kind.rawValue).joined(separator: ", ")
            throw InputError(
                file: path,
                message: "no \(answer.stream?.rawValue ?? "") was recognised, so its \(answer.key) cannot be set",
                advice: kinds.isEmpty ? nil : "the recognised streams are \(kinds)"
            )
        }
        for (file, field) in analysis.usedColumns {
            let column = files.tables[file].columns[field]
            guard column.isNumeric, let (line, _, text) = column.stray else { continue }
            throw InputError(
                file: files.tables[file].name.map { "\(path)/\($0)" } ?? path,
                line: line,
                message: "'\(text.excerpt)' in \(files.tables[file].label(of: column)) is not a number",
                advice: "correct or remove the line: sed '\(line)d' FILE >NEW_FILE"
            )
        }
        let left = tables?.leftOut ?? [:]
        analysis.unused +=
            left.isEmpty
            ? files.unread.map { "\($0): the file is not a table of numbers" }
            : left.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        self.path = path
        guesses = analysis.guesses
        questions = analysis.questions
        unused = analysis.unused
        yaml = analysis.yaml(isFolder: files.isFolder)
        if !answers.isEmpty, questions.isEmpty { _ = try layout() }
    }

    /// The start of the last line of a layout with open questions. The hash of the other lines follows.
    static let mark = "# unchanged: "

    /// Returns whether a text is the layout of a proposal with open questions, without any edit.
    public static func isUnchanged(_ text: String) -> Bool {
        guard let end = text.ranges(of: mark).last else { return false }
        let proposal = String(text[..<end.lowerBound])
        return text[end.upperBound...] == proposal.shortHash + "\n"
    }

    /// A Boolean value that indicates whether the rows per second are the only open question.
    public var needsOnlyRate: Bool {
        !questions.isEmpty && questions.concernOnlyRate
    }

    /// Returns the proposed layout, ready for use.
    ///
    /// - Throws: `InputError` with the first question, if the proposal has questions.
    public func layout() throws(InputError) -> Layout {
        if let question = questions.first {
            let more =
                questions.count == 1
                ? "" : " (more unknown settings: \(questions.count - 1))"
            let asksRate = questions.contains { $0.subject == LayoutQuestion.rateSubject }
            let options = (asksRate ? " --rate HZ" : "") + (needsOnlyRate ? "" : " --set …")
            throw InputError(
                file: path,
                message: "the \(question.subject) \(question.subject.hasSuffix("s") ? "are" : "is") unknown: "
                    + "\(question.reason)\(more)",
                advice: "write a layout with 'sextant layout\(options) --output FILE', then add --layout FILE"
            )
        }
        return try Layout(yaml: yaml, file: "guessed layout of \(path)")
    }

    private static let maximumFileCount = 64
    private static let maximumSize = 1 << 28
    private static let extensions: Set<String> = ["csv", "txt", "tsv", "dat", "log", ""]

    private static func files(
        of path: String,
        areExported: Bool
    ) throws(InputError) -> (tables: [LogFile], unread: [String], isFolder: Bool) {
        guard let kind = FileKind(path: path) else {
            throw InputError(file: path, message: "no such file or folder")
        }
        guard kind == .folder else {
            try check(path)
            return (try LogFile(path: path, name: nil).map { [$0] } ?? [], [], false)
        }
        let listing = FolderListing(path: path)
        let names = (listing?.names ?? []).filter { !$0.hasPrefix(".") }
        var tables: [LogFile] = []
        var unread = (listing?.undecodable ?? []).map { "\($0) (the name is not UTF-8)" }
        let boundary = FolderBoundary(path)
        for name in names {
            let member = path + "/" + name
            let isText = extensions.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
            guard isText, boundary.contains(member), InputFile.exists(member), tables.count < maximumFileCount else {
                unread.append(name)
                continue
            }
            try check(member)
            if let table = try LogFile(path: member, name: name, isExported: areExported) {
                tables.append(table)
            } else {
                unread.append(name)
            }
        }
        return (tables, unread, true)
    }

    private static func check(_ path: String) throws(InputError) {
        guard try InputFile.size(of: path) ?? 0 > maximumSize else { return }
        throw InputError(
            file: path,
            message: "the log is larger than 256 MB",
            advice:
                "copy the first rows to another file, run 'sextant layout' for that file, and use the layout for the whole log"
        )
    }
}
