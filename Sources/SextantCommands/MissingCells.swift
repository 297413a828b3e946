/// Cells of an experiment that none of the shards has.
struct MissingCells: Error, CustomStringConvertible {
    let count: Int
    let total: Int
    /// The cells that the shards were to run.
    let parts: [Range<Int>]

    var description: String {
        var reach = 0
        var gaps: [String] = []
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if part.lowerBound > reach { gaps.append("\(reach + 1)-\(part.lowerBound)") }
            reach = max(reach, part.upperBound)
        }
        if reach < total { gaps.append("\(reach + 1)-\(total)") }
        let why =
            gaps.isEmpty
            ? "a shard did not get to its end: run it again with --resume, then merge into a new --output"
            : "no shard was to run cells \(gaps.joined(separator: ", ")): name all shards, then merge into a new --output"
        return "sextant: found \(total - count) of \(total) cells, expected all; \(why)"
    }
}
