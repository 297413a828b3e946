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
