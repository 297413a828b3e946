import Foundation
public import SensorModel

/// Reads deltas from JSON: one object after the other, each a delta, on one line (JSON Lines) or several.
///
/// ```json
/// {"additions": [{"id": 17, "changed": 1700000000, "name": "Rathaus", "latitude": 48.826, "longitude": 9.067,
///                 "altitude": 310.5, "category": "public", "information": "open until 18:00"}],
///  "changes": [],
///  "removals": [4, 9]}
/// ```
///
/// Every key of a delta may be left out. A place, added or changed, has an `id` and a moment of change `changed`, whole
/// numbers; a `name`; a `latitude` and a `longitude` in degrees on WGS84. It may have an `altitude` in metres, a
/// `category` and `information`, or null for these.
public struct PlaceDeltaReader {
    private var scanner: JSONScanner

    /// What messages call the file.
    public var name: String { scanner.file }

    /// The file is held in memory.
    ///
    /// - Throws: ``InputError`` for a file that cannot be read, or is not UTF-8.
    public init(path: String) throws(InputError) {
        scanner = try JSONScanner(try ByteSource.contents(of: path, fingerprint: nil), file: path)
    }

    /// Reads to the end of a descriptor, which stays the caller's: standard input for example.
    ///
    /// - Throws: ``InputError`` where it cannot be read, or is not UTF-8.
    public init(descriptor: Int32, name: String) throws(InputError) {
        let source = ByteSource(descriptor: descriptor, name: name, fingerprint: nil)
        scanner = try JSONScanner(try source.rest(), file: name)
    }

    /// The next delta, and the line that it starts on; nil behind the last.
    ///
    /// - Throws: ``InputError`` with line and column. The deltas before are whole.
    public mutating func next() throws(InputError) -> (delta: PlaceDelta, line: Int)? {
        guard !scanner.isAtEnd() else { return nil }
        let line = scanner.nextLine()
        var delta = PlaceDelta()
        try scanner.object("a delta, '{'") { scanner, key, offset throws(InputError) in
            switch key {
            case "additions":
                try scanner.array("an array of places, '['") { scanner throws(InputError) in
                    delta.additions.append(try scanner.placeRecord())
                }
            case "changes":
                try scanner.array("an array of places, '['") { scanner throws(InputError) in
                    delta.changes.append(try scanner.placeRecord())
                }
            case "removals":
                try scanner.array("an array of ids, '['") { scanner throws(InputError) in
                    delta.removals.append(try scanner.integer("an id"))
                }
            default:
                throw scanner.unknownKey(key, at: offset, known: ["additions", "changes", "removals"])
            }
        }
        return (delta, line)
    }
}

extension JSONScanner {
    private static let needed = ["id", "changed", "name", "latitude", "longitude"]
    private static let optional = ["altitude", "category", "information"]

    fileprivate mutating func placeRecord() throws(InputError) -> PlaceRecord {
        let start = nextOffset()
        var (integers, numbers, texts) = ([String: Int64](), [String: Double](), [String: String]())
        var latitudeOffset = start
        try object("a place, '{'") { scanner, key, offset throws(InputError) in
            switch key {
            case "id", "changed":
                integers[key] = try scanner.integer("a whole number")
            case "latitude", "longitude":
                latitudeOffset = key == "latitude" ? scanner.nextOffset() : latitudeOffset
                numbers[key] = try scanner.number("a number of degrees")
            case "altitude":
                if !scanner.null() { numbers[key] = try scanner.number("a number of metres, or null") }
            case "name":
                texts[key] = try scanner.placeText("a text")
            case "category", "information":
                if !scanner.null() { texts[key] = try scanner.placeText("a text, or null") }
            default:
                throw scanner.unknownKey(key, at: offset, known: Self.needed + Self.optional)
            }
        }
        guard let identifier = integers["id"], let changed = integers["changed"], let name = texts["name"],
            let latitude = numbers["latitude"], let longitude = numbers["longitude"]
        else {
            let present = Set(integers.keys).union(numbers.keys).union(texts.keys)
            let missing = Self.needed.filter { !present.contains($0) }.joined(separator: ", ")
            let expected = Self.needed.joined(separator: ", ")
            throw error(
                at: start,
                found: "a place without \(missing)",
                expected: expected,
                remedy: "add what is missing"
            )
        }
        let record = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude).flatMap { point in
            PlaceRecord(
                identifier: identifier,
                changed: changed,
                place: PointOfInterest(
                    name: name,
                    point: point,
                    altitude: numbers["altitude"],
                    category: texts["category"],
                    information: texts["information"]
                )
            )
        }
        if let record { return record }
        throw error(
            at: latitudeOffset,
            found: "latitude \(latitude)",
            expected: "degrees from -90 to 90",
            remedy: "correct it, or see whether latitude and longitude are swapped"
        )
    }

    /// A text without U+0000, which no database keeps.
    private mutating func placeText(_ what: String) throws(InputError) -> String {
        let start = nextOffset()
        let text = try string(what)
        guard text.utf8.contains(0) else { return text }
        throw error(at: start, found: "a text with U+0000 in it", expected: "a text", remedy: "take the character out")
    }

    fileprivate func unknownKey(_ key: String, at offset: Int, known: [String]) -> InputError {
        let near = NearestName.suggestion(for: key, among: known).map { "did you mean '\($0)'?" }
        return error(
            at: offset,
            found: "the key '\(key)'",
            expected: "one of \(known.joined(separator: ", "))",
            remedy: near ?? "take it out"
        )
    }
}
