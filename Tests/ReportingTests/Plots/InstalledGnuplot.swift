import Foundation

/// Whether gnuplot is on the PATH.
enum InstalledGnuplot {
    static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/gnuplot")
    }
}
