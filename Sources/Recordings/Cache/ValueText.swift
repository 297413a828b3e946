/// Conversion of values to text by reflection, with equal texts for equal values and different texts otherwise.
///
/// The text contains all stored properties and is the same in every process.
package enum ValueText {
    /// The error for a value without reflection: a class, or a type that was compiled without metadata.
    package struct Opaque: Error {}

    /// The text of a value.
    ///
    /// - Throws: ``Opaque`` if the value contains one without reflection.
    package static func text(of value: Any) throws(Opaque) -> String {
        if let text = plainText(of: value) { return text }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .tuple: return "[\(try texts(of: mirror).joined(separator: ","))]"
        // The order of these collections is not defined.
        case .set, .dictionary: return "{\(try texts(of: mirror).sorted().joined(separator: ","))}"
        case .optional:
            guard let child = mirror.children.first else { return "nil" }
            return try text(of: child.value)
        case .enum where mirror.children.isEmpty: return try caseName(of: value)
        case .enum, .struct, nil:
            guard !mirror.children.isEmpty else { throw Opaque() }
            return "(\(try texts(of: mirror).joined(separator: ",")))"
        default: throw Opaque()
        }
    }

    private static func plainText(of value: Any) -> String? {
        switch value {
        case let value as String: value.debugDescription
        case let value as Bool: value.description
        // Equal numbers may differ in their bits, as the two zeros do.
        case let value as Double: "d\(value.bitPattern)"
        case let value as any BinaryInteger: "\(value)"
        default: nil
        }
    }

    private static func texts(of mirror: Mirror) throws(Opaque) -> [String] {
        var texts: [String] = []
        for child in mirror.children { texts.append("\(child.label ?? ""):\(try text(of: child.value))") }
        return texts
    }

    /// The name of a case. Without reflection it is the name of the type, which is an error.
    private static func caseName(of value: Any) throws(Opaque) -> String {
        let name = String(reflecting: value)
        guard name != String(reflecting: type(of: value)) else { throw Opaque() }
        return name
    }
}
