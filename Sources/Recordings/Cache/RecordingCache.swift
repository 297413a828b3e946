import Foundation

/// A cache of recordings in a folder. It stores them as columns of numbers, which are fast to read.
///
/// The key of a recording consists of the SHA-256 of its files, its layout, and the reading program. A file that
/// changes has another key, so that the cache needs no invalidation. Its folder may be removed at any time. A cached
/// recording is equal to the original bit for bit. Errors are not cached.
///
/// Files are written to the disk and then renamed, so that any number of processes can share a folder. Checksums detect
/// damaged files, which are reported and replaced. A folder that cannot be used is reported once.
public final class RecordingCache: @unchecked Sendable {
    /// An event of the cache.
    public enum Event: Sendable, Hashable {
        /// A recording was read from a cache file.
        case recalled(file: String)
        /// A recording was written to a cache file.
        case kept(file: String)
        /// A cache file is damaged. The recording is read from its files.
        case damaged(file: String, reason: String)
        /// Files in the folder cannot be read or written.
        case refused(folder: String, reason: String)
    }

    /// The folder of the cache.
    public let folder: String
    private let tool: String
    private let report: @Sendable (Event) -> Void
    /// The lock of ``hasRefused``.
    private let lock = NSLock()
    private var hasRefused = false

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - folder: the folder, which is created for the first recording.
    ///   - tool: the name and version of the reading program. Files of other versions are not used.
    ///   - report: receives the events, on any thread.
    public init(folder: String, tool: String, report: @escaping @Sendable (Event) -> Void = { _ in }) {
        self.folder = folder
        self.tool = tool
        self.report = report
    }

    /// Checks that the path is a folder or does not exist.
    ///
    /// - Throws: ``InputError`` with ``InputError/isEnvironment`` if it is a file.
    public func check() throws(InputError) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        guard exists, !isFolder.boolValue else { return }
        throw InputError(
            file: folder,
            found: "a file",
            expected: "a folder for the cache",
            remedy: "name a folder, or use no cache",
            isEnvironment: true
        )
    }

    /// Reads the streams of a recording from the cache, or from their files and stores them in the cache.
    ///
    /// - Returns: the SHA-256 of all bytes, those of the metadata first.
    /// - Throws: ``InputError`` for faulty files. Faults of the cache are only reported.
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
        // Another process may have changed the length of a file during reading.
        if key.matches(source) { store(assembled.recording, key, sha256) }
        return sha256
    }

    private func place(of key: CacheKey) -> String { "\(folder)/\(key.digest.prefix(32))" }

    private func file(of key: CacheKey, _ sha256: String) -> String {
        "\(place(of: key))/\(sha256)\(CacheFormat.suffix)"
    }

    /// Reads a recording from the cache; nil if it is not there.
    private func recall(
        _ source: StreamSource,
        _ key: CacheKey,
        into recording: Recording,
        _ context: RecordingFile.Context
    ) -> (recording: Recording, sha256: String)? {
        // Without candidates, the bytes of the recording need to be read only once.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place(of: key))) ?? []
        let candidates = names.filter { $0.hasSuffix(CacheFormat.suffix) }
        guard !candidates.isEmpty else { return nil }
        let recall = { @Sendable (path: String) throws(CacheFault) in
            try Self.recording(path, key, into: recording)
        }
        // Computing the digest takes about as long as reading the columns.
        let early = candidates.count == 1 ? EarlyRecall(file: "\(place(of: key))/\(candidates[0])", recall) : nil
        let fingerprint = Fingerprint(context.fingerprint)
        // Reading the recording reports the error of a file that cannot be read.
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

    /// Reads a cache file. The recording has the digest that the file states.
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

    private func store(_ recording: Recording, _ key: CacheKey, _ sha256: String) {
        let columns = StoredColumns(recording)
        let header = CacheHeader(
            key: key.digest,
            sha256: sha256,
            epoch: recording.epoch,
            files: Dictionary(uniqueKeysWithValues: recording.files.map { ($0.key.rawValue, $0.value) }),
            leftOut: recording.leftOut,
            alternatives: Dictionary(uniqueKeysWithValues: recording.alternatives.map { ($0.key.rawValue, $0.value) }),
            hasMagneticAttitude: recording.hasMagneticAttitude,
            unscaledQuaternions: Dictionary(
                uniqueKeysWithValues: recording.unscaledQuaternions.map { ($0.key.rawValue, $0.value) }
            ),
            columns: columns.columns.map { CacheHeader.Column(name: $0.name, bytes: $0.byteCount) }
        )
        let path = file(of: key, sha256)
        do {
            let place = place(of: key)
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: place)) != nil {
                throw CacheFault.refused("\(place) is a symbolic link")
            }
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

extension RecordingCache.Event: CustomStringConvertible {
    /// The event in words.
    public var description: String {
        switch self {
        case .recalled(let file): "read from the cache: \(file)"
        case .kept(let file): "stored in the cache: \(file)"
        case .damaged(let file, let reason):
            "\(file): found \(reason), expected an unchanged cache file; the recording is read from its files"
        case .refused(let folder, let reason):
            "\(folder): the cache cannot be used (\(reason)); recordings are read without it"
        }
    }
}

/// A read of a cache file on another thread, while the caller computes the digest that tells whether it needs the file.
private final class EarlyRecall: @unchecked Sendable {
    let file: String
    private let work = DispatchGroup()
    /// The result. Only the other thread may use it until ``work`` is done.
    private var result: Result<Recording, CacheFault> = .failure(.missing)

    init(file: String, _ recall: @escaping @Sendable (String) throws(CacheFault) -> Recording) {
        self.file = file
        DispatchQueue.global(qos: .userInitiated).async(group: work) {
            do throws(CacheFault) {
                self.result = .success(try recall(file))
            } catch {
                self.result = .failure(error)
            }
        }
    }

    /// Waits for the recording.
    ///
    /// - Throws: ``CacheFault`` if the file cannot be used.
    func recording() throws(CacheFault) -> Recording {
        work.wait()
        return try result.get()
    }
}
