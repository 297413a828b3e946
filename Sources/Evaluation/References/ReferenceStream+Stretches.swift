import Recordings
import SensorModel

extension ReferenceStream {
    /// The valid samples as stretches without a gap, oldest first. A gap is longer than
    /// ``EvaluationOptions/longestReferenceGap``; a time that goes back ends a stretch, too. O(n).
    var stretches: [Range<Int>] {
        var stretches: [Range<Int>] = []
        var start: Int?
        for index in times.indices {
            let step = index > 0 ? times[index] - times[index - 1] : 0
            let follows = step >= 0 && step <= EvaluationOptions.longestReferenceGap
            if let begin = start, !isValid[index] || !follows {
                stretches.append(begin..<index)
                start = nil
            }
            if start == nil, isValid[index] { start = index }
        }
        if let begin = start { stretches.append(begin..<times.count) }
        return stretches
    }
}
