import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ctrl-C and the termination signal as a wish: what is being done is finished. A second one ends the process at once.
///
/// It stands for the length of a command: signals are handled by it until the process ends.
final class StopRequest {
    /// Whether to stop, for whoever does the work.
    final class Wish: Sendable {
        fileprivate let number = Atomic<Int32>(0)

        var isMade: Bool { number.load(ordering: .relaxed) != 0 }
    }

    let wish = Wish()
    private var sources: [any DispatchSourceSignal] = []

    /// - Parameter say: told of the first signal.
    init(say: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "sextant.stop")
        sources = [SIGINT, SIGTERM, SIGHUP].map { [wish] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = wish.number.exchange(number, ordering: .relaxed) == 0
                if isFirst { say() } else { Self.end(by: number) }
            }
            // Until it listens a signal is ignored and lost.
            let listens = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { listens.signal() }
            source.resume()
            listens.wait()
            return source
        }
    }

    /// Ends the process as the signal would have done; does nothing where there was none.
    func endProcess() {
        let number = wish.number.load(ordering: .relaxed)
        if number != 0 { Self.end(by: number) }
    }

    private static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
