/// What files call the properties of a place, in lower case, by letters and digits only; the first that is there counts.
enum PlaceProperty: CaseIterable {
    case identifier
    case name
    case altitude
    case category
    case information

    var names: [String] {
        switch self {
        case .identifier: ["id", "identifier", "poiid"]
        case .name: ["name", "title", "label"]
        case .altitude: ["altitude", "alt", "ele", "elevation", "altitudem", "altm", "elevationm"]
        case .category: ["category", "type", "kind", "class", "amenity"]
        case .information: ["information", "info", "description", "desc", "comment"]
        }
    }
}
