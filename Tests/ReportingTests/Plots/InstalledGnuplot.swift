import Foundation

/// Whether there is a gnuplot to test with.
enum InstalledGnuplot {
    static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/gnuplot")
    }
}
