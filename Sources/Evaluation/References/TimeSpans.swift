import SensorModel

/// Moments in groups of one span each.
enum TimeSpans {
    /// The indices of the moments in each span, oldest first. A gap ends a span; one that ends before its half is left
    /// out.
    static func ranges(of times: [Seconds], span: Seconds, longestGap: Seconds) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for index in times.indices.dropFirst() {
            let isOver = times[index] - times[start] >= span || times[index] - times[index - 1] > longestGap
            guard isOver else { continue }
            add(start..<index, of: times, span: span, to: &ranges)
            start = index
        }
        if start < times.count { add(start..<times.count, of: times, span: span, to: &ranges) }
        return ranges
    }

    private static func add(_ range: Range<Int>, of times: [Seconds], span: Seconds, to ranges: inout [Range<Int>]) {
        if times[range.upperBound - 1] - times[range.lowerBound] >= span / 2 { ranges.append(range) }
    }
}
