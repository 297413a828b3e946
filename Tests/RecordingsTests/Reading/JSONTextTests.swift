import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Comparison of the JSON reader with that of Foundation.
struct JSONTextTests {
    private static func text(_ bytes: some Sequence<UInt8>) throws -> JSONText {
        let folder = try TemporaryFolder()
        return try JSONText(path: folder.write(bytes, to: "text.json"))
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    static let seeds = [
        #"{"a":[1,-2.5e+3,0.0,1E5,true,false,null],"b":{"c":"d\n\"\\\/\u0041","":""},"é":[]}"#,
        #"[[],{},"x",[[[0]]],-0,1e-9,{"k":{"k":[{}]}}]"#, #" "a" "#, "12", "true",
    ]

    @Test func `The checker accepts the same texts as Foundation, except a comma at the end of an object`() throws {
        var generator = SeededGenerator(seed: 11)
        let pieces = Array("{}[]\",:\\ \n\t0123456789.-+eEtrufalsn/bu".utf8)
        var accepted = 0
        for round in 0..<20_000 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(pieces[Int.random(in: 0..<pieces.count, using: &generator)], at: index)
                default: bytes[index] = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            var checker = JSONChecker(bytes: bytes)
            let fault = checker.check()
            let text = String(decoding: bytes, as: UTF8.self)
            // Foundation accepts a comma before the end of an object, RFC 8259 does not.
            if text.filter({ !$0.isWhitespace }).contains(",}") { continue }
            let expected = Self.isJSON(bytes)
            if expected { accepted += 1 }
            #expect((fault == nil) == expected, "\(text): \(fault.map { "\($0)" } ?? "accepted")")
        }
        #expect(accepted > 2000 && accepted < 18_000)
    }

    @Test func `Values and their locations are correct`() throws {
        let root = try Self.text(("\u{FEFF}\n" + Self.seeds[0]).utf8).root
        let members = root.members
        #expect(Set(members.keys) == ["a", "b", "é"])
        var numbers: [Double?] = []
        try members["a"]?.forEachElement { numbers.append($0.number) }
        #expect(numbers == [1, -2500, 0, 100_000, nil, nil, nil])
        let inner = members["b"]?.members
        #expect(inner?["c"]?.string == "d\n\"\\/A")
        #expect(inner?[""]?.string == "")
        #expect(members["é"]?.kind == .array)
        let error = try #require(members["b"]).error(isNot: "something else")
        #expect(error.line == 2 && error.column == 46)
    }

    @Test func `The last of equal names is used, and an unpaired surrogate does not end a string`() throws {
        let root = try Self.text(#"{"a":1,"a":2,"b":"\ud800","c":"x\ud83d\ude00"}"#.utf8).root
        #expect(root.members["a"]?.number == 2)
        #expect(root.members["b"]?.string != nil)
        #expect(root.members["c"]?.string == "x😀")
    }

    @Test func `A number beyond the range of a Double is nil`() throws {
        #expect(try Self.text("1e999".utf8).root.number == nil)
        #expect(try Self.text("-1.5".utf8).root.number == -1.5)
    }
}
