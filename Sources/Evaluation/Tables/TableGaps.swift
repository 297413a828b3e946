/// Why figures of a report table are missing, and how often.
struct TableGaps {
    private var order: [String] = []
    private var counts: [String: Int] = [:]

    mutating func add(_ reason: String?, column: String) {
        let text = "\(column): \(reason ?? "not measured")"
        if counts[text] == nil { order.append(text) }
        counts[text, default: 0] += 1
    }

    var notes: [String] {
        order.map { text in
            let count = counts[text, default: 0]
            return "\(text) (\(count) \(count == 1 ? "run" : "runs"))"
        }
    }
}
