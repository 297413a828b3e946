package import SensorModel

/// Half of a segment for the lag search. Two consecutive halves of a stretch form a segment.
///
/// Neighbouring segments share a half. A segment's weights rise smoothly from 0 to 1 over its first half and fall over
/// its second, so the weights of neighbours add up to 1 (Welch 1967, doi:10.1109/TAU.1967.1161901). Because weights
/// fade out, the set of samples in a segment changes smoothly with the shift.
package struct LagHalf {
    /// The length of a segment where the stretch allows it: long enough for a filter to settle in a turn, short enough
    /// for an offset to stay constant.
    package static let segmentDuration: Seconds = 10
    /// The shortest stretch that is used.
    static let shortestStretch: Seconds = 1

    package let start: Seconds
    let duration: Seconds
    /// The index of the reference sample at or before the start.
    let firstReference: Int
    /// Whether this is the last half of the stretch.
    let isLast: Bool

    package var end: Seconds { start + duration }

    /// The weight of a time in the segment that begins with this half.
    package func weight(at time: Seconds) -> Double {
        let share = min(1, max(0, (time - start) / duration))
        return share * share * (3 - 2 * share)
    }

    /// Divides the time in which both tracks are known at every shift into halves.
    ///
    /// - Parameters:
    ///   - reference: the reference in stretches without gaps.
    ///   - spans: the spans in which the estimate is known at every shift, oldest first.
    ///   - duration: the length of a segment.
    package static func halves(
        of reference: LagReference,
        within spans: [ClosedRange<Seconds>],
        segmentDuration duration: Seconds
    ) -> [LagHalf] {
        var halves: [LagHalf] = []
        var firstSpan = 0
        for stretch in reference.stretches {
            let (from, to) = (reference.times[stretch.lowerBound], reference.times[stretch.upperBound - 1])
            while firstSpan < spans.count, spans[firstSpan].upperBound <= from { firstSpan += 1 }
            for span in spans[firstSpan...] {
                guard span.lowerBound < to else { break }
                let start = max(from, span.lowerBound)
                let length = min(to, span.upperBound) - start
                guard length >= min(shortestStretch, duration / 2) else { continue }
                let count = Int(exactly: max(2, (length / (duration / 2)).rounded())) ?? 2
                var place = stretch.lowerBound
                for number in 0..<count {
                    let begin = start + length * Double(number) / Double(count)
                    while place + 1 < stretch.upperBound, reference.times[place + 1] <= begin { place += 1 }
                    halves.append(
                        LagHalf(
                            start: begin,
                            duration: length / Double(count),
                            firstReference: place,
                            isLast: number == count - 1
                        )
                    )
                }
            }
        }
        return halves
    }
}
