/// A work that the code, the pages and the reports cite by its key.
public struct Reference: Sendable, Hashable {
    /// How it is cited: "Karney 2013", "Buss & Fillmore 2001", or, with three authors and more, "Casiez et al. 2012".
    public let key: String
    /// First name first.
    public let authors: [String]
    public let title: String
    /// Of its publication; the key's, unless the work was dated later.
    public let year: Int
    /// The journal, the proceedings or the publisher, with volume and pages.
    public let venue: String
    /// How to find it; nil for a work that has no such name.
    public let locator: Locator?

    /// A name under which libraries and shops find a work.
    public enum Locator: Sendable, Hashable {
        /// A digital object identifier, without "doi:".
        case doi(String)
        /// A number on arXiv, without "arXiv:".
        case arXiv(String)
        case isbn(String)
        case url(String)

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
