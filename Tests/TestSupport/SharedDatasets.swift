public import Foundation

/// Public recordings that are not part of the package. Tests that need them are skipped where they are missing.
public enum SharedDatasets {
    /// `SEXTANT_SHARED_DATASETS`, or the folder `shared/datasets` beside the package.
    public static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["SEXTANT_SHARED_DATASETS"] { return URL(fileURLWithPath: path) }
        return Package.root.deletingLastPathComponent().appendingPathComponent("shared/datasets")
    }()

    /// Whether a file or folder of the datasets is there.
    public static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    public static func path(_ path: String) -> String {
        root.appendingPathComponent(path).path
    }
}
