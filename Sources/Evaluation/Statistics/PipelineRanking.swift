import RealModule

/// A ranking of pipelines by one metric over several recordings: mean ranks and significant differences.
///
/// The Friedman test compares all pipelines, and the Nemenyi test compares pairs (Demšar 2006, JMLR 7:1–30).
///
/// ```swift
/// let ranking = try PipelineRanking(figures, polarity: .smallerIsBetter)
/// print(ranking.test.meanRanks, ranking.criticalDifference, ranking.groups)
/// ```
public struct PipelineRanking: Sendable, Hashable {
    /// The significance level of the Friedman test and the Nemenyi test.
    public static let significance = 0.05
    /// The minimum number of recordings. With fewer recordings, differences are never significant.
    public static let minimumRecordings = 5

    /// The reason why pipelines cannot be ranked.
    public enum Obstacle: Error, Sendable, Hashable {
        /// Only one pipeline has values.
        case onePipeline
        /// Too few recordings have a value for every pipeline. `complete` is the number of recordings with all values,
        /// and `of` is the number of all recordings.
        case fewRecordings(complete: Int, of: Int)
        /// The metric is neutral: neither smaller nor larger values are better.
        case neutralMetric
    }

    /// The Friedman test of the pipelines. The test uses only recordings on which every pipeline has a value.
    public let test: FriedmanTest
    /// The critical difference in mean rank. A smaller difference between two pipelines is not significant.
    public let criticalDifference: Double
    /// The largest sets of pipelines that do not differ significantly, as indices of pipelines, best first.
    ///
    /// If the Friedman test is not significant, a single set contains all pipelines.
    public let groups: [[Int]]
    /// The number of recordings that are ignored, because a pipeline has no value.
    public let recordingsLeftOut: Int

    /// A Boolean value that indicates whether the Friedman test is significant.
    public var isSignificant: Bool { test.pValue < Self.significance }

    /// Ranks pipelines. O(recordings · pipelines · log pipelines).
    ///
    /// - Parameters:
    ///   - figures: one row per recording, with a finite value per pipeline; `nil` if the value is missing.
    ///   - polarity: whether smaller or larger values are better.
    /// - Throws: ``Obstacle`` if pipelines cannot be ranked.
    public init(_ figures: [[Double?]], polarity: MetricPolarity) throws(Obstacle) {
        let pipelines = figures.first?.count ?? 0
        guard pipelines > 1 else { throw .onePipeline }
        guard let cost = polarity.cost else { throw .neutralMetric }
        let complete = figures.map { $0.compactMap { $0.map(cost) } }.filter { $0.count == pipelines }
        guard complete.count >= Self.minimumRecordings, let test = FriedmanTest(complete) else {
            throw .fewRecordings(complete: complete.count, of: figures.count)
        }
        self.test = test
        recordingsLeftOut = figures.count - complete.count
        criticalDifference = NemenyiTest.criticalDifference(
            treatments: pipelines,
            blocks: complete.count,
            significance: Self.significance
        )
        let reach = test.pValue < Self.significance ? criticalDifference : .infinity
        groups = NemenyiTest.groups(meanRanks: test.meanRanks, criticalDifference: reach)
    }
}

extension PipelineRanking.Obstacle: CustomStringConvertible {
    /// The reason as text, without a full stop.
    public var description: String {
        switch self {
        case .onePipeline: "there is only one pipeline"
        case .fewRecordings(let complete, let total):
            "\(complete) of \(total) recordings have a value for every pipeline, "
                + "at least \(PipelineRanking.minimumRecordings) are needed"
        case .neutralMetric: "neither smaller nor larger values are better"
        }
    }
}

/// The Friedman test, which ranks treatments within each of several blocks to test whether the treatments differ.
///
/// In a ``PipelineRanking``, the treatments are pipelines and the blocks are recordings.
///
/// Source: Friedman 1937, doi:10.1080/01621459.1937.10503522. The results equal the results of
/// `scipy.stats.friedmanchisquare`, which requires at least three treatments.
///
/// ```swift
/// let figures = [[1.2, 1.5, 2.0], [0.9, 1.1, 1.4], [1.0, 0.8, 1.9]]
/// if let test = FriedmanTest(figures) { print(test.meanRanks, test.pValue) }
/// ```
public struct FriedmanTest: Sendable, Hashable {
    /// The number of blocks.
    public let blocks: Int
    /// The mean rank of each treatment, in the order of the columns. Rank 1 is the smallest value of a block. Equal
    /// values share the mean of their ranks.
    public let meanRanks: [Double]
    /// The chi-square statistic, corrected for ties; 0 if all values of every block are equal.
    public let statistic: Double
    /// The probability of a statistic at least this large if the treatments do not differ. The probability is computed
    /// with the chi-square distribution, which is conservative for few blocks.
    public let pValue: Double

    /// The degrees of freedom of the chi-square distribution.
    public var degreesOfFreedom: Int { meanRanks.count - 1 }

    /// The statistic of Iman & Davenport 1980, doi:10.1080/03610928008827904; infinite if all blocks have the same
    /// ranks.
    ///
    /// The statistic is less conservative than the chi-square statistic. For k treatments and N blocks, it has an F
    /// distribution with k − 1 and (k − 1)(N − 1) degrees of freedom.
    public var imanDavenport: Double {
        Self.imanDavenport(statistic, treatments: meanRanks.count, blocks: blocks)
    }

    /// Computes the test. Returns `nil` if the rows differ in length, or for fewer than two blocks or treatments.
    /// O(blocks · treatments · log treatments).
    ///
    /// - Parameter figures: one row of finite values per block, all of the same length.
    public init?(_ figures: [[Double]]) {
        guard let treatments = figures.first?.count, treatments > 1, figures.count > 1,
            figures.allSatisfy({ $0.count == treatments })
        else { return nil }
        var sums = Array(repeating: 0.0, count: treatments)
        var ties = 0.0
        for block in figures {
            let ranked = Self.ranks(block)
            for column in block.indices { sums[column] += ranked.ranks[column] }
            ties += ranked.ties
        }
        let (k, count) = (Double(treatments), Double(figures.count))
        let meanRanks = sums.map { $0 / count }
        // Conover: Practical Nonparametric Statistics. 3rd ed. 1999, section 5.8: 1 − Σ(t³ − t)/(N k (k² − 1)).
        let correction = 1 - ties / (count * k * (k * k - 1))
        let uncorrected = Self.statistic(meanRanks: meanRanks, blocks: figures.count)
        self.meanRanks = meanRanks
        blocks = figures.count
        statistic = correction > 0 ? max(0, uncorrected / correction) : 0
        pValue = IncompleteGamma.chiSquareTail(statistic, degreesOfFreedom: treatments - 1)
    }

    /// Returns the chi-square statistic without a correction for ties.
    package static func statistic(meanRanks: [Double], blocks: Int) -> Double {
        let k = Double(meanRanks.count)
        let squares = meanRanks.reduce(0) { $0 + $1 * $1 }
        // Demšar 2006, section 3.2.2: 12 N/(k (k + 1)) · (Σ Rⱼ² − k (k + 1)²/4).
        return 12 * Double(blocks) / (k * (k + 1)) * (squares - k * (k + 1) * (k + 1) / 4)
    }

    package static func imanDavenport(_ statistic: Double, treatments: Int, blocks: Int) -> Double {
        // Demšar 2006, section 3.2.2: (N − 1) χ²/(N (k − 1) − χ²).
        let left = Double(blocks * (treatments - 1)) - statistic
        return left > 0 ? Double(blocks - 1) * statistic / left : .infinity
    }

    /// Returns the ranks of the values in a block, and Σ(t³ − t) over all groups of t equal values.
    private static func ranks(_ figures: [Double]) -> (ranks: [Double], ties: Double) {
        let order = figures.indices.sorted { figures[$0] < figures[$1] }
        var ranks = Array(repeating: 0.0, count: figures.count)
        var ties = 0.0
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, figures[order[end]] == figures[order[start]] { end += 1 }
            let size = Double(end - start)
            for position in start..<end { ranks[order[position]] = Double(start + 1 + end) / 2 }
            ties += size * size * size - size
            start = end
        }
        return (ranks, ties)
    }
}

/// The regularised incomplete gamma function.
package enum IncompleteGamma {
    /// The relative change at which the series and the continued fraction stop.
    private static let enough = 1e-16
    private static let maximumTerms = 10_000

    /// Returns the upper tail Q(a, x) = Γ(a, x)/Γ(a) (DLMF 8.2.4), in [0, 1]. The relative error is about 1e−13.
    ///
    /// - Parameters:
    ///   - shape: the parameter a, above 0.
    ///   - x: the argument, at least 0.
    static func upper(shape: Double, _ x: Double) -> Double {
        if x <= 0 { return 1 }
        if x == .infinity { return 0 }
        let scale = Double.exp(shape * .log(x) - x - .logGamma(shape))
        return x < shape + 1 ? 1 - scale * lowerSeries(shape, x) : scale * upperFraction(shape, x)
    }

    /// Returns the probability that a chi-square value is at least `statistic`.
    package static func chiSquareTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
        // Abramowitz & Stegun 26.4.19: Q(χ²|ν) = Q(ν/2, χ²/2).
        upper(shape: Double(degreesOfFreedom) / 2, statistic / 2)
    }

    /// Returns the series of γ(a, x)/(xᵃ e⁻ˣ), which converges fast for x below a + 1.
    private static func lowerSeries(_ shape: Double, _ x: Double) -> Double {
        // DLMF 8.11.4: Σ xᵏ/(a)ₖ₊₁.
        var term = 1 / shape
        var sum = term
        for k in 1...maximumTerms {
            term *= x / (shape + Double(k))
            sum += term
            if term < sum * enough { break }
        }
        return sum
    }

    /// Returns the continued fraction of Γ(a, x)/(xᵃ e⁻ˣ), which converges fast for x above a + 1.
    private static func upperFraction(_ shape: Double, _ x: Double) -> Double {
        // Press et al.: Numerical Recipes. 3rd ed. 2007, equation 6.2.7, by Lentz's method (section 5.2):
        // 1/(x+1−a − 1(1−a)/(x+3−a − 2(2−a)/(x+5−a − …
        var denominator = x + 1 - shape
        var numerator = Double.greatestFiniteMagnitude
        var inverse = 1 / denominator
        var fraction = inverse
        for k in 1...maximumTerms {
            let coefficient = -Double(k) * (Double(k) - shape)
            denominator += 2
            inverse = 1 / (coefficient * inverse + denominator)
            numerator = denominator + coefficient / numerator
            let factor = numerator * inverse
            fraction *= factor
            if abs(factor - 1) < enough { break }
        }
        return fraction
    }
}

/// The polarity of a metric: whether smaller or larger values are better.
public enum MetricPolarity: String, Sendable, Hashable {
    /// Smaller values are better.
    case smallerIsBetter = "smaller is better"
    /// Values with a smaller magnitude are better.
    case closerToZeroIsBetter = "closer to zero is better"
    /// Larger values are better.
    case largerIsBetter = "larger is better"
    /// Neither smaller nor larger values are better, for example for a number of samples.
    case neutral
}

extension MetricPolarity {
    /// A Boolean value that indicates whether values of a metric with this polarity can be negative.
    public var isSigned: Bool { self == .closerToZeroIsBetter || self == .neutral }

    /// The function that converts a metric value to a cost, which is smaller for better values; `nil` for a neutral
    /// metric.
    public var cost: (@Sendable (Double) -> Double)? {
        switch self {
        case .smallerIsBetter: { $0 }
        case .closerToZeroIsBetter: { abs($0) }
        case .largerIsBetter: { -$0 }
        case .neutral: nil
        }
    }
}

/// The Nemenyi test, which compares pairs of treatments after a significant ``FriedmanTest``.
///
/// Two treatments are significantly different if their mean ranks differ by at least the critical difference.
///
/// Sources: Nemenyi 1963; Demšar 2006, section 3.2.2.
///
/// ```swift
/// let difference = NemenyiTest.criticalDifference(treatments: 4, blocks: 12, significance: 0.05)
/// ```
public enum NemenyiTest {
    /// Returns the critical difference in mean rank.
    ///
    /// - Parameters:
    ///   - treatments: the number of treatments, at least 2.
    ///   - blocks: the number of blocks, at least 1.
    ///   - significance: the probability that at least one pair is reported as different although all treatments are
    ///     equal, such as 0.05.
    public static func criticalDifference(treatments: Int, blocks: Int, significance: Double) -> Double {
        let k = Double(treatments)
        // Demšar 2006, section 3.2.2: CD = q √(k (k + 1)/(6 N)), where q is the quantile of the studentised range,
        // divided by √2.
        let range = StudentisedRange.quantile(tail: significance, count: treatments)
        return range / 2.0.squareRoot() * (k * (k + 1) / (6 * Double(blocks))).squareRoot()
    }

    /// Returns the largest sets of treatments that do not differ significantly, as indices of treatments.
    ///
    /// The sets, and the treatments within each set, are ordered from best to worst. Every treatment is in at least one
    /// set.
    package static func groups(meanRanks: [Double], criticalDifference: Double) -> [[Int]] {
        let order = meanRanks.indices.sorted { (meanRanks[$0], $0) < (meanRanks[$1], $1) }
        var groups: [[Int]] = []
        var lastEnd = 0
        for start in order.indices {
            let end = order.indices[start...].first { position in
                meanRanks[order[position]] - meanRanks[order[start]] >= criticalDifference
            }
            let next = end ?? order.count
            if next > lastEnd { groups.append(Array(order[start..<next])) }
            lastEnd = max(lastEnd, next)
        }
        return groups
    }
}

/// The studentised range distribution for infinite degrees of freedom.
///
/// The studentised range is the difference between the maximum and the minimum of `count` standard normal numbers.
///
/// Source: Tukey 1949, doi:10.2307/3001913. The results equal the results of `scipy.stats.studentized_range` with
/// `df=inf`.
///
/// ```swift
/// let q = StudentisedRange.quantile(tail: 0.05, count: 4)  // 3.633
/// ```
public enum StudentisedRange {
    /// The upper limit of the integral; the lower limit is −`reach`. The normal density at ±9 is below 1e−17.
    private static let reach = 9.0
    private static let steps = 360

    /// Returns the probability that the range of `count` standard normal numbers is at most `range`.
    ///
    /// - Parameters:
    ///   - range: the range in standard deviations, at least 0.
    ///   - count: the number of numbers, at least 2.
    public static func probability(atMost range: Double, count: Int) -> Double {
        precondition(count > 1, "a range needs at least two numbers")
        if range <= 0 { return 0 }
        // P(q) = k ∫ φ(z) (Φ(z) − Φ(z − q))ᵏ⁻¹ dz. For such integrands the trapezoidal rule converges exponentially
        // (Trefethen & Weideman 2014, doi:10.1137/130932132).
        let step = 2 * reach / Double(steps)
        var sum = 0.0
        for index in 0...steps {
            let z = -reach + Double(index) * step
            let density = Double.exp(-z * z / 2) / (2 * Double.pi).squareRoot()
            sum += density * .pow(normal(z) - normal(z - range), count - 1)
        }
        return min(1, Double(count) * sum * step)
    }

    /// Returns a quantile of the range (maximum − minimum) of `count` standard normal numbers. The range exceeds this
    /// quantile with probability `tail`.
    ///
    /// - Parameters:
    ///   - tail: the probability, between 0 and 1, such as 0.05.
    ///   - count: the number of numbers, at least 2.
    public static func quantile(tail: Double, count: Int) -> Double {
        precondition(tail > 0 && tail < 1, "a probability is between 0 and 1")
        var below = 0.0
        var above = 1.0
        while probability(atMost: above, count: count) < 1 - tail, above < 64 { above *= 2 }
        while true {
            let middle = (below + above) / 2
            // The loop ends if no `Double` lies between the bounds.
            guard middle > below, middle < above else { return middle }
            if probability(atMost: middle, count: count) < 1 - tail { below = middle } else { above = middle }
        }
    }

    /// Returns the normal distribution function Φ(z), which is also accurate in the lower tail.
    private static func normal(_ z: Double) -> Double { Double.erfc(-z / 2.0.squareRoot()) / 2 }
}
