import Foundation

/// A folder that keeps what was read of recordings, as columns of numbers: reading them again takes as long as looking
/// at every byte.
///
/// What is kept goes by the SHA-256 of the recording's files, by its layout, and by who read it. A file that has changed
/// is another one, so that nothing has to be told to the cache, and its folder may be removed at any time. A recording
/// from the cache is equal in every bit to the one that was read; errors are not kept.
///
/// Files are written beside, brought to the disk and renamed, so that any number of processes may share a folder. One
/// that is cut, changed or not of the cache is told by its checksum, reported, not used and replaced. A folder that takes
/// nothing is reported once, and changes nothing else.
public final class RecordingCache: @unchecked Sendable {
    /// What there is to say of a file of the cache.
    public enum Remark: Sendable, Hashable {
        /// A recording was taken from there.
        case recalled(file: String)
        case kept(file: String)
        /// A file is not what was written: it is read from the recording's files again.
        case damaged(file: String, reason: String)
        /// Files cannot be written, or read, there.
        case refused(folder: String, reason: String)
    }

    public let folder: String
    private let tool: String
    private let report: @Sendable (Remark) -> Void
    /// Guards what follows.
    private let lock = NSLock()
    private var hasRefused = false

    /// - Parameters:
    ///   - folder: is made when there is something to keep.
    ///   - tool: who reads, version and all: what another one has read is not used.
    ///   - report: told what happens, on whatever thread it does.
    public init(folder: String, tool: String, report: @escaping @Sendable (Remark) -> Void = { _ in }) {
        self.folder = folder
        self.tool = tool
        self.report = report
    }

    /// Whether the folder is one, or is not there yet.
    ///
    /// - Throws: ``InputError`` with ``InputError/isEnvironment``, where a file stands in its place.
    public func check() throws(InputError) {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        guard isThere, !isFolder.boolValue else { return }
        throw InputError(
            file: folder,
            found: "a file",
            expected: "a folder for the cache",
            remedy: "name another one, or none",
            isEnvironment: true
        )
    }

    /// Reads a recording's streams from the cache, or from their files and keeps them.
    ///
    /// - Returns: SHA-256 of all bytes, those of the metadata first.
    func read(
        _ source: StreamSource,
        into assembled: inout AssembledStreams,
        _ context: RecordingFile.Context
    ) throws(InputError) -> String {
        guard let key = CacheKey(source, tool: tool) else {
            try source.read(into: &assembled, context)
            return context.fingerprint.hexadecimal
        }
        if let (recalled, sha256) = recall(source, key, into: assembled.recording, context) {
            assembled.recording = recalled
            return sha256
        }
        try source.read(into: &assembled, context)
        let sha256 = context.fingerprint.hexadecimal
        // A file that somebody writes to at the same time may be of another length than the key says.
        if key.holds(for: source) { keep(assembled.recording, key, sha256) }
        return sha256
    }

    private func place(of key: CacheKey) -> String { "\(folder)/\(key.digest.prefix(32))" }

    private func file(of key: CacheKey, _ sha256: String) -> String {
        "\(place(of: key))/\(sha256)\(CacheFormat.suffix)"
    }

    /// Nil where the recording is not in the cache.
    private func recall(
        _ source: StreamSource,
        _ key: CacheKey,
        into recording: Recording,
        _ context: RecordingFile.Context
    ) -> (recording: Recording, sha256: String)? {
        // Where nothing is kept for this key the bytes need not be gone through twice.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place(of: key))) ?? []
        let candidates = names.filter { $0.hasSuffix(CacheFormat.suffix) }
        guard !candidates.isEmpty else { return nil }
        let recall = { @Sendable (path: String) throws(CacheFault) in
            try Self.recording(path, key, into: recording)
        }
        // The digest takes about as long as the columns.
        let early = candidates.count == 1 ? EarlyRecall(file: "\(place(of: key))/\(candidates[0])", recall) : nil
        let fingerprint = Fingerprint(context.fingerprint)
        // What cannot be read is said by reading it.
        guard (try? source.hash(into: fingerprint)) != nil else { return nil }
        let sha256 = fingerprint.hexadecimal
        let path = file(of: key, sha256)
        do throws(CacheFault) {
            var recalled = early?.file == path ? try early?.recording() : nil
            if recalled == nil { recalled = try recall(path) }
            guard let recalled, recalled.sha256 == sha256 else { throw .damaged("another recording") }
            report(.recalled(file: path))
            return (recalled, sha256)
        } catch {
            switch error {
            case .missing: break
            case .damaged(let reason): report(.damaged(file: path, reason: reason))
            case .refused(let reason): refuse(reason)
            }
            return nil
        }
    }

    /// With the digest that the file says.
    private static func recording(
        _ path: String,
        _ key: CacheKey,
        into recording: Recording
    ) throws(CacheFault) -> Recording {
        let reader = try CacheFileReader(path: path)
        guard reader.header.key == key.digest else { throw .damaged("another recording") }
        var recalled = recording
        try reader.fill(&recalled)
        recalled.sha256 = reader.header.sha256
        return recalled
    }

    private func keep(_ recording: Recording, _ key: CacheKey, _ sha256: String) {
        let columns = StoredColumns(recording)
        let header = CacheHeader(
            key: key.digest,
            sha256: sha256,
            epoch: recording.epoch,
            files: Dictionary(uniqueKeysWithValues: recording.files.map { ($0.key.rawValue, $0.value) }),
            leftOut: recording.leftOut,
            columns: columns.columns.map { CacheHeader.Column(name: $0.name, bytes: $0.byteCount) }
        )
        let path = file(of: key, sha256)
        do {
            try FileManager.default.createDirectory(atPath: place(of: key), withIntermediateDirectories: true)
            try CacheFileWriter.write(header, columns, to: path)
            report(.kept(file: path))
        } catch CacheFault.refused(let reason) {
            refuse(reason)
        } catch {
            refuse(error.localizedDescription)
        }
    }

    private func refuse(_ reason: String) {
        let isFirst = lock.withLock {
            defer { hasRefused = true }
            return !hasRefused
        }
        if isFirst { report(.refused(folder: folder, reason: reason)) }
    }
}
