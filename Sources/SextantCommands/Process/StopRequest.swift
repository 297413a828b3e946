import Foundation
import Synchronization

/// A request to stop, made by Ctrl-C or the termination signal: the current work is finished. A second signal ends the
/// process immediately.
///
/// It handles the signals until it is deallocated, which is at the end of the command.
final class StopRequest {
    /// The state of the request, for the workers.
    final class Wish: Sendable {
        fileprivate let number = Atomic<Int32>(0)

        var isMade: Bool { number.load(ordering: .relaxed) != 0 }
    }

    let wish = Wish()
    private let sources: [any DispatchSourceSignal]

    /// - Parameter say: Called at the first signal.
    init(say: @escaping @Sendable () -> Void) {
        Interruption.leaveSignals()
        sources = SignalListening.begin(on: DispatchQueue(label: "sextant.stop")) { [wish] number in
            let isFirst = wish.number.exchange(number, ordering: .relaxed) == 0
            if isFirst { say() } else { Interruption.end(by: number) }
        }
    }

    /// Several commands may run in one process, one after another.
    deinit {
        for source in sources { source.cancel() }
    }

    /// Ends the process as the signal would; does nothing without a signal.
    func endProcess() {
        let number = wish.number.load(ordering: .relaxed)
        if number != 0 { Interruption.end(by: number) }
    }
}
