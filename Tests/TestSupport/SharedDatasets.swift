public import Foundation

/// Real recordings outside the package. Tests that need them are disabled when they are missing.
public enum SharedDatasets {
    /// The folder in `SEXTANT_SHARED_DATASETS`, or `../shared/datasets` relative to the package.
    public static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["SEXTANT_SHARED_DATASETS"] {
            return URL(fileURLWithPath: path)
        }
        return Package.root.deletingLastPathComponent().appendingPathComponent("shared/datasets")
    }()

    /// The location of a dataset's file or folder, whether or not it exists.
    public static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// The path of a dataset's file or folder.
    public static func path(_ path: String) -> String { url(path).path }

    /// Whether a dataset exists.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
