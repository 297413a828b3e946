public import Geodesy

/// A measurable statement of a publication, in words of our own, and how it is checked.
public struct Claim: Sendable {
    public enum Content: Sendable {
        /// A printed number or formula, compared with what its own inputs give.
        case figure(SeedFigure)
        /// A measurement for each condition; at least one.
        case measured([ClaimCase])
        /// Nothing at hand can decide the statement, for this reason.
        case undecided(String)
    }

    /// Unique within a table, in lower case with dashes.
    public var name: String
    /// The key of the publication, and the section, listing or formula; several are separated by semicolons.
    public var place: String
    /// The statement, in words of our own.
    public var statement: String
    /// The printed number or formula; empty for a statement without a number.
    public var printed: String
    public var content: Content
    /// What explains the verdict; empty where nothing needs an explanation.
    public var remark: String
}

extension Claim {
    /// The claim that a printed figure makes: its own inputs give the printed number.
    public init(_ figure: SeedFigure) {
        self.init(
            name: figure.name,
            place: figure.places.map { "\($0.document), \($0.section)" }.joined(separator: "; "),
            statement: figure.quantity,
            printed: figure.printed,
            content: .figure(figure),
            remark: figure.explanation
        )
    }
}

/// The figure of one recording, or why there is none.
enum ClaimValue: Sendable, Hashable {
    case number(Double)
    case missing(String)
}

/// One measurement of a claim, and the values for which the claim holds.
public struct ClaimCase: Sendable {
    /// What distinguishes the measurement from the claim's others; empty for the only one.
    public var condition: String
    public var quantity: ClaimQuantity
    /// The values for which the claim holds.
    public var accepted: ClaimRange
}

/// The values for which a claim holds; a missing bound is open.
public struct ClaimRange: Sendable, Hashable {
    public var lower: Double?
    public var upper: Double?

    /// Whether all values of an interval are in the range, or none, or some.
    enum Cover {
        case all
        case none
        case some
    }

    /// How much of the closed interval from `first` to `last` the range covers.
    func cover(_ first: Double, _ last: Double) -> Cover {
        if contains(first), contains(last) { return .all }
        let isBelow = lower.map { last < $0 } ?? false
        let isAbove = upper.map { first > $0 } ?? false
        return isBelow || isAbove ? .none : .some
    }

    private func contains(_ value: Double) -> Bool {
        value >= lower ?? -.infinity && value <= upper ?? .infinity
    }
}

/// What a claim measures.
public enum ClaimQuantity: Sendable {
    /// The mean over simulated recordings; divided by the mean of others where there are some.
    case measured(ClaimSeries, over: ClaimSeries?)
    /// A figure that follows from formulas alone.
    case computed(ComputedFigure)

    /// The unit of the figure; that of a quotient of two figures in the same unit is `×`.
    public var unit: String {
        switch self {
        case .computed(let figure): return figure.unit
        case .measured(let series, let divisor):
            guard let divisor else { return series.unit }
            return series.unit == divisor.unit ? "×" : "\(series.unit)/\(divisor.unit)"
        }
    }

    /// What must be measured for it.
    var series: [ClaimSeries] {
        switch self {
        case .computed: []
        case .measured(let series, let divisor): [series] + (divisor.map { [$0] } ?? [])
        }
    }
}
