import Foundation
import Recordings
import TestSupport
import Testing

/// Tests of error messages for files of places.
struct PlaceErrorTests {
    /// The error message without the path of the temporary folder.
    static func message(_ bytes: some Sequence<UInt8>, as format: PlaceFormat? = nil) -> String {
        do {
            let folder = try TemporaryFolder()
            _ = try PlaceReader.read(path: folder.write(bytes, to: "places"), format: format)
            return "no error"
        } catch {
            let words = "\(error)"
            return words.range(of: "/places:").map { String(words[$0.upperBound...]) } ?? words
        }
    }

    private static func point(_ coordinates: String) -> String {
        "{\"type\":\"Point\",\n \"coordinates\":\(coordinates)}"
    }

    private static func area(_ latitude: String, _ longitude: String, _ rest: String = "") -> String {
        "<locations>\n <location><latitude>\(latitude)</latitude><longitude>\(longitude)</longitude>\(rest)"
            + "</location></locations>"
    }

    @Test(arguments: [
        (
            area("98", "11"), "2:",
            "found latitude '98' and longitude '11', expected degrees, the latitude from -90 to 90"
        ),
        (area("98", "11"), "2:", "swapped"),
        (area("48", "361"), "2:", "found latitude '48' and longitude '361'"),
        (area("NaN", "1"), "2:", "found latitude 'NaN'"),
        (area("inf", "1"), "2:", "found latitude 'inf'"),
        (area("1e999", "1"), "2:", "found latitude '1e999'"),
        (area("0x10", "1"), "2:", "found latitude '0x10'"),
        (area("", "1"), "2:", "found latitude '' and longitude '1'"),
        ("<locations><location/></locations>", "1:", "found latitude none and longitude none"),
        (area("1", "2", "<altitude>high</altitude>"), "2:", "found altitude 'high', expected metres"),
        ("<locations/>", "", "found no place, expected at least one point of interest in AREA's XML"),
        ("<locations><location>", "1:", "found the file's end within 2 elements"),
        ("<xml version=\"1.0\">\n<locations/>", "", "found XML that starts with the element <xml>"),
        (
            "<dimension><features><featureImg><locationId>x</locationId></featureImg></features></dimension>", "1:",
            "found a feature at the location 'x'"
        ),
        (
            "<dimension><features><featureImg><location><lat>1</lat></location></featureImg></features></dimension>",
            "1:", "longitude none"
        ),
        (
            "<dimension><refreshTime><validFor>soon</validFor></refreshTime></dimension>", "1:",
            "found validFor 'soon', expected a number"
        ),
        (
            "<dimension><features><featureTxt><location><lat>1</lat><lon>2</lon></location><xLoc>1e9</xLoc></featureTxt></features></dimension>",
            "1:", "found an offset of 1000000000.0 m"
        ),
        (
            "<kml><Placemark>\n<Point><coordinates>1,2 3,4</coordinates></Point></Placemark></kml>", "2:",
            "found a point with 2 coordinates"
        ),
        (
            "<kml><Placemark>\n<Point><coordinates>1, 2</coordinates></Point></Placemark></kml>", "2:",
            "found latitude '' and longitude '1'"
        ),
        ("<kml><Placemark><Point/></Placemark></kml>", "1:", "found a point with 0 coordinates"),
        ("<gpx><wpt lat=\"x\" lon=\"1\"/></gpx>", "1:", "found latitude 'x' and longitude '1'"),
        ("<gpx><wpt lon=\"1\"/></gpx>", "1:", "found latitude none"),
        ("<html/>", "", "found XML that starts with the element <html>, expected a file of places"),
        ("lat,lon\n48,11\n98,11\n", "3:1", "found latitude 98.0"),
        ("lat,lon\n48,1100\n", "2:4", "found longitude 1100.0"),
        ("lat,lon\n48,\n", "2:4", "found longitude nan"),
        ("lat,lon\nnan,nan\n", "2:1", "found latitude nan"),
        ("lat,lon,alt\n48,11,inf\n", "2:7", "found altitude inf"),
        ("a,b\n1,2\n", "1: ", "found the columns a, b, expected a column such as 'lat'"),
        ("lat,lon\n", "", "found no place"),
        (" \n\t", "", "found nothing but spaces"),
    ])
    func `An invalid file is an error with line and column`(text: String, place: String, words: String) {
        let message = Self.message(text.utf8)
        #expect(message.contains(words) && message.hasPrefix(place), "\(message)")
    }

    @Test(arguments: [
        (point("[11,98]"), "2:16: latitude '98' is not from -90° to 90°, or longitude '11' is not from -360° to 360°"),
        (
            point("[1e400,1]"),
            "2:16: latitude '1' is not from -90° to 90°, or longitude '1e400' is not from -360° to 360°"
        ),
        (point("[1]"), "2:16: an array [1] is not a position: [longitude, latitude]"),
        (point("[1,\"2\"]"), "expected a position: [longitude, latitude]"),
        (point("[1,2,null]"), "expected a position: [longitude, latitude]"),
        (point("{}"), "2:16: an object {} is not a Point with an array 'coordinates'"),
        (point("[NaN,1]"), "2:17: unexpected 'NaN': this must be a value"),
        (point("[01,1]"), "2:18: unexpected '1': this must be a number without leading zeros"),
        (point("[1,2],"), "2:22: unexpected '}': this must be a name in quotation marks"),
        (point("[1,2"), "2:20: unexpected '}': this must be ',' or ']'"),
        ("{\"type\":\"Circle\"}", "1:9: a string \"Circle\" is not the type of a geometry or of a feature"),
        ("{\"a\":1}", "1:1: an object {\"a\":1} is not the type of a geometry or of a feature"),
        (
            "{\"type\":\"FeatureCollection\"}",
            "an object {\"type\":\"FeatureCollection\"} is not a FeatureCollection with an array 'features'"
        ),
        (
            "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Point\"}]}",
            "1:49: a string \"Point\" is not an object with the type 'Feature'"
        ),
        ("{\"type\":\"FeatureCollection\",\"features\":[]}", " the file has no place"),
        (
            "{\"type\":\"FeatureCollection\",\"features\":[],\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:31467\"}}}",
            "the coordinate system \"EPSG:31467\" is not WGS84 in degrees, urn:ogc:def:crs:OGC::CRS84"
        ),
        ("[1,2]", "1:1: an array [1,2] is not the type of a geometry or of a feature"),
        ("{\"type\":\"Po", "1:9: a string is never closed"),
        ("{} {}", "1:4: unexpected '{': this must be the file's end"),
        ("{\"a\":\"\\x\"}", "1:8: unexpected 'x\"': this must be an escape of JSON"),
        ("{\"a\":\"\t\"}", "1:7: unexpected '\\u{9}': this must be a string without control characters"),
    ])
    func `Invalid GeoJSON is an error with line and column`(text: String, words: String) {
        let message = Self.message(text.utf8)
        #expect(message.contains(words), "\(message)")
    }

    static let texts = [
        "{\"type\":\"Point\",\"coordinates\":[1,2]}", "<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", "lat,lon\n1,2\n",
    ]

    @Test(arguments: texts)
    func `UTF-16 is an error in both byte orders, with and without a byte order mark`(text: String) {
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
            #expect(
                Self.message(bytes).contains("1: the byte is zero, as in UTF-16"),
                "\(Self.message(bytes))"
            )
            for format in PlaceFormat.allCases { #expect(Self.message(bytes, as: format) != "no error") }
        }
    }

    @Test(arguments: [
        "{\"type\":\"Feature\",\"properties\":{\"name\":\"M%nchen\"},\"geometry\":null}",
        "<gpx><wpt lat=\"1\" lon=\"2\"><name>M%nchen</name></wpt></gpx>", "lat,lon,name\n1,2,M%nchen\n",
    ])
    func `Latin-1 is an error`(text: String) {
        let bytes = text.utf8.map { $0 == UInt8(ascii: "%") ? 0xFC : $0 }
        #expect(Self.message(bytes).contains("not UTF-8"), "\(Self.message(bytes))")
    }
}
