public import Foundation

/// Locations within the package.
public enum Package {
    /// The root folder of the package.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
}
