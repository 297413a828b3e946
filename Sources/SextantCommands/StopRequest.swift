import Foundation
import Synchronization

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
    private let sources: [any DispatchSourceSignal]

    /// - Parameter say: told of the first signal.
    init(say: @escaping @Sendable () -> Void) {
        Interruption.leaveSignals()
        sources = SignalListening.begin(on: DispatchQueue(label: "sextant.stop")) { [wish] number in
            let isFirst = wish.number.exchange(number, ordering: .relaxed) == 0
            if isFirst { say() } else { Interruption.end(by: number) }
        }
    }

    /// Several commands may run in one process, one after the other.
    deinit {
        for source in sources { source.cancel() }
    }

    /// Ends the process as the signal would have done; does nothing where there was none.
    func endProcess() {
        let number = wish.number.load(ordering: .relaxed)
        if number != 0 { Interruption.end(by: number) }
    }
}
