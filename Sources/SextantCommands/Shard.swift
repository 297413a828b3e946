import ArgumentParser

/// A part of an experiment's cells, as `I/N`.
struct Shard: ExpressibleByArgument, Sendable {
    let index: Int
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count > 0,
            (1...count).contains(index)
        else { return nil }
        self.index = index
        self.count = count
    }
}
