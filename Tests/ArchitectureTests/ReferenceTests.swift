import Evaluation
import Foundation
import TestSupport
import Testing

/// The bibliography contains every work that the repository cites, and no other.
struct ReferenceTests {
    static let keys = Set(ReferenceCatalogue.references.map(\.key))

    @Test func `Every cited key is in the catalogue`() throws {
        for citations in try Citations.all() {
            for key in citations.keys.subtracting(Self.keys) {
                Issue.record("\(citations.path) cites '\(key)', which is missing in references.yaml")
            }
        }
    }

    @Test func `Every reference is cited`() throws {
        let cited = try Citations.all().reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        #expect(Self.keys.subtracting(cited).sorted() == [])
    }

    @Test func `Every cited DOI and arXiv number belongs to a reference`() throws {
        let known = Set(ReferenceCatalogue.references.compactMap(\.locator?.text))
        for citations in try Citations.all() {
            for locator in citations.locators.subtracting(known) {
                Issue.record("\(citations.path) cites '\(locator)', which is missing in references.yaml")
            }
        }
    }

    @Test func `Every citation has the form of a key`() throws {
        for citations in try Citations.all() {
            for text in citations.otherForms { Issue.record("\(citations.path): '\(text)' is not a key") }
        }
    }

    @Test func `The catalogue is sorted by key, and its keys and works are distinct`() {
        let references = ReferenceCatalogue.references
        let folded = references.map {
            $0.key.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        }
        #expect(folded == folded.sorted())
        #expect(Set(references.map(\.title)).count == references.count)
        let locators = references.compactMap(\.locator)
        #expect(Set(locators).count == locators.count)
    }

    /// The number of authors determines the form of a key.
    @Test(arguments: ReferenceCatalogue.references)
    func `A key consists of the authors' names and the year`(reference: Reference) throws {
        // These keys name the system, the company or the institution.
        guard !["AREA 2013", "Yandex 2018", "IEEE 1997", "NGA 2014"].contains(reference.key) else { return }
        let names = reference.key.dropLast(5)
        let isLong = reference.authors.count > 2 || reference.authors.contains { $0.hasSuffix(" et al.") }
        let parts = names.replacing(" et al.", with: "").components(separatedBy: " & ")
        #expect(names.hasSuffix(" et al.") == isLong)
        #expect(parts.count == (isLong ? 1 : reference.authors.count))
        for (part, author) in zip(parts, reference.authors) {
            #expect(author.replacing(" et al.", with: "").hasSuffix(" \(part)"))
        }
        #expect(reference.key.hasSuffix(" \(reference.year)"))
    }

    @Test(arguments: [
        ("/// As in Gieger 2012, section 4.", "Gieger 2012"), ("/// (Buss & Filmore 2001)", "Buss & Filmore 2001"),
        ("/// Stevense & van der\n    /// Tack 2010", "Stevense & van der Tack 2010"),
        ("- Karney 2031, \"Algorithms\"", "Karney 2031"), ("Laidig et al. 2020", "Laidig et al. 2020"),
        ("source: \"Golub & Van Laon 2013\"", "Golub & Van Laon 2013"), ("AERA 2013", "AERA 2013"),
        ("Stevense & Tak 2010", "Stevense & Tak 2010"),
    ])
    func `A misspelt key is detected`(text: String, key: String) {
        #expect(Citations(path: "x", raw: text).keys.subtracting(Self.keys) == [key])
    }

    /// The described systems are cited as papers, not by the names of files.
    @Test func `No text contains the file name of a description`() throws {
        let name = #/\b00[0-4]\\?_[0-9a-f]{8,}/#
        for citations in try Citations.all() { #expect(!citations.contains(name), "\(citations.path)") }
    }
}
