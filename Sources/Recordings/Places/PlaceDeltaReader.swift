public import SensorModel

/// A reader of changes to a place store (deltas) in JSON. Each delta is an object on one line (JSON Lines) or on
/// several lines.
///
/// ```json
/// {"additions": [{"id": 17, "changed": 1700000000, "name": "Rathaus", "latitude": 48.826, "longitude": 9.067,
///                 "altitude": 310.5, "category": "public", "information": "open until 18:00"}],
///  "changes": [],
///  "removals": [4, 9]}
/// ```
///
/// Every key of a delta is optional. Each added or changed place has an `id`, a modification time `changed`, a `name`,
/// and a `latitude` and a `longitude` in degrees (WGS84). `id` and `changed` are integers. An `altitude` in metres, a
/// `category` and `information` are optional and may be null.
public struct PlaceDeltaReader {
    private var values: JSONSequence

    /// The name of the file in error messages.
    public var name: String { values.name }

    /// Reads a file into memory.
    ///
    /// - Throws: `InputError` if the file cannot be read or is not UTF-8.
    public init(path: String) throws(InputError) {
        values = try JSONSequence(try ByteSource(path: path, fingerprint: nil))
    }

    /// Reads all bytes of an open file descriptor, such as standard input. The caller closes the descriptor.
    ///
    /// - Throws: `InputError` if the descriptor cannot be read or the text is not UTF-8.
    public init(descriptor: Int32, name: String) throws(InputError) {
        values = try JSONSequence(ByteSource(descriptor: descriptor, name: name, fingerprint: nil))
    }

    /// Returns the next delta and the number of its first line, or `nil` after the last delta.
    ///
    /// - Throws: `InputError` with line and column if the next delta is malformed. Earlier deltas remain valid.
    public mutating func next() throws(InputError) -> (delta: PlaceDelta, line: Int)? {
        guard let (value, line) = try values.next() else { return nil }
        var delta = PlaceDelta()
        let members = try value.checkedMembers("a delta, an object", known: ["additions", "changes", "removals"])
        try members["additions"]?.forEachCheckedElement { value throws(InputError) in
            delta.additions.append(try value.placeRecord())
        }
        try members["changes"]?.forEachCheckedElement { value throws(InputError) in
            delta.changes.append(try value.placeRecord())
        }
        try members["removals"]?.forEachCheckedElement { value throws(InputError) in
            delta.removals.append(try value.checked("a 64-bit integer") { $0.integer })
        }
        return (delta, line)
    }
}

extension JSONValue {
    private static let needed = ["id", "changed", "name", "latitude", "longitude"]
    private static let optional = ["altitude", "category", "information"]

    fileprivate func placeRecord() throws(InputError) -> PlaceRecord {
        let members = try checkedMembers("a place, an object", known: Self.needed + Self.optional)
        let missing = Self.needed.filter { members[$0] == nil }
        guard let id = members["id"], let changed = members["changed"], let name = members["name"],
            let latitude = members["latitude"], let longitude = members["longitude"]
        else {
            throw error(
                message: "the place has no \(missing.joined(separator: " and no "))",
                advice: "add the missing keys"
            )
        }
        let degrees = try latitude.checked("degrees from -90 to 90") { $0.number }
        let point = GeographicPoint(
            latitudeDegrees: degrees,
            longitudeDegrees: try longitude.checked("degrees from -360 to 360") { value in
                value.number.flatMap { CoordinateText.longitudes.contains($0) ? $0 : nil }
            }
        )
        guard let point else {
            throw latitude.error(
                message: "latitude \(degrees) is outside -90° to 90°",
                advice: "check that latitude and longitude are not swapped"
            )
        }
        let record = PlaceRecord(
            identifier: try id.checked("a 64-bit integer") { $0.integer },
            changed: try changed.checked("a 64-bit integer") { $0.integer },
            place: PointOfInterest(
                name: try name.checked("a string") { $0.string },
                point: point,
                altitude: try members["altitude"]?.unlessNull("a number of metres, or null") { $0.number },
                category: try members["category"]?.unlessNull("a string, or null") { $0.string },
                information: try members["information"]?.unlessNull("a string, or null") { $0.string }
            )
        )
        if let record { return record }
        throw error(
            message: "the name, category or information of the place contains the character U+0000",
            advice: "remove the character"
        )
    }

    /// Returns the members of an object.
    ///
    /// - Throws: `InputError` if a key is unknown or repeated.
    fileprivate func checkedMembers(_ what: String, known: [String]) throws(InputError) -> [String: JSONValue] {
        guard kind == .object else { throw error(isNot: what) }
        var members: [String: JSONValue] = [:]
        try forEachMember { name, value throws(InputError) in
            let key = name.string ?? ""
            guard known.contains(key) else {
                let near = NearestName.hint(for: key, among: known)
                let names = known.joined(separator: ", ")
                throw name.error(
                    message: "unknown key \(name.excerpt): use one of \(names)",
                    advice: near ?? "remove the key"
                )
            }
            guard members.updateValue(value, forKey: key) == nil else {
                throw name.error(message: "the key '\(key)' is repeated", advice: "keep only one '\(key)'")
            }
        }
        return members
    }

    fileprivate func forEachCheckedElement(_ body: (JSONValue) throws(InputError) -> Void) throws(InputError) {
        guard kind == .array else { throw error(isNot: "an array") }
        try forEachElement(body)
    }

    fileprivate func checked<Value>(_ what: String, _ read: (JSONValue) -> Value?) throws(InputError) -> Value {
        if let value = read(self) { return value }
        throw error(isNot: what)
    }

    private func unlessNull<Value>(_ what: String, _ read: (JSONValue) -> Value?) throws(InputError) -> Value? {
        kind == .null ? nil : try checked(what, read)
    }
}
