import Foundation

/// Takes a recording from a file of the cache on another thread, while the caller still finds out whether it is the right
/// one.
final class EarlyRecall: @unchecked Sendable {
    let file: String
    private let work = DispatchGroup()
    /// Another thread's until ``work`` is done.
    private var result: Result<Recording, CacheFault> = .failure(.missing)

    init(file: String, _ recall: @escaping @Sendable (String) throws(CacheFault) -> Recording) {
        self.file = file
        DispatchQueue.global(qos: .userInitiated).async(group: work) {
            do throws(CacheFault) {
                self.result = .success(try recall(file))
            } catch {
                self.result = .failure(error)
            }
        }
    }

    /// Waits for it.
    func recording() throws(CacheFault) -> Recording {
        work.wait()
        return try result.get()
    }
}
