import Foundation
import SensorModel

/// Which layout a recording is in, told from the names of its files and their first lines.
public struct LayoutDetection: Sendable {
    public let layout: Layout
    /// In words, after "because": what of the recording the layout was told by.
    public let reason: String

    /// Looks at the recording at `path`, a folder, a file, or a zip of either.
    ///
    /// Throws where no layout fits, or several do; the message says why.
    public init(path: String, among layouts: [Layout]) throws(InputError) {
        try self.init(path: path, among: layouts.map(LayoutSignature.init(of:)))
    }

    /// Looks at the recording at `path` with the layouts that are built in.
    public init(path: String) throws(InputError) {
        try self.init(path: path, among: LayoutCatalogue.signatures)
    }

    private init(path: String, among signatures: [LayoutSignature]) throws(InputError) {
        guard let archive = try UnpackedArchive(path: path, headBytes: Self.headBytes) else {
            try self.init(of: RecordingFolder(path: path), among: signatures)
            return
        }
        self = try archive.naming { () throws(InputError) in
            try Self.first(of: archive.recordings(), among: signatures).detection
        }
    }

    /// More than any header.
    private static let headBytes = 1 << 16

    /// The first of some folders and files whose layout can be told; where there is none, why not the last.
    static func first(
        of candidates: [RecordingFolder],
        among signatures: [LayoutSignature] = LayoutCatalogue.signatures
    ) throws(InputError) -> (recording: RecordingFolder, detection: LayoutDetection) {
        for candidate in candidates.dropLast() {
            if let detection = try? LayoutDetection(of: candidate, among: signatures) { return (candidate, detection) }
        }
        let last = candidates[candidates.count - 1]
        return (last, try LayoutDetection(of: last, among: signatures))
    }

    private init(of recording: RecordingFolder, among signatures: [LayoutSignature]) throws(InputError) {
        var found: [(signature: LayoutSignature, reason: String)] = []
        for signature in signatures where signature.container.takes(folder: recording.isFolder) {
            let folder = recording.seen(by: signature.container)
            let reasons = signature.conditions.lazy.compactMap { $0.evidence(in: folder) }
            if let reason = reasons.first { found.append((signature, reason)) }
        }
        guard let first = found.first else { throw Self.nothing(recording, signatures.map { $0.layout() }) }
        guard found.count == 1 else {
            let candidates = found.map { "\($0.signature.name) (\($0.reason))" }
            throw InputError(
                file: recording.path,
                found: "a recording that may be in \(found.count) layouts: \(candidates.joined(separator: "; "))",
                expected: "one",
                remedy: "say with --layout which it is"
            )
        }
        (layout, reason) = (first.signature.layout(), first.reason)
    }

    private static func nothing(_ recording: RecordingFolder, _ layouts: [Layout]) -> InputError {
        let contents = contents(of: recording)
        let nearest = nearest(to: contents, recording, layouts)
        let names = layouts.map(\.name).joined(separator: ", ")
        let kind = recording.isFolder ? "a folder with" : "a file that starts with"
        var expected = "a recording in a layout that is built in"
        if !nearest.isEmpty {
            let expectations = nearest.map { "\($0.name) is \($0.expects)" }.joined(separator: "; ")
            expected += " (nearest: \(expectations))"
        }
        return InputError(
            file: recording.path,
            found: "\(kind) \(contents.isEmpty ? "nothing" : LayoutCondition.shown(contents))",
            expected: expected,
            remedy: "give --layout with one of \(names), or with the path of a layout's .yaml file"
        )
    }

    /// The names of a folder's files, or of a file's columns.
    private static func contents(of recording: RecordingFolder) -> [String] {
        guard !recording.isFolder else { return recording.files(like: "*") }
        var format = DelimitedFormat(comment: nil)
        format.alternativeDelimiters = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: " ")]
        format.acceptsWindows1252 = true
        return (try? recording.header(of: nil, format: format))?.names ?? []
    }

    /// At most three layouts, those first that share the most names with the recording.
    private static func nearest(
        to contents: [String],
        _ recording: RecordingFolder,
        _ layouts: [Layout]
    ) -> [Layout] {
        let fitting = layouts.filter { $0.container.takes(folder: recording.isFolder) && !$0.expects.isEmpty }
        let scored = fitting.map { layout in
            let known = Set(recording.isFolder ? layout.fileNames : layout.columnNames)
            let patterns = known.map { TextPattern($0, form: .fileName) }
            return (layout, contents.count { name in patterns.contains { $0.match(name) != nil } })
        }
        return scored.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.prefix(3).map(\.0)
    }
}

extension Layout {
    fileprivate var fileNames: [String] {
        (variants.flatMap(\.streams).compactMap(\.file) + signature.flatMap(\.files)).filter { !$0.hasPrefix("*") }
    }

    fileprivate var columnNames: [String] {
        variants.flatMap(\.streams).flatMap(\.columns.values).joined().compactMap { column in
            if case .named(let name) = column { name.replacing("{unit}", with: "*") } else { nil }
        }
    }
}
