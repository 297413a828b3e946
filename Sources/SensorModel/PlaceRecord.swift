/// A place as a server keeps it: with a number that never changes and the moment of its last change.
public struct PlaceRecord: Sendable, Hashable {
    /// Given once, and never to another place; newer places have higher ones.
    public let identifier: Int64
    /// When the place got its present content, in the server's own unit: moments are only compared.
    public let changed: Int64
    /// Its ``PointOfInterest/identifier`` is the number above.
    public let place: PointOfInterest

    /// - Returns: nil for an altitude that is no number, and for a text with U+0000 in it: databases keep neither.
    public init?(identifier: Int64, changed: Int64, place: PointOfInterest) {
        guard place.altitude?.isFinite ?? true else { return nil }
        let texts = [place.name, place.category ?? "", place.information ?? ""]
        guard !texts.contains(where: { $0.utf8.contains(0) }) else { return nil }
        var place = place
        place.identifier = String(identifier)
        // Not a negative zero, which is equal to zero and yet other bytes: whichever came first would stay.
        place.altitude = place.altitude.map { $0 + 0 }
        let point = GeographicPoint(
            latitudeDegrees: place.point.latitudeDegrees + 0,
            longitudeDegrees: place.point.longitudeDegrees + 0
        )
        if let point { place.point = point }
        self.identifier = identifier
        self.changed = changed
        self.place = place
    }
}
