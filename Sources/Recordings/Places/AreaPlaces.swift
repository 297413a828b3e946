import SensorModel

/// The places of AREA's XML (Geiger 2012, listings 5.1 and 5.2).
///
/// `category` is optional: the source names it as a future attribute. Listing 5.2 prints `<xml …>` for the declaration
/// `<?xml …?>`; a file with that misprint is not XML.
struct AreaPlaces: MarkupContent {
    static let expectation = "AREA's XML of locations"

    private(set) var file = PlaceFile(format: .area)
    private let path: String
    private var place: PlaceDraft?
    private var coordinates = CoordinateText()

    init(path: String) {
        self.path = path
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        guard place == nil else { return element.parent == "location" }
        if element.name == "location", element.parent == "locations" {
            place = PlaceDraft(element)
            coordinates = CoordinateText()
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        guard let draft = place else { return }
        if element.depth == draft.element.depth { return try finish(draft) }
        guard let text else { return }
        switch element.name {
        case "latitude": coordinates.latitude = text
        case "longitude": coordinates.longitude = text
        case "altitude": place?.altitude = try PlaceDraft.altitude(text, of: element, file: path)
        case "name": place?.name = PlaceDraft.words(text)
        case "information": place?.information = PlaceDraft.words(text)
        case "category": place?.category = PlaceDraft.words(text)
        default: break
        }
    }

    private mutating func finish(_ draft: PlaceDraft) throws(InputError) {
        var draft = draft
        let start = draft.element
        draft.point = try coordinates.point(file: path, line: start.line, column: start.column)
        if let place = draft.place(ordinal: file.places.count + 1) { file.places.append(place) }
        place = nil
    }
}
