import Foundation
import Recordings

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The removal of unfinished files when Ctrl-C or another signal ends the process.
enum Interruption {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []
    private nonisolated(unsafe) static var isHandled = false

    /// Listens for signals after the creation of the first unfinished file.
    ///
    /// A file that exceeds its size limit causes a write error, and does not end the process.
    static func prepare() {
        signal(SIGXFSZ, SIG_IGN)
        UnfinishedFiles.beforeFirst {
            lock.withLock {
                guard !isHandled, sources.isEmpty else { return }
                sources = SignalListening.begin(on: DispatchQueue(label: "sextant.interruption"), end)
            }
        }
    }

    /// Stops listening. The caller then handles the signals and calls ``end(by:)`` for the signals that end the
    /// process.
    static func leaveSignals() {
        lock.withLock {
            isHandled = true
            for source in sources { source.cancel() }
            sources = []
        }
    }

    /// Removes unfinished files and ends the process as the signal would.
    @Sendable static func end(by number: Int32) {
        UnfinishedFiles.removeAtEnd()
        SignalListening.end(by: number)
    }
}

/// Handlers of the signals that end a process.
enum SignalListening {
    /// The numbers of the signals: Ctrl-C, the termination signal, and the closing of the terminal.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// Starts to listen until the returned sources are cancelled. All signals are handled when this function returns.
    static func begin(
        on queue: DispatchQueue,
        _ handle: @escaping @Sendable (_ number: Int32) -> Void
    ) -> [any DispatchSourceSignal] {
        numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handle(number) }
            // Signals before the registration are lost.
            let listens = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { listens.signal() }
            source.resume()
            listens.wait()
            return source
        }
    }

    /// Ends the process as the signal would.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
