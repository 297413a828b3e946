package import Evaluation

/// A measured value of a claim, with its interval over the seeds.
package struct ClaimMeasurement: Sendable, Hashable {
    /// The mean over the seeds or the quotient of two means, or `nil` if a recording has no value.
    package var value: Double?
    /// The 95 % interval of the value, or `nil` for fewer than three seeds.
    package var interval: BootstrapInterval?
    /// The reason why the value is missing.
    package var reason: String?

    package init(_ figure: ComputedFigure) {
        let computed = figure.value()
        if computed.isFinite { value = computed } else { reason = "not a number" }
    }

    /// Computes the mean or the quotient of two means.
    ///
    /// - Parameters:
    ///   - values: one value for each seed.
    ///   - divisors: the values whose mean divides the mean of `values`, in the same order, or `nil` for no quotient.
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

    /// Returns the verdict for the whole interval, or for the value if there is no interval.
    package func verdict(_ accepted: ClaimRange) -> ClaimVerdict {
        guard let value else { return .undecided }
        switch accepted.cover(interval?.lower ?? value, interval?.upper ?? value) {
        case .all: return .holds
        case .none: return .fails
        case .some: return .undecided
        }
    }
}

/// The verdict of the measurements on a claim.
package enum ClaimVerdict: String, Sendable, Hashable, CaseIterable {
    /// The claim holds.
    case holds
    /// The claim fails.
    case fails
    /// The claim holds under some of its conditions and fails under others.
    case depends
    /// The measured interval includes both outcomes, or the claim cannot be decided.
    case undecided

    /// Returns the verdict of measurements under several conditions.
    package static func combined(_ verdicts: [ClaimVerdict]) -> ClaimVerdict {
        let kinds = Set(verdicts)
        if let only = kinds.first, kinds.count == 1 { return only }
        return kinds.contains(.holds) && kinds.contains(.fails) ? .depends : .undecided
    }
}
