import Recordings
import SensorModel

/// All cited works, as listed in `references.yaml`.
public enum ReferenceCatalogue {
    /// The cited works, ordered by key.
    public static let references: [Reference] = {
        do {
            return try references(in: PackageResources.references_yaml, file: "references.yaml")
        } catch {
            preconditionFailure("the built-in references are faulty: \(error)")
        }
    }()

    /// Returns the work with the given citation key, or `nil` if the key is unknown. O(n).
    public static func reference(_ key: String) -> Reference? { references.first { $0.key == key } }

    static func references(in text: [UInt8], file: String) throws(InputError) -> [Reference] {
        let root = try YAMLValue(parsing: text, file: file).mapping("the references")
        try root.allow(["references"])
        return try root.required("references").items("references").map { item throws(InputError) in
            try reference(item.mapping("a reference"))
        }
    }

    private static func reference(_ keys: YAMLMapping) throws(InputError) -> Reference {
        try keys.allow(["key", "authors", "title", "venue", "year", "doi", "arxiv", "isbn", "url"])
        let key = try keys.required("key").text("key")
        guard let year = try keys.number("year").map({ Int($0) }) ?? Int(key.suffix(4)) else {
            throw keys.value.error(
                message: "the key '\(key)' does not end with a four-digit year; add the field 'year'"
            )
        }
        return Reference(
            key: key,
            authors: try keys.required("authors").texts("authors"),
            title: try keys.required("title").text("title"),
            year: year,
            venue: try keys.required("venue").text("venue"),
            locator: try locator(keys)
        )
    }

    private static func locator(_ keys: YAMLMapping) throws(InputError) -> Reference.Locator? {
        if let name = try keys.text("doi") { return .doi(name) }
        if let number = try keys.text("arxiv") { return .arXiv(number) }
        if let number = try keys.text("isbn") { return .isbn(number) }
        return try keys.text("url").map { .url($0) }
    }
}

/// A work that code, pages and reports cite by its key.
public struct Reference: Sendable, Hashable {
    /// The citation key: "Karney 2013", "Buss & Fillmore 2001", or "Casiez et al. 2012" for three or more authors.
    public let key: String
    /// The authors, each with the given name first.
    public let authors: [String]
    /// The title of the work.
    public let title: String
    /// The year of publication. The year in ``key`` can be earlier.
    public let year: Int
    /// The journal, proceedings or publisher, with volume and pages.
    public let venue: String
    /// The persistent identifier; `nil` for a work without an identifier.
    public let locator: Locator?

    /// A persistent identifier of a work.
    public enum Locator: Sendable, Hashable {
        /// A digital object identifier, without "doi:".
        case doi(String)
        /// An arXiv identifier, without "arXiv:".
        case arXiv(String)
        /// The ISBN of a book.
        case isbn(String)
        /// A URL.
        case url(String)

        /// The identifier with its scheme, as printed in reports.
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
