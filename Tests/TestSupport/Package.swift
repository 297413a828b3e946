public import Foundation

/// Locations within the package.
public enum Package {
    /// The root folder of the package.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Decodes a JSON file, whose path is relative to the root folder.
    package static func decode<Value: Decodable>(_ path: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(contentsOf: root.appending(path: path)))
    }
}
