import Foundation
public import SensorModel

/// A source of orientations that another program estimated: the program's name, a file or a folder of files, and the
/// conventions of these files. The orientations are evaluated like the estimates of a pipeline.
///
/// ```swift
/// let source = try EstimateSource(parsing: "mine=out/mine,order=xyzw,world=ned")
/// ```
public struct EstimateSource: Sendable, Hashable {
    /// The name of the other program in tables and reports.
    public var name: String
    /// The path of a file, or of a folder with one file per recording.
    public var path: String
    /// The conventions of all files.
    public var conventions: EstimateConventions

    /// Creates a source.
    public init(name: String, path: String, conventions: EstimateConventions = EstimateConventions()) {
        self.name = name
        self.path = path
        self.conventions = conventions
    }

    /// Parses `NAME=PATH[,key=value…]`. The path ends before the first comma that is followed by a key and `=`.
    ///
    /// - Throws: `InputError` if the name or the path is missing, or a key or value is invalid.
    public init(parsing text: String) throws(InputError) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fields = (halves.last ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let path = fields.prefix { !$0.contains("=") }
        guard halves.count == 2, !halves[0].isEmpty, !path.joined(separator: ",").isEmpty else {
            throw InputError(
                message: "'\(text)' is not NAME=PATH[,key=value…]",
                advice: "write, for example, mine=estimates/,order=xyzw"
            )
        }
        self.init(name: halves[0], path: path.joined(separator: ","))
        for field in fields[path.count...] {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw InputError(
                    message: "'\(field)' is not key=value",
                    advice: "write key=value, or, if the path contains a comma, rename the file"
                )
            }
            try conventions.set(parts[0], to: parts[1])
        }
    }
}

extension EstimateSource {
    /// The file name extensions of estimates in a folder.
    static let extensions = ["csv", "tum", "txt"]

    /// A Boolean value that indicates whether the path is a folder with one file per recording.
    public var isFolder: Bool { FileKind(path: path) == .folder }

    /// A Boolean value that indicates whether the path is a single file, which contains the estimates for one
    /// recording.
    public var isSingleFile: Bool { InputFile.exists(path) }

    /// Returns the file with the estimates for a recording.
    ///
    /// In a folder, the file is `<recording>.csv`, `.tum` or `.txt`. A `/` in the recording's name may be a `_` in the
    /// file name.
    ///
    /// - Parameter names: the possible names of the recording, in order of preference.
    /// - Throws: `InputError` if the folder contains no file or several files for the recording.
    public func file(for names: [String]) throws(InputError) -> String {
        try file(for: names, extensions: Self.extensions)
    }

    /// Returns the file with the estimates for a recording. The file's extension is one of `extensions`.
    func file(for names: [String], extensions: [String]) throws(InputError) -> String {
        guard isFolder else { return path }
        for name in names.flatMap({ [$0, $0.replacing("/", with: "_")] }) where !name.contains("..") {
            let paths = extensions.map { (path as NSString).appendingPathComponent("\(name).\($0)") }
            let found = paths.filter { FileManager.default.fileExists(atPath: $0) }
            guard found.count < 2 else {
                let files = found.map { ($0 as NSString).lastPathComponent }.joined(separator: " and ")
                throw InputError(
                    file: path,
                    message: "the folder has several files for the recording '\(name)': \(files)",
                    advice: "remove all but one of these files"
                )
            }
            if let file = found.first { return file }
        }
        let name = names.first ?? ""
        let endings = extensions.map { ".\($0)" }
        let near = NearestName.suggestion(for: "\(name).csv", among: unread(besides: []))
        let candidates = "\(name)\(endings.dropLast().joined(separator: ", ")) or \(endings.last ?? "")"
        throw InputError(
            file: path,
            message: "the folder has no file \(candidates) for the recording '\(name)'",
            advice: near.map { "did you mean '\($0)'? rename the file" } ?? "add the file, or remove the recording"
        )
    }

    /// Returns the sorted names of the files in the folder of estimates, without the files at the given paths. For a
    /// single file, the result is empty.
    public func unread(besides paths: some Sequence<String>) -> [String] {
        guard isFolder else { return [] }
        let read = Set(paths.map { ($0 as NSString).lastPathComponent })
        let listing = FolderListing(path: path)
        let names = (listing?.names ?? []) + (listing?.undecodable ?? [])
        return names.filter { Self.extensions.contains(($0 as NSString).pathExtension) && !read.contains($0) }.sorted()
    }
}

extension EstimateSource {
    /// Creates a source from `NAME=PATH[,key=value…]`, or from a mapping with `name`, `path` and the keys of the
    /// conventions.
    ///
    /// - Parameters:
    ///   - value: the text or the mapping.
    ///   - resolve: a function that converts a path in the YAML file to a path from the working directory.
    package init(_ value: YAMLValue, resolve: (String) -> String) throws(InputError) {
        let pairs = value.isMapping ? try value.mapping("an estimate").all : []
        var fields: [(key: String, text: String)] = []
        for pair in pairs { fields.append((pair.name, try pair.value.text(pair.name))) }
        let text = value.isMapping ? nil : try value.text("an estimate")
        do throws(InputError) {
            if let text { try self.init(parsing: text) } else { try self.init(fields: fields) }
        } catch {
            throw value.error(message: error.message, advice: error.advice)
        }
        path = resolve(path)
    }

    private init(fields: [(key: String, text: String)]) throws(InputError) {
        func text(_ key: String) throws(InputError) -> String {
            if let text = fields.first(where: { $0.key == key })?.text, !text.isEmpty { return text }
            throw InputError(
                message: "the estimate has no key '\(key)'",
                advice: "add the key '\(key)'"
            )
        }
        self.init(name: try text("name"), path: try text("path"))
        for (key, text) in fields where !["name", "path"].contains(key) { try conventions.set(key, to: text) }
    }
}
