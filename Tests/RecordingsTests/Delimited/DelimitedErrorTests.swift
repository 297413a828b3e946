import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The error messages for faulty files, word for word.
struct DelimitedErrorTests {
    @Test func `Text in place of a number is an error at its field`() throws {
        #expect(
            try DelimitedText("t,ax\n0,1\n1, abc\n").message(.named("t", "ax"))
                == "data.csv:3:4: 'abc' in column 'ax' is not a number; correct the value, or remove the row"
        )
    }

    @Test(
        arguments: ["0x10", "1,2,3", "1.2.3", "--1", "+-1", "1e", "1 2", "1e999", "-1e999", "e5", "+", "١"]
    )
    func `Text that resembles a number is an error`(text: String) throws {
        let format = DelimitedFormat(delimiter: UInt8(ascii: ";"))
        #expect(
            try DelimitedText("a;b\n1;\(text)\n").message(.named("b"), format: format)
                == "data.csv:2:3: '\(text)' in column 'b' is not a number; correct the value, or remove the row"
        )
    }

    @Test func `The error for a decimal comma names the decimal comma`() throws {
        let format = DelimitedFormat(delimiter: UInt8(ascii: ";"))
        #expect(
            try DelimitedText("a;b\n1;-1,5\n").message(.named("b"), format: format)
                == "data.csv:2:3: '-1,5' in column 'b' is not a number; this looks like a decimal comma: "
                + "write 0.5 for 0,5, or, for a recording, use a custom layout with 'decimalComma: true'"
        )
    }

    @Test func `The error for an empty cell has the name or position of the column`() throws {
        #expect(
            try DelimitedText("t,ax\n0,\n").message(.named("t", "ax"))
                == "data.csv:2:3: the value in column 'ax' is missing; add the value, or remove the row"
        )
        #expect(
            try DelimitedText("1,2\n,2\n").message(.positions(1), format: DelimitedFormat(hasHeader: false))
                == "data.csv:2:1: the value in column 1 is missing; add the value, or remove the row"
        )
    }

    @Test func `A row with a missing field is an error at its end`() throws {
        #expect(
            try DelimitedText("a,b,c,d\n1,2,3,4\n1,2,3\n").message(.named("a"))
                == "data.csv:3:6: the row has 3 fields, but should have 4; correct or remove the row; awk -F',' 'NF==4' keeps only complete rows"
        )
    }

    @Test func `A repeated header and a checksum are named as such`() throws {
        #expect(
            try DelimitedText("a,b\n1,2\na,b\n").message(.named("a")).hasPrefix("data.csv:3:1: the header is repeated;")
        )
        #expect(
            try DelimitedText("a,b\n1,2\n3,0.5*6A\n").message(.named("b")).contains(
                "'0.5*6A' in column 'b' is not a number; remove the checksum"
            )
        )
    }

    @Test func `A row with an additional field is an error at that field`() throws {
        #expect(
            try DelimitedText("a,b\n1,2,3\n").message(.named("a"))
                == "data.csv:2:5: the row has 3 fields, but should have 2; correct or remove the row; awk -F',' 'NF==2' keeps only complete rows"
        )
    }

    @Test func `The error for a row with one field uses the singular`() throws {
        #expect(
            try DelimitedText("a,b\n1").message(.named("a"))
                == "data.csv:2:2: the row has 1 field, but should have 2; correct or remove the row; awk -F',' 'NF==2' keeps only complete rows"
        )
    }

    @Test func `A missing column is an error at the header with the nearest name`() throws {
        #expect(
            try DelimitedText("# c\ntime,accel_x,note\n").message(.named("acel_x"))
                == "data.csv:2: there is no column 'acel_x' among the columns time, accel_x, note; did you mean 'accel_x'?"
        )
        #expect(
            try DelimitedText("t,note\n").message(.named("gyroscope"))
                == "data.csv:1: there is no column 'gyroscope' among the columns t, note; "
                + "check the delimiter and the header, or choose another layout"
        )
        #expect(
            try DelimitedText("1,2\n").message(.positions(3), format: DelimitedFormat(hasHeader: false))
                == "data.csv:1: there is no column 3, because the file has only 2 columns; check the delimiter, or choose another layout"
        )
    }

    @Test func `A column that exists twice is an error`() throws {
        #expect(
            try DelimitedText("a,b,a\n1,2,3\n").message(.named("a"))
                == "data.csv:1: several columns match column 'a'; "
                + "rename all but one of these columns in the header"
        )
    }

    @Test func `An empty file is an error, because it has no header`() throws {
        for text in ["", "\n\n", "# nothing\n", "\u{FEFF}"] {
            #expect(
                try DelimitedText(text).message(.named("a"))
                    == "data.csv:1: the file has no header line that names the columns; "
                    + "check that the file is complete"
            )
        }
    }

    @Test func `An unclosed quotation mark is an error at its position`() throws {
        let words =
            "a quotation mark is never closed; "
            + "add the closing quotation mark, or check that the file is complete"
        #expect(try DelimitedText("a,b\n1,\"x\n\"\n2,\"y\n3,4\n").message(.named("a")) == "data.csv:4:3: \(words)")
        #expect(try DelimitedText("a,b\n1,2\n2, \"y\n3,4\n5,6").message(.named("a")) == "data.csv:3:4: \(words)")
        #expect(try DelimitedText("a,\"b\n1,2\n").message(.named("a")) == "data.csv:1:3: \(words)")
        #expect(try DelimitedText("a,b\n\"x\ny\",\"z").message(.named("b")) == "data.csv:3:4: \(words)")
    }

    @Test func `A quotation mark inside a field is an error`() throws {
        let advice = "enclose the whole field in quotation marks, and double the quotation marks inside the field"
        #expect(
            try DelimitedText("a,b\n1,2\n1,2\"\n").message(.named("a"))
                == "data.csv:3:4: an unquoted field contains a quotation mark; \(advice)"
        )
        #expect(
            try DelimitedText("a,b\n1,\"2\"x\n").message(.named("a"))
                == "data.csv:2:6: text follows a closing quotation mark; \(advice)"
        )
        #expect(
            try DelimitedText("a,b\"\n1,2\n").message(.named("a"))
                == "data.csv:1:4: an unquoted field contains a quotation mark; \(advice)"
        )
    }

    @Test(
        arguments: [
            (Array("a,b\n1,".utf8) + [0xB5, 0x0A], "2:3"),
            (Array("a,b\n1,2\n3,µ".utf8) + [0xC3], "3:5"),
            (Array("a,b\r\n1,2\r\n".utf8) + [0xED, 0xA0, 0x80], "3:1"),
            (Array("a,b\n".utf8) + [0xC0, 0xAF], "2:1"),
            (Array("a,b\n".utf8) + [0xF4, 0x90, 0x80, 0x80, 0x0A], "2:1"),
        ] as [([UInt8], String)]
    )
    func `Bytes that are not UTF-8 are an error at the first such byte`(bytes: [UInt8], position: String) throws {
        #expect(
            try DelimitedText(bytes: bytes).message(.named("a"))
                == "data.csv:\(position): the text is not UTF-8; save the file as UTF-8"
        )
    }

    @Test(arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
    func `The byte order mark of UTF-16 is named`(bytes: [UInt8]) throws {
        let error = try DelimitedText(bytes: bytes).message(.named("a"))
        #expect(error.contains(": the text is in UTF-16; convert the text: iconv -f UTF-16 -t UTF-8"))
    }

    @Test func `A field of ten megabytes is an error`() throws {
        let words =
            "a field or row exceeds 1048576 bytes; "
            + "look for a quotation mark that is never closed, and check that the file is text"
        let huge = String(repeating: "7", count: 10_000_000)
        #expect(try DelimitedText("a\n1\n\(huge)\n").message(.named("a")) == "data.csv:3: \(words)")
        let lines = String(repeating: "7\n", count: 5_000_000)
        #expect(try DelimitedText("a,b\n1,2\n1,\"\(lines)\"\n").message(.named("a")) == "data.csv:3: \(words)")
        #expect(try DelimitedText(huge).message(.named("a")) == "data.csv:1: \(words)")
    }

    @Test func `A missing file and a directory are errors`() throws {
        let folder = try TemporaryFolder()
        #expect(
            throws: InputError(
                file: "/no/such.csv",
                message: "no such file"
            )
        ) { try DelimitedReader(path: "/no/such.csv") }
        let directory = #expect(throws: InputError.self) { try DelimitedReader(path: folder.url.path) }
        #expect(directory?.message == "this is a directory, not a file")
        #expect(directory?.isEnvironment == false)
    }

    @Test(.enabled(if: geteuid() != 0))
    func `A file without permission is an error of the environment`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a\n1\n", to: "locked.csv")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let error = #expect(throws: InputError.self) { try DelimitedReader(path: path) }
        #expect(error?.isEnvironment == true)
    }

    @Test func `Rows before a faulty row are passed on before the error`() throws {
        let text = try DelimitedText("a\n1\n2\nx\n3\n")
        var rows: [Double] = []
        #expect(throws: InputError.self) {
            try DelimitedReader(path: text.path).forEachBlock(of: .named("a")) { rows += $0[0] }
        }
        #expect(rows == [1, 2])
    }
}
