import Evaluation
import SensorModel

/// The values of three columns with their times in seconds.
struct VectorSeries {
    let times: [Double]
    let values: [Vector3]

    /// The vectors of a group; rows with a missing value are left out.
    init(_ group: ColumnGroup, in file: LogFile, times: [Double]) {
        let columns = group.fields.map { file.columns[$0].values }
        var (kept, values): ([Double], [Vector3]) = ([], [])
        for row in times.indices {
            let vector = Vector3(columns[0][row], columns[1][row], columns[2][row])
            guard vector.isFinite, kept.last.map({ times[row] > $0 }) ?? true else { continue }
            kept.append(times[row])
            values.append(vector)
        }
        (self.times, self.values) = (kept, values)
    }

    /// The median length and the spread: the range of the middle 80 %, relative to the median. Nil for few samples.
    var lengths: (median: Double, spread: Double)? {
        let lengths = values.map(\.length).sorted()
        guard lengths.count >= 10 else { return nil }
        let median = ErrorStatistics.quantile(0.5, ofSorted: lengths)
        let width = ErrorStatistics.quantile(0.9, ofSorted: lengths) - ErrorStatistics.quantile(0.1, ofSorted: lengths)
        return (median, median > 0 ? width / median : .infinity)
    }

    /// The median length of the means over one second; nil for few seconds.
    var meanLength: Double? {
        var lengths: [Double] = []
        var (sum, count, start) = (Vector3.zero, 0.0, times.first ?? 0)
        for (time, value) in zip(times, values) {
            if time - start >= 1 {
                if count > 3 { lengths.append((sum * (1 / count)).length) }
                (sum, count, start) = (.zero, 0, time)
            }
            (sum, count) = (sum + value, count + 1)
        }
        return lengths.count >= 5 ? ErrorStatistics.median(of: lengths) : nil
    }

    /// The mean of the values.
    var mean: Vector3 {
        guard !values.isEmpty else { return .zero }
        return values.reduce(Vector3.zero) { $0 + $1 } * (1 / Double(values.count))
    }

    /// The values at other times, linearly interpolated; nil outside of the series and in gaps over 0.5 s.
    func values(at wanted: [Double]) -> [Vector3?] {
        var place = 0
        return wanted.map { time in
            while place + 2 < times.count, times[place + 1] < time { place += 1 }
            guard place + 1 < times.count, times[place] <= time, time <= times[place + 1] else { return nil }
            let gap = times[place + 1] - times[place]
            guard gap > 0, gap < 0.5 else { return nil }
            let share = (time - times[place]) / gap
            return values[place] * (1 - share) + values[place + 1] * share
        }
    }
}
