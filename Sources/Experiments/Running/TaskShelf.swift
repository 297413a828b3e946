import Recordings

/// The most recently used tasks by key, so that several callers share one.
struct TaskShelf<Key: Hashable, Value: Sendable> {
    typealias SharedTask = Task<Result<Value, InputError>, Never>

    /// The number of tasks that the shelf holds. Older ones are forgotten, but go on.
    private let length: Int
    /// The tasks, newest last.
    private var tasks: [(key: Key, task: SharedTask)] = []

    init(length: Int) { self.length = length }

    /// Returns the task of a key; the first caller starts it. O(``length``).
    mutating func task(
        for key: Key,
        _ work: @escaping @Sendable () async throws(InputError) -> Value
    ) -> SharedTask {
        if let place = tasks.firstIndex(where: { $0.key == key }) {
            let known = tasks.remove(at: place)
            tasks.append(known)
            return known.task
        }
        let task = SharedTask.detached {
            do throws(InputError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        tasks.append((key, task))
        if tasks.count > length { tasks.removeFirst() }
        return task
    }
}
