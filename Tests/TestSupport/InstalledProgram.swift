import Foundation

/// Programs of the system. Tests that need one are disabled when it is missing.
public enum InstalledProgram {
    /// The folders of the environment's PATH, separated by colons.
    public static let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]

    /// The path of a program in PATH; nil if it is missing.
    public static func path(_ name: String) -> String? {
        folders.split(separator: ":").map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Whether a program is in one of the system's usual folders, whether or not they are in PATH.
    package static func has(_ name: String) -> Bool {
        ["/usr/bin", "/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// Whether a program of PATH accepts these arguments: it ends with status 0.
    public static func accepts(_ name: String, _ arguments: [String]) -> Bool {
        guard let path = path(name) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
