import SensorModel

/// The waypoints of a GPX file. `type` is the category, and `desc` the information, or `cmt` without a `desc`.
struct GPXPlaces: MarkupContent {
    static let expectation = "a GPX file"

    private(set) var file = PlaceFile(format: .gpx)
    private let path: String
    private var place: PlaceDraft?
    private var comment: String?

    init(path: String) {
        self.path = path
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        if let place { return element.depth == place.element.depth + 1 }
        switch element.name {
        case "wpt":
            var draft = PlaceDraft(element)
            draft.point = try element.point(file: path)
            place = draft
            comment = nil
        case "rtept": file.leaveOut("points of routes")
        case "trkpt": file.leaveOut("points of tracks")
        case "name": return element.parent == "metadata"
        default: break
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        guard var draft = place else {
            if let text { file.name = PlaceDraft.words(text) }
            return
        }
        if element.depth == draft.element.depth {
            draft.information = draft.information ?? comment
            if let place = draft.place(ordinal: file.places.count + 1) { file.places.append(place) }
            place = nil
            return
        }
        guard let text else { return }
        switch element.name {
        case "ele": place?.altitude = try PlaceDraft.altitude(text, of: element, file: path)
        case "name": place?.name = PlaceDraft.words(text)
        case "desc": place?.information = PlaceDraft.words(text)
        case "cmt": comment = PlaceDraft.words(text)
        case "type": place?.category = PlaceDraft.words(text)
        default: break
        }
    }
}
