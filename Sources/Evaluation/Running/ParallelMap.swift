/// Transforms items in up to `jobs` tasks at the same time. A new task starts as soon as a task ends.
///
/// - Parameters:
///   - items: the items, in the order in which their tasks start.
///   - jobs: the maximum number of tasks that run at the same time.
///   - transform: the function that computes the result of an item, called on any thread.
///   - finish: the function that receives each result when the task ends. If the function returns `false`, no further
///     task starts.
/// - Returns: the results in the order of the items; `nil` for each item whose task did not start.
package func parallelMap<Item: Sendable, Output: Sendable>(
    _ items: [Item],
    jobs: Int,
    transform: @escaping @Sendable (Item) -> Output,
    finish: (Item, Output) -> Bool = { _, _ in true }
) async -> [Output?] {
    await withTaskGroup(of: (Int, Output).self) { group in
        var outputs: [Output?] = Array(repeating: nil, count: items.count)
        var waiting = items.enumerated().makeIterator()
        var startsMore = true
        func start() {
            guard startsMore, let (index, item) = waiting.next() else { return }
            group.addTask { (index, transform(item)) }
        }
        for _ in 0..<min(jobs, items.count) { start() }
        for await (index, output) in group {
            outputs[index] = output
            if !finish(items[index], output) { startsMore = false }
            start()
        }
        return outputs
    }
}
