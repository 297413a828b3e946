import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Signals that would end the process, handled instead.
enum SignalListening {
    /// Ctrl-C, the termination signal, and the end of the terminal.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// Listens to all of them when it returns, and as long as somebody holds the sources.
    static func begin(
        on queue: DispatchQueue,
        _ handle: @escaping @Sendable (_ number: Int32) -> Void
    ) -> [any DispatchSourceSignal] {
        numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handle(number) }
            // Until it listens a signal is ignored and lost.
            let listens = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { listens.signal() }
            source.resume()
            listens.wait()
            return source
        }
    }

    /// Ends the process as the signal would have done.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
