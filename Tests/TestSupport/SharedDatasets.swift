public import Foundation

/// Real recordings that are not part of the package. Tests that need them are disabled where they are missing.
public enum SharedDatasets {
    /// `SEXTANT_SHARED_DATASETS`, or `../shared/datasets` from the package's root.
    public static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["SEXTANT_SHARED_DATASETS"] {
            return URL(fileURLWithPath: path)
        }
        return Package.root.deletingLastPathComponent().appendingPathComponent("shared/datasets")
    }()

    /// The location of a dataset's file or folder, whether it is there or not.
    public static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// The same as a path.
    public static func path(_ path: String) -> String { url(path).path }

    /// Whether a dataset is there.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
