package import SensorModel

extension ReferenceStream {
    /// Marks samples within excluded spans as invalid, and samples outside the evaluated spans as not evaluated. O(n)
    /// per span.
    ///
    /// - Parameters:
    ///   - evaluated: spans in which errors count; nil for everywhere.
    ///   - excluded: spans in which the reference is not valid.
    package mutating func mask(evaluated: [ClosedRange<Seconds>]?, excluded: [ClosedRange<Seconds>]) {
        for row in times.indices where excluded.contains(where: { $0.contains(times[row]) }) {
            isValid[row] = false
            orientations[row] = .identity
        }
        guard let evaluated else { return }
        var flags = isEvaluated ?? Array(repeating: true, count: times.count)
        for row in times.indices where !evaluated.contains(where: { $0.contains(times[row]) }) { flags[row] = false }
        isEvaluated = flags
    }
}
