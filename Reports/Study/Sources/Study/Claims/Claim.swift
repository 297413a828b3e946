import Geodesy

/// A statement of a publication, in our own words, and the measurements that check it.
package struct Claim: Sendable {
    /// The measurements that check a claim, or the reason why the claim cannot be decided.
    package enum Content: Sendable {
        /// A printed number or formula, which is compared with the value computed from the printed inputs.
        case figure(PublishedFigure)
        /// One measurement for each condition under which the claim is checked.
        case measured([ClaimCase])
        /// A claim that cannot be decided, with the reason.
        case undecided(String)
    }

    /// The name, unique within a table, in lower case with dashes.
    package var name: String
    /// The key of the publication with the section, listing or formula. Several locations are separated by semicolons.
    var place: String
    /// The statement, in our own words.
    var statement: String
    /// The printed number or formula, or an empty string for a statement without a number.
    var printed: String
    /// The measurements, or the reason why the claim cannot be decided.
    package var content: Content
    /// The explanation of the verdict, or an empty string if no explanation is necessary.
    var remark: String
}

extension Claim {
    /// Creates the claim that a printed number is the value computed from the printed inputs.
    init(_ figure: PublishedFigure) {
        self.init(
            name: figure.name,
            place: figure.citation,
            statement: figure.quantity,
            printed: figure.printed,
            content: .figure(figure),
            remark: figure.explanation
        )
    }
}

/// The value of a metric for one recording, or the reason why the value is missing.
package enum ClaimValue: Sendable, Hashable {
    case number(Double)
    case missing(String)
}

/// A measurement that checks a claim, and the values for which the claim holds.
package struct ClaimCase: Sendable {
    /// The condition of the measurement, such as "at rest", or an empty string if the claim has only one measurement.
    var condition: String
    /// The measured quantity.
    package var quantity: ClaimQuantity
    /// The values for which the claim holds.
    var accepted: ClaimRange
}

/// The range of values for which a claim holds. Both bounds are included.
package struct ClaimRange: Sendable, Hashable {
    /// The minimum of the range, or `nil` for no limit.
    package var lower: Double?
    /// The maximum of the range, or `nil` for no limit.
    package var upper: Double?

    package init(lower: Double? = nil, upper: Double? = nil) {
        self.lower = lower
        self.upper = upper
    }

    /// Returns the verdict on a claim that holds if the whole closed interval from `first` to `last` is in the range, and
    /// fails if the whole interval is outside.
    package func verdict(_ first: Double, _ last: Double) -> ClaimVerdict {
        if contains(first), contains(last) { return .holds }
        let isBelow = lower.map { last < $0 } ?? false
        let isAbove = upper.map { first > $0 } ?? false
        return isBelow || isAbove ? .fails : .undecided
    }

    private func contains(_ value: Double) -> Bool {
        value >= lower ?? -.infinity && value <= upper ?? .infinity
    }
}

/// The quantity that is measured to check a claim.
package enum ClaimQuantity: Sendable {
    /// The mean of a series over its seeds. If `over` is not `nil`, the value is divided by the mean of `over`.
    case measured(ClaimSeries, over: ClaimSeries?)
    /// A value that is computed from formulas, without a recording.
    case computed(ComputedFigure)

    /// The unit of the value. The quotient of two values in the same unit has the unit `×`.
    var unit: String {
        switch self {
        case .computed(let figure): return figure.unit
        case .measured(let series, let divisor):
            guard let divisor else { return series.unit }
            return series.unit == divisor.unit ? "×" : "\(series.unit)/\(divisor.unit)"
        }
    }

    /// The series that must be measured to compute the quantity. It is empty for a computed value.
    var series: [ClaimSeries] {
        switch self {
        case .computed: []
        case .measured(let series, let divisor): [series] + (divisor.map { [$0] } ?? [])
        }
    }
}
