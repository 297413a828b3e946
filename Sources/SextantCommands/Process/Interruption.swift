import Foundation
import Recordings
import Synchronization

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

    /// Ensures that a signal such as Ctrl-C removes unfinished files. The signal handler is installed when the first
    /// unfinished file is created.
    ///
    /// The method also ignores the signal `SIGXFSZ`. A file that exceeds the size limit of the process therefore causes
    /// a write error, instead of ending the process.
    static func prepare() {
        signal(SIGXFSZ, SIG_IGN)
        UnfinishedFiles.beforeFirst {
            lock.withLock {
                guard !isHandled, sources.isEmpty else { return }
                sources = SignalListening.begin(on: DispatchQueue(label: "sextant.interruption"), end)
            }
        }
    }

    /// Stops handling signals. The caller must handle the signals, and call ``end(by:)`` to end the process.
    static func leaveSignals() {
        lock.withLock {
            isHandled = true
            for source in sources { source.cancel() }
            sources = []
        }
    }

    /// Removes unfinished files, and ends the process with a signal.
    @Sendable static func end(by number: Int32) {
        UnfinishedFiles.removeAtEnd()
        SignalListening.end(by: number)
    }
}

/// Handlers of the signals that end a process.
enum SignalListening {
    /// The numbers of the signals: Ctrl-C, the termination signal, and the closing of the terminal.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// Starts to handle the signals, until the returned sources are cancelled. No signal is lost after this function
    /// returns.
    static func begin(
        on queue: DispatchQueue,
        _ handle: @escaping @Sendable (_ number: Int32) -> Void
    ) -> [any DispatchSourceSignal] {
        numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handle(number) }
            // The function waits for the registration, because earlier signals would be lost.
            let listens = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { listens.signal() }
            source.resume()
            listens.wait()
            return source
        }
    }

    /// Ends the process with a signal, as if the signal had no handler.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}

/// A request by Ctrl-C or the termination signal to stop after the current work.
///
/// A second signal ends the process immediately. The request handles the signals until it is deallocated, at the end of
/// the command.
final class StopRequest {
    /// The shared state of the request. Running work reads this state to determine whether to stop.
    final class Wish: Sendable {
        fileprivate let number = Atomic<Int32>(0)

        var isMade: Bool { number.load(ordering: .relaxed) != 0 }
    }

    let wish = Wish()
    private let sources: [any DispatchSourceSignal]

    /// Listens for signals.
    ///
    /// - Parameter say: A closure that is called at the first signal.
    init(say: @escaping @Sendable () -> Void) {
        Interruption.leaveSignals()
        sources = SignalListening.begin(on: DispatchQueue(label: "sextant.stop")) { [wish] number in
            let isFirst = wish.number.exchange(number, ordering: .relaxed) == 0
            if isFirst { say() } else { Interruption.end(by: number) }
        }
    }

    /// Stops listening for signals, so that signals during the next command in the same process do not reach this
    /// object.
    deinit {
        for source in sources { source.cancel() }
    }

    /// Ends the process with the received signal. Does nothing if no signal was received.
    func endProcess() {
        let number = wish.number.load(ordering: .relaxed)
        if number != 0 { Interruption.end(by: number) }
    }
}
