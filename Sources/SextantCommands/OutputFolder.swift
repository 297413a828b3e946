import Foundation

/// A folder that files are to be written to.
enum OutputFolder {
    /// Makes it, and those above it, where it is not there.
    static func make(_ path: String) throws(OutputError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw OutputError(reason: "no directory can be made there", file: path)
        }
    }
}
