import Diagnosis
import Testing

@Suite struct TextFormTests {
    private func form(_ text: String) -> TextForm? { TextForm(head: Array(text.utf8), isWhole: true) }

    @Test(arguments: [(",", "comma"), (";", "semicolon"), ("\t", "tab"), (" ", "space")])
    func `The delimiter that splits rows into numbers is found`(delimiter: String, name: String) throws {
        let rows = ["t,ax,ay,az"] + (0..<5).map { "0.\($0),1.5,-2.5,9.8" }
        let text = rows.joined(separator: "\n").replacing(",", with: delimiter)
        let found = try #require(form(text))
        #expect(found.delimiterName == name)
        #expect(found.headerRows == 1)
        #expect(!found.hasDecimalComma)
    }

    @Test func `Decimal commas between semicolons are found`() throws {
        let found = try #require(form("t;x;y\n0,1;1,5;2\n0,2;1,5;2\n0,3;1,5;2\n"))
        #expect(found.delimiterName == "semicolon")
        #expect(found.hasDecimalComma)
    }

    @Test func `A file without column names has no header`() throws {
        let found = try #require(form("0,1,2\n1,2,3\n2,3,4\n"))
        #expect(found.headerRows == 0)
        #expect(found.layoutLines == ["delimiter: comma", "header: false"])
    }

    @Test func `The first value of a file with one column is not a name`() throws {
        let found = try #require(form("65503\n12\n0\n65535\n"))
        #expect(found.headerRows == 0)
        #expect(try #require(form("force\n12\n0\n65535\n")).headerRows == 1)
    }

    @Test func `Two rows of names are two header rows`() throws {
        let found = try #require(form("t,acc,acc\ns,x,y\n0,1,2\n1,2,3\n2,3,4\n"))
        #expect(found.headerRows == 2)
    }

    @Test func `A header that starts with a comment sign is a header`() throws {
        let found = try #require(form("# t,x,y\n0,1,2\n1,2,3\n2,3,4\n"))
        #expect(found.comment == nil)
        #expect(found.headerRows == 1)
    }

    @Test func `Prose is not a table`() { #expect(form("A log of a walk.\nIt was warm, and dry.\n") == nil) }

    @Test func `A semicolon at the end of each row does not replace the comma as delimiter`() throws {
        // With commas, 3 of 4 cells are values. With semicolons, the time is the only value of each row.
        let rows = ["time,ax,ay,az;"] + (0..<5).map { "12:00:0\($0),0.1,-0.2,9.8;" }
        let found = try #require(form(rows.joined(separator: "\n")))
        #expect(found.delimiterName == "comma")
    }
}
