import Foundation

/// A read of a cache file on another thread, while the caller computes the digest that tells whether it needs the file.
final class EarlyRecall: @unchecked Sendable {
    let file: String
    private let work = DispatchGroup()
    /// The result. Only the other thread may use it until ``work`` is done.
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

    /// Waits for the recording.
    ///
    /// - Throws: ``CacheFault`` if the file cannot be used.
    func recording() throws(CacheFault) -> Recording {
        work.wait()
        return try result.get()
    }
}
