/// A work that code, pages and reports cite by its key.
public struct Reference: Sendable, Hashable {
    /// The citation key: "Karney 2013", "Buss & Fillmore 2001", or "Casiez et al. 2012" for three and more authors.
    public let key: String
    /// The authors, each with the first name first.
    public let authors: [String]
    /// The title of the work.
    public let title: String
    /// The year of publication. It equals the key's year, unless the work was dated later.
    public let year: Int
    /// The journal, proceedings or publisher, with volume and pages.
    public let venue: String
    /// The persistent identifier; nil for a work without one.
    public let locator: Locator?

    /// A persistent identifier of a work.
    public enum Locator: Sendable, Hashable {
        /// A digital object identifier, without "doi:".
        case doi(String)
        /// A number on arXiv, without "arXiv:".
        case arXiv(String)
        /// The number (ISBN) of a book.
        case isbn(String)
        /// An address on the web.
        case url(String)

        /// The identifier with its scheme, as reports print it.
        public var text: String {
            switch self {
            case .doi(let name): "doi:\(name)"
            case .arXiv(let number): "arXiv:\(number)"
            case .isbn(let number): "ISBN \(number)"
            case .url(let address): address
            }
        }
    }
}
