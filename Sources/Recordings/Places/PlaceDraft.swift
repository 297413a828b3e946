import SensorModel

/// A place whose elements are being read.
struct PlaceDraft {
    /// Where it starts.
    let element: MarkupElement
    var identifier: String?
    var name: String?
    var point: GeographicPoint?
    var altitude: Metres?
    var heightAboveDevice: Metres?
    var category: String?
    var information: String?

    init(_ element: MarkupElement) {
        self.element = element
        identifier = element.attributes["id"].flatMap(Self.words)
    }

    /// The place; nil without a point. `ordinal` names one that has neither name nor identifier.
    func place(ordinal: Int) -> PointOfInterest? {
        point.map { point in
            PointOfInterest(
                identifier: identifier,
                name: name ?? identifier ?? PlaceDraft.name(ordinal: ordinal),
                point: point,
                altitude: altitude,
                heightAboveDevice: heightAboveDevice,
                category: category,
                information: information
            )
        }
    }

    /// What a place is called that has neither a name nor an identifier: the how many-th of its file it is.
    static func name(ordinal: Int) -> String { "place \(ordinal)" }

    /// A text without the white space around it; nil where nothing else stands in it.
    static func words(_ text: String) -> String? {
        let words = text.trimmingPrefix(while: \.isWhitespace)
        guard let last = words.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(words[...last])
    }

    /// Metres; nil for an empty text.
    static func altitude(_ text: String, of element: MarkupElement, file: String) throws(InputError) -> Metres? {
        guard let words = words(text) else { return nil }
        if let altitude = NumberText.value(words) { return altitude }
        throw element.error(
            file: file,
            found: "altitude '\(NumberText.excerpt(words))'",
            expected: "metres",
            remedy: "correct it, or leave the element out"
        )
    }
}
