import SensorModel

/// The texts of a latitude and a longitude in a file.
struct CoordinateText {
    /// The accepted longitudes in degrees: one turn to either side.
    static let longitudes = -360.0...360.0

    var latitude: String?
    var longitude: String?

    /// Parses the point.
    ///
    /// - Throws: ``InputError`` at this line and column when a coordinate is missing, not a number, or out of range.
    func point(file: String, line: Int?, column: Int?) throws(InputError) -> GeographicPoint {
        try point { found, expected, remedy in
            InputError(file: file, line: line, column: column, found: found, expected: expected, remedy: remedy)
        }
    }

    /// Parses the point. The closure creates the error, so that line and column are computed only on failure.
    func point(
        _ error: (_ found: String, _ expected: String, _ remedy: String) -> InputError
    ) throws(InputError) -> GeographicPoint {
        let numbers = (latitude.flatMap(NumberText.value), longitude.flatMap(NumberText.value))
        if let latitude = numbers.0, let longitude = numbers.1, Self.longitudes.contains(longitude),
            let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
        {
            return point
        }
        let found = [latitude, longitude].map { $0.map { "'\($0.excerpt)'" } ?? "none" }
        let isSwapped = numbers.0.map { $0.magnitude <= 180 } ?? false && numbers.1.map { $0.magnitude <= 90 } ?? false
        throw error(
            "latitude \(found[0]) and longitude \(found[1])",
            "degrees, the latitude from -90 to 90, the longitude from -360 to 360",
            isSwapped ? "check that latitude and longitude are not swapped" : "correct it"
        )
    }
}

/// Parses numbers outside of delimited files.
package enum NumberText {
    /// A finite decimal number, possibly surrounded by white space; nil for any other text, including `nan`.
    static func value(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { value($0[...]) }
    }

    /// A finite decimal number in UTF-8 bytes, possibly surrounded by white space; nil for any other text.
    static func value(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return UnsafeBufferPointer(rebasing: bytes[first...last]).withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return nil }
            var value = 0.0
            let isNumber = NumberField.parse(start, start + characters.count, into: &value)
            return isNumber && value.isFinite ? value : nil
        }
    }
}
