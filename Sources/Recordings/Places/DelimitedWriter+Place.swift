public import SensorModel

extension DelimitedWriter {
    /// The names of the columns that a place fills.
    public static let placeColumns = ["name", "latitude", "longitude", "altitude", "category", "information"]

    /// Appends a place without its identifier, a field for each of ``placeColumns``.
    public mutating func append(_ place: PointOfInterest) {
        append(place.name)
        append(place.point.latitudeDegrees)
        append(place.point.longitudeDegrees)
        append(place.altitude)
        append(place.category ?? "")
        append(place.information ?? "")
    }
}
