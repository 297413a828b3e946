import Recordings
import SensorModel

/// The division of times into spans of equal length.
enum TimeSpans {
    /// Returns the index range of each span, in ascending order.
    ///
    /// A gap above ``EvaluationOptions/longestReferenceGap`` ends a span early. Spans that are shorter than half of
    /// `span` are ignored. O(n).
    static func ranges(of times: [Seconds], span: Seconds) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for index in times.indices.dropFirst() {
            let isGap = times[index] - times[index - 1] > EvaluationOptions.longestReferenceGap
            guard isGap || times[index] - times[start] >= span else { continue }
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

extension [Seconds] {
    /// Returns the indices of the ascending times within each of several ranges, which must be in ascending order.
    /// O(n).
    func indices(within ranges: [ClosedRange<Seconds>]) -> [Range<Int>] {
        var next = 0
        return ranges.map { range in
            while next < count, self[next] < range.lowerBound { next += 1 }
            let start = next
            while next < count, self[next] <= range.upperBound { next += 1 }
            return start..<next
        }
    }
}

extension ReferenceStream {
    /// The index ranges of consecutive valid samples without gaps, in ascending order. O(n).
    ///
    /// An interval above ``EvaluationOptions/longestReferenceGap`` is a gap. A decreasing time also ends a range.
    var stretches: [Range<Int>] { OrientationTrack(self).stretches }
}
