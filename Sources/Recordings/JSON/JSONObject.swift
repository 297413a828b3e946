/// A JSON object to write. Keys are written in the order in which they were added.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [(key: String, value: (any Encodable)?)]

    /// Creates an object from keys and values. A value of `nil` is written as null.
    package init(_ members: [(String, (any Encodable)?)]) { self.members = members.map { (key: $0.0, value: $0.1) } }

    package init(dictionaryLiteral elements: (String, (any Encodable)?)...) { self.init(elements) }

    /// A copy without the keys whose value is `nil`.
    package var withoutNil: JSONObject { JSONObject(members.filter { $0.value != nil }) }

    /// Adds a key and its value. Does nothing if the value is `nil`.
    package mutating func add(_ key: String, _ value: (any Encodable)?) {
        if let value { members.append((key: key, value: value)) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (name, value) in members {
            let key = TextKey(stringValue: name)
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }
}

/// A JSON key that is known only at run time.
package struct TextKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
