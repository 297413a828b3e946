import RealModule

/// The range of the ratio of an estimated variance to the true one, by degrees of freedom.
enum ChiSquareLimits {
    /// Four standard deviations of a normal distribution: one false alarm in 16,000 figures.
    private static let sigmas = 4.0

    /// The range of χ²(ν)/ν by Wilson & Hilferty 1931, doi:10.1073/pnas.17.12.684: (1 − 2/(9ν) ± z √(2/(9ν)))³.
    static func factors(degreesOfFreedom: Double) -> ClosedRange<Double> {
        let share = 2 / (9 * degreesOfFreedom)
        let (middle, spread) = (1 - share, sigmas * share.squareRoot())
        return Double.pow(max(middle - spread, 0), 3)...Double.pow(middle + spread, 3)
    }

    /// The degrees of freedom of the overlapping Allan variance of white noise over means of m samples: Riley 2008,
    /// NIST special publication 1065, table 5, white FM, with N phases, one more than samples.
    static func whiteNoise(samples: Int, mean: Int) -> Double {
        let (n, m) = (Double(samples + 1), Double(mean))
        return (3 * (n - 1) / (2 * m) - 2 * (n - 2) / n) * 4 * m * m / (4 * m * m + 5)
    }

    /// The degrees of freedom for a random walk, from the same table, random walk FM.
    static func randomWalk(samples: Int, mean: Int) -> Double {
        let (n, m) = (Double(samples + 1), Double(mean))
        return (n - 2) / m * ((n - 1) * (n - 1) - 3 * m * (n - 1) + 4 * m * m) / ((n - 3) * (n - 3))
    }
}
