package import Evaluation

/// A measured value that checks a claim, with its confidence interval over the seeds.
package struct ClaimMeasurement: Sendable, Hashable {
    /// The mean over the seeds, or the quotient of two such means; `nil` if a recording has no value.
    package var value: Double?
    /// The 95 % interval of the value, or `nil` for fewer than three seeds.
    package var interval: BootstrapInterval?
    /// The reason why the value is missing.
    package var reason: String?

    package init(_ figure: ComputedFigure) {
        let computed = figure.value()
        if computed.isFinite { value = computed } else { reason = "not a number" }
    }

    /// Computes the mean of `values`, or its quotient by the mean of `divisors`, with the interval.
    ///
    /// - Parameters:
    ///   - values: one value for each seed.
    ///   - divisors: the values of the divisor in the order of the seeds, or `nil` for the mean of `values` only.
    package init(_ values: [ClaimValue], over divisors: [ClaimValue]?) {
        var (numbers, others): ([Double], [Double]) = ([], [])
        for value in values + (divisors ?? []) {
            switch value {
            case .missing(let reason):
                self.reason = reason
                return
            case .number(let number):
                if numbers.count < values.count { numbers.append(number) } else { others.append(number) }
            }
        }
        guard !numbers.isEmpty else {
            reason = "nothing was measured"
            return
        }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        guard divisors != nil else {
            value = mean
            interval = BootstrapInterval(ofMeanOf: numbers, isSigned: true)
            return
        }
        let quotient = mean / (others.reduce(0, +) / Double(others.count))
        guard quotient.isFinite else {
            reason = "the divisor is 0"
            return
        }
        value = quotient
        interval = BootstrapInterval(ofQuotientOf: numbers, over: others)
    }

    /// Returns the verdict on a claim that holds for the accepted values.
    ///
    /// If there is no interval, only the value is compared.
    package func verdict(_ accepted: ClaimRange) -> ClaimVerdict {
        guard let value else { return .undecided }
        return accepted.verdict(interval?.lower ?? value, interval?.upper ?? value)
    }
}

/// The verdict on a claim.
package enum ClaimVerdict: String, Sendable, Hashable, CaseIterable {
    case holds
    case fails
    /// The claim holds under some of its conditions and fails under others.
    case depends
    /// The measured interval is partly in the accepted range, or no available measurement can decide the claim.
    case undecided

    /// Returns the verdict on a claim from the verdicts under its conditions.
    package static func combined(_ verdicts: [ClaimVerdict]) -> ClaimVerdict {
        let kinds = Set(verdicts)
        if let only = kinds.first, kinds.count == 1 { return only }
        return kinds.contains(.holds) && kinds.contains(.fails) ? .depends : .undecided
    }
}
