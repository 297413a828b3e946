import Foundation
import Reporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Removes what is unfinished when Ctrl-C or a termination signal ends the process.
///
/// It stands for the length of a command: signals are handled by it until the process ends.
final class InterruptionCleanup {
    /// Touched on its queue only.
    private final class Unfinished: @unchecked Sendable {
        let queue = DispatchQueue(label: "sextant.unfinished")
        var paths: [String] = []

        /// The newest first: a directory's files go before the directory, which goes only if it is empty.
        func removeAll() {
            for path in paths.reversed() { remove(path) }
            paths = []
        }
    }

    private let unfinished = Unfinished()
    private let signals: [any DispatchSourceSignal]

    init() {
        // The files go, then the signal ends the process as it would have done.
        signals = SignalListening.begin(on: unfinished.queue) { [unfinished] number in
            unfinished.removeAll()
            SignalListening.end(by: number)
        }
    }

    /// A file, or a directory of its own, that is not to outlive an interruption.
    func add(_ path: String) {
        unfinished.queue.sync { unfinished.paths.append(path) }
    }

    /// Begins a file that is not to outlive an interruption before it is finished.
    func begin(_ path: String, makesDirectory: Bool = true) throws(ReportError) -> WholeFile {
        add(WholeFile.temporaryPath(for: path))
        return try WholeFile(path: path, makesDirectory: makesDirectory)
    }

    /// Does what makes the files finished; an interruption waits until it is done, and leaves them then.
    func finish<Failure>(_ commit: () throws(Failure) -> Void) throws(Failure) {
        let result = unfinished.queue.sync { () -> Result<Void, Failure> in
            do throws(Failure) {
                try commit()
            } catch {
                return .failure(error)
            }
            unfinished.paths = []
            return .success(())
        }
        try result.get()
    }
}
