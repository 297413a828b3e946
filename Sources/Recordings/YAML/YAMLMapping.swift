public import SensorModel
import Yams

/// The keys of a YAML mapping and their values.
public struct YAMLMapping {
    /// The mapping as a value, which provides the line and column for error messages.
    public let value: YAMLValue
    private var entries: [(key: YAMLValue, name: String, value: YAMLValue)] = []

    init(value: YAMLValue, mapping: Node.Mapping) throws(InputError) {
        self.value = value
        for (key, item) in mapping {
            let key = YAMLValue(file: value.file, node: key)
            entries.append((key, try key.text("a key"), YAMLValue(file: value.file, node: item)))
        }
    }

    /// Creates an empty mapping at the line and column of `value`.
    package init(emptyAt value: YAMLValue) {
        self.value = value
    }

    /// The keys, in file order.
    public var names: [String] { entries.map(\.name) }

    /// The keys and their values, in file order.
    public var all: [(name: String, value: YAMLValue)] { entries.map { ($0.name, $0.value) } }

    /// The value of a key, or `nil` if it is missing or null.
    public subscript(name: String) -> YAMLValue? {
        guard let found = entries.first(where: { $0.name == name })?.value, !found.isNull else { return nil }
        return found
    }

    /// Returns the value of a key.
    ///
    /// - Throws: `InputError` if the key is missing or null.
    public func required(_ name: String) throws(InputError) -> YAMLValue {
        if let found = self[name] { return found }
        throw value.error(
            message: "the key '\(name)' is missing (given: \(names.joined(separator: ", ")))",
            advice: "add the key '\(name)'"
        )
    }

    /// Returns the text of a key, or `nil` if it is missing.
    public func text(_ name: String) throws(InputError) -> String? { try self[name]?.text(name) }
    /// Returns the number of a key, or `nil` if it is missing.
    public func number(_ name: String) throws(InputError) -> Double? { try self[name]?.number(name) }
    /// Returns the Boolean of a key, or `nil` if it is missing.
    public func flag(_ name: String) throws(InputError) -> Bool? { try self[name]?.flag(name) }
    /// Returns the mapping of a key, or `nil` if it is missing.
    public func mapping(_ name: String) throws(InputError) -> YAMLMapping? { try self[name]?.mapping(name) }
    /// Returns the list of a key, or `nil` if it is missing.
    public func items(_ name: String) throws(InputError) -> [YAMLValue]? { try self[name]?.items(name) }

    /// Checks that every key is one of `known`.
    ///
    /// - Throws: `InputError` for the first unknown key.
    public func allow(_ known: [String]) throws(InputError) {
        for entry in entries where !known.contains(entry.name) {
            let (list, hint) = (known.joined(separator: ", "), NearestName.hint(for: entry.name, among: known))
            let isShort = hint == nil || list.utf8.count <= Self.maximumListBytes
            let choices = isShort ? ": use one of \(list)" : ""
            throw entry.key.error(
                message: "unknown key '\(entry.name)'\(choices)",
                advice: hint ?? "remove the key"
            )
        }
    }

    /// The maximum length in bytes of the list of keys in an error message that also suggests the nearest key.
    private static let maximumListBytes = 80

    /// Returns a copy to which the keys of `other` are added. Keys that exist in this mapping remain unchanged.
    func filled(from other: YAMLMapping?) -> YAMLMapping {
        guard let other else { return self }
        var filled = self
        filled.entries += other.entries.filter { !names.contains($0.name) }
        return filled
    }

    /// Returns a copy without a key.
    func without(_ name: String) -> YAMLMapping {
        var copy = self
        copy.entries.removeAll { $0.name == name }
        return copy
    }

    /// Returns the value at a path of keys that are separated by dots, or `nil` if a key is missing.
    func value(at path: String) throws(InputError) -> YAMLValue? {
        let keys = path.split(separator: ".").map(String.init)
        var mapping = self
        for key in keys.dropLast() {
            guard let next = try mapping.mapping(key) else { return nil }
            mapping = next
        }
        return keys.last.flatMap { mapping[$0] }
    }
}
