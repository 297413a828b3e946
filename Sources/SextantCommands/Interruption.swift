import FileAccess
import Foundation

/// Removes what is unfinished when Ctrl-C or another signal ends the process.
enum Interruption {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []
    private nonisolated(unsafe) static var isHandled = false

    /// Listens to signals from the moment on at which there is something to remove.
    static func prepare() {
        UnfinishedFiles.beforeFirst {
            lock.withLock {
                guard !isHandled, sources.isEmpty else { return }
                sources = SignalListening.begin(on: DispatchQueue(label: "sextant.interruption"), end)
            }
        }
    }

    /// Leaves the signals to somebody who calls ``end(by:)`` for those that end the process.
    static func leaveSignals() {
        lock.withLock {
            isHandled = true
            for source in sources { source.cancel() }
            sources = []
        }
    }

    /// Removes what is unfinished, and ends the process as the signal would have done.
    @Sendable static func end(by number: Int32) {
        UnfinishedFiles.removeAtEnd()
        SignalListening.end(by: number)
    }
}
