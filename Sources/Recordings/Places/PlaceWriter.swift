public import SensorModel

/// A writer of points of interest as CSV or GeoJSON.
///
/// ``PlaceReader`` reads exactly the same values from the output.
public enum PlaceWriter {
    /// The formats that can be written.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A table with a header line.
        case csv
        /// GeoJSON (RFC 7946).
        case geojson
    }

    private static let pieceBytes = 1 << 16
    /// The columns and properties of `PlaceDisplay`, written only if the display of a place differs from the default.
    private static let displayNames = ["showWithin", "showInRadar", "anchor"]

    /// Encodes places and passes the bytes to a closure, in pieces of about 64 KiB.
    ///
    /// - Throws: any error of the closure.
    public static func write<Failure: Error>(
        _ places: [PointOfInterest],
        as format: Format,
        to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        switch format {
        case .csv: try writeTable(places, to: sink)
        case .geojson: try writeFeatures(places, to: sink)
        }
    }

    private static func writeTable<Failure: Error>(
        _ places: [PointOfInterest],
        to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = DelimitedWriter()
        let hasDisplay = places.contains { $0.display != PlaceDisplay() }
        for name in ["id"] + DelimitedWriter.placeColumns + (hasDisplay ? displayNames : []) {
            writer.append(name)
        }
        writer.endRow()
        for place in places {
            writer.append(place.identifier ?? "")
            writer.append(place)
            if hasDisplay {
                writer.append(place.display.radius)
                writer.append(place.display.isInRadar ? "true" : "false")
                writer.append(place.display.anchor.rawValue)
            }
            writer.endRow()
            if writer.count >= pieceBytes { try sink(writer.take()) }
        }
        try sink(writer.take())
    }

    private static func writeFeatures<Failure: Error>(
        _ places: [PointOfInterest],
        to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[".utf8)
        for (index, place) in places.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            append(place, to: &bytes)
            guard bytes.count >= pieceBytes else { continue }
            try sink(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        bytes += "\n]}\n".utf8
        try sink(bytes)
    }

    private static func append(_ place: PointOfInterest, to bytes: inout [UInt8]) {
        bytes += "{\"type\":\"Feature\",".utf8
        if let identifier = place.identifier {
            bytes += "\"id\":".utf8
            append(identifier, to: &bytes)
            bytes += ",".utf8
        }
        let altitude = place.altitude.map { ",\($0)" } ?? ""
        let position = "\(place.point.longitudeDegrees),\(place.point.latitudeDegrees)\(altitude)"
        bytes += "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(position)]},\"properties\":{\"name\":".utf8
        append(place.name, to: &bytes)
        for (name, value) in [("category", place.category), ("information", place.information)] {
            guard let value else { continue }
            bytes += ",\"\(name)\":".utf8
            append(value, to: &bytes)
        }
        let display = place.display
        if let radius = display.radius { bytes += ",\"showWithin\":\(radius)".utf8 }
        if display != PlaceDisplay() {
            bytes += ",\"showInRadar\":\"\(display.isInRadar)\",\"anchor\":\"\(display.anchor.rawValue)\"".utf8
        }
        bytes += "}}".utf8
    }

    /// Appends a JSON string (RFC 8259, section 7).
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension DelimitedWriter {
    /// The names of a place's columns, except for the column of the identifier.
    public static let placeColumns = ["name", "latitude", "longitude", "altitude", "category", "information"]

    /// Appends a place as one field for each of ``placeColumns``.
    public mutating func append(_ place: PointOfInterest) {
        append(place.name)
        append(place.point.latitudeDegrees)
        append(place.point.longitudeDegrees)
        append(place.altitude)
        append(place.category ?? "")
        append(place.information ?? "")
    }
}
