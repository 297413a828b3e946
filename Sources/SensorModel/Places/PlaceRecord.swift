/// A place on a server, with a permanent identifier and the time of its last change.
public struct PlaceRecord: Sendable, Hashable {
    /// The permanent identifier. It is never reused, and newer places have larger ones.
    public let identifier: Int64
    /// The time of the last change, in the server's own unit. Times are only compared with each other.
    public let changed: Int64
    /// The place. Its ``PointOfInterest/identifier`` is the text of ``identifier``.
    public let place: PointOfInterest

    /// A record of a place; nil for an altitude that is not finite and for a text that contains U+0000, since databases
    /// store neither.
    public init?(identifier: Int64, changed: Int64, place: PointOfInterest) {
        guard place.altitude?.isFinite ?? true else { return nil }
        let texts = [place.name, place.category ?? "", place.information ?? ""]
        guard !texts.contains(where: { $0.utf8.contains(0) }) else { return nil }
        var place = place
        place.identifier = String(identifier)
        // Adding 0 turns −0 into 0. Both are equal but have different bytes, so a store would not see a change.
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
