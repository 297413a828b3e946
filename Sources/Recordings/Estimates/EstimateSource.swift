public import SensorModel

/// Orientations from outside that are evaluated like those of a pipeline: a name, a file or a folder of files, and their
/// conventions.
///
/// ```swift
/// let source = try EstimateSource(parsing: "mine=out/mine,order=xyzw,world=ned")
/// ```
public struct EstimateSource: Sendable, Hashable {
    /// The name in tables and reports.
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

    /// Parses `NAME=PATH[,key=value…]`. The path ends before the first comma that a key and `=` follow.
    ///
    /// - Throws: `ParameterError` for a missing name or path, and for an invalid key or value.
    public init(parsing text: String) throws(ParameterError) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fields = (halves.last ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let path = fields.prefix { !$0.contains("=") }
        guard halves.count == 2, !halves[0].isEmpty, !path.joined(separator: ",").isEmpty else {
            throw ParameterError(
                found: "'\(text)'",
                expected: "NAME=PATH[,key=value…]",
                remedy: "write for example mine=estimates/,order=xyzw"
            )
        }
        self.init(name: halves[0], path: path.joined(separator: ","))
        for field in fields[path.count...] {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw ParameterError(
                    found: "'\(field)' after the keys",
                    expected: "key=value",
                    remedy: "add a value, or rename the path so that no comma and '=' are in it"
                )
            }
            try conventions.set(parts[0], to: parts[1])
        }
    }
}
