import Recordings
import SensorModel
import Testing

/// The texts of values in the keys of the cache.
struct ValueTextTests {
    private final class Reference {}

    private static func stream() throws -> StreamLayout {
        let layout = try LayoutCatalogue.layout(named: "native")
        return try #require(layout.variants[0].streams.first)
    }

    @Test func `Equal values have the same text for any order of sets and dictionaries`() throws {
        var grown: [String: Int] = [:]
        for number in 0..<100 { grown["\(number)"] = number }
        for number in 8..<100 { grown["\(number)"] = nil }
        let plain = Dictionary(uniqueKeysWithValues: (0..<8).reversed().map { ("\($0)", $0) })
        #expect(grown == plain)
        #expect(try ValueText.text(of: grown) == ValueText.text(of: plain))
        #expect(try ValueText.text(of: Set([1, 2, 3])) == ValueText.text(of: Set([3, 2, 1])))
    }

    @Test func `Different values have different texts`() throws {
        let values: [Any] = [
            0.0, -0.0, 1, "1", "", [] as [Int], ["a", "b"], ["a,b"], ["a\",\"b"], Int?.none as Any, true,
            DelimitedColumn.named("1"), DelimitedColumn.position(1), StampNotation.dateTime, StampNotation.clock,
            StampNotation.number(nanoseconds: 1), TimeLayout.Origin.boot, TimeLayout.Origin.unix, 0.0...1.0, 0.0...2.0,
        ]
        #expect(Set(try values.map { try ValueText.text(of: $0) }).count == values.count)
    }

    @Test func `A value without reflection has no text`() {
        #expect(throws: ValueText.Opaque.self) { try ValueText.text(of: Reference()) }
        #expect(throws: ValueText.Opaque.self) { try ValueText.text(of: [1, Reference()] as [Any]) }
    }

    @Test func `Every built-in layout has a different text`() throws {
        let texts = try LayoutCatalogue.builtIn.map { try ValueText.text(of: $0) }
        #expect(Set(texts).count == LayoutCatalogue.builtIn.count)
    }

    /// A change of each stored property.
    private static let changes: [(name: String, change: @Sendable (inout StreamLayout) -> Void)] = [
        ("kind", { $0.kind = .gyroscope }), ("file", { $0.file = "other.csv" }),
        ("excludedFiles", { $0.excludedFiles = ["a.csv"] }), ("allowsSeveral", { $0.allowsSeveral.toggle() }),
        ("neighbour", { $0.neighbour = StreamLayout.Neighbour(own: "a", other: "b") }),
        ("format", { $0.format.maximumRowBytes += 1 }), ("time", { $0.time.origin = .gps }),
        ("columns", { $0.columns[.x] = [.position(9)] }), ("optionalColumns", { $0.optionalColumns = [.z] }),
        ("unitFactor", { $0.unitFactor = 1.5 }), ("sign", { $0.sign = -1 }),
        ("takesSignFromAttitude", { $0.takesSignFromAttitude.toggle() }), ("scale", { $0.scale = 1.5 }),
        ("axes", { $0.axes = BodyAxes(["-y", "x", "z"]) }), ("frame", { $0.frame.north = .magnetic }),
        ("angles", { $0.angles = StreamLayout.Angles(sequence: .zxy, degrees: 1) }),
        ("isRequired", { $0.isRequired.toggle() }), ("evaluateWindow", { $0.evaluateWindow = 1...2 }),
        ("filter", { $0.filter = StreamLayout.RowFilter(columns: [.position(1)], text: "A") }),
        ("skipsEmpty", { $0.skipsEmpty.toggle() }), ("skipsRepeats", { $0.skipsRepeats.toggle() }),
        ("skipsBackward", { $0.skipsBackward.toggle() }), ("skipsZeros", { $0.skipsZeros.toggle() }),
        ("isUncalibrated", { $0.isUncalibrated.toggle() }), ("addends", { $0.addends = [$0] }),
        ("isAddend", { $0.isAddend.toggle() }),
    ]

    @Test func `Every property of a stream layout changes the text`() throws {
        let stream = try Self.stream()
        #expect(Mirror(reflecting: stream).children.compactMap(\.label) == Self.changes.map(\.name))
        var texts: Set<String> = [try ValueText.text(of: stream)]
        for (name, change) in Self.changes {
            var changed = stream
            change(&changed)
            let isNew = texts.insert(try ValueText.text(of: changed)).inserted
            #expect(isNew, "\(name)")
        }
    }
}
