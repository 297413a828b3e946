/// All that a value holds, as a text that is the same for equal values in every process, and different for others.
///
/// Every stored property counts, so that one which is added to a type later counts, too.
enum ValueText {
    /// Something of the value cannot be looked into: a class, or a type that was built without reflection.
    struct Opaque: Error {}

    static func text(of value: Any) throws(Opaque) -> String {
        if let text = plainText(of: value) { return text }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .tuple: return "[\(try texts(of: mirror).joined(separator: ","))]"
        // Neither has an order of its own.
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
        // Equal numbers may differ in a bit, as zeros do.
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

    /// Without reflection a case goes by its type's name.
    private static func caseName(of value: Any) throws(Opaque) -> String {
        let name = String(reflecting: value)
        guard name != String(reflecting: type(of: value)) else { throw Opaque() }
        return name
    }
}
