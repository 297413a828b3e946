import Foundation

/// The gnuplot that is installed on the PATH, if any.
enum InstalledGnuplot {
    static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/gnuplot")
    }
}
