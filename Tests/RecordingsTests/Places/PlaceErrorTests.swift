import Foundation
import Recordings
import TestSupport
import Testing

/// Tests of error messages for files of places.
struct PlaceErrorTests {
    /// The error message without the path of the temporary folder.
    static func message(_ bytes: some Sequence<UInt8>, as format: PlaceFormat? = nil) -> String {
        ReadingError.message(after: "places") {
            let folder = try TemporaryFolder()
            return try PlaceReader.read(path: folder.write(bytes, to: "places"), format: format)
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
            "invalid position: latitude '98' (must be -90° to 90°), longitude '11' (must be -360° to 360°)"
        ),
        (area("98", "11"), "2:", "swapped"),
        (
            area("48", "361"), "2:",
            "invalid position: latitude '48' (must be -90° to 90°), longitude '361' (must be -360° to 360°)"
        ),
        (area("NaN", "1"), "2:", "invalid position: latitude 'NaN'"),
        (area("inf", "1"), "2:", "invalid position: latitude 'inf'"),
        (area("1e999", "1"), "2:", "invalid position: latitude '1e999'"),
        (area("0x10", "1"), "2:", "invalid position: latitude '0x10'"),
        (
            area("", "1"), "2:",
            "invalid position: latitude '' (must be -90° to 90°), longitude '1' (must be -360° to 360°)"
        ),
        (
            "<locations><location/></locations>", "1:",
            "invalid position: latitude none (must be -90° to 90°), longitude none (must be -360° to 360°)"
        ),
        (area("1", "2", "<altitude>high</altitude>"), "2:", "altitude 'high' is not a number of metres"),
        ("<locations/>", "", "the file has no place"),
        ("<locations><location>", "1:", "the file ends with 2 unclosed elements"),
        ("<xml version=\"1.0\">\n<locations/>", "", "the root element <xml>"),
        (
            "<dimension><features><featureImg><locationId>x</locationId></featureImg></features></dimension>", "1:",
            "the feature's locationId 'x' matches no location in the file"
        ),
        (
            "<dimension><features><featureImg><location><lat>1</lat></location></featureImg></features></dimension>",
            "1:", "longitude none"
        ),
        (
            "<dimension><refreshTime><validFor>soon</validFor></refreshTime></dimension>", "1:",
            "validFor 'soon' is not a number"
        ),
        (
            "<dimension><features><featureTxt><location><lat>1</lat><lon>2</lon></location><xLoc>1e9</xLoc></featureTxt></features></dimension>",
            "1:", "the feature's offset of 1000000000.0 m exceeds"
        ),
        (
            "<kml><Placemark>\n<Point><coordinates>1,2 3,4</coordinates></Point></Placemark></kml>", "2:",
            "this point has 2 positions"
        ),
        (
            "<kml><Placemark>\n<Point><coordinates>1, 2</coordinates></Point></Placemark></kml>", "2:",
            "invalid position: latitude '' (must be -90° to 90°), longitude '1' (must be -360° to 360°)"
        ),
        ("<kml><Placemark><Point/></Placemark></kml>", "1:", "this point has 0 positions"),
        (
            "<gpx><wpt lat=\"x\" lon=\"1\"/></gpx>", "1:",
            "invalid position: latitude 'x' (must be -90° to 90°), longitude '1' (must be -360° to 360°)"
        ),
        ("<gpx><wpt lon=\"1\"/></gpx>", "1:", "invalid position: latitude none"),
        ("<html/>", "", "the root element <html> belongs to no known format of places"),
        ("lat,lon\n48,11\n98,11\n", "3:1", "latitude 98.0"),
        ("lat,lon\n48,1100\n", "2:4", "longitude 1100.0 is outside"),
        ("lat,lon\n48,\n", "2:4", "longitude nan is outside"),
        ("lat,lon\nnan,nan\n", "2:1", "latitude nan is outside"),
        ("lat,lon,alt\n48,11,inf\n", "2:7", "altitude inf is not"),
        ("a,b\n1,2\n", "1: ", "the file has no column such as 'lat' among the columns a, b"),
        ("lat,lon\n", "", "the file has no place"),
        (" \n\t", "", "the file is empty"),
    ])
    func `An invalid file is an error with line and column`(text: String, position: String, words: String) {
        let message = Self.message(text.utf8)
        #expect(message.contains(words) && message.hasPrefix(position), "\(message)")
    }

    @Test(arguments: [
        (
            point("[11,98]"),
            "2:16: invalid position: latitude '98' (must be -90° to 90°), longitude '11' (must be -360° to 360°)"
        ),
        (
            point("[1e400,1]"),
            "2:16: invalid position: latitude '1' (must be -90° to 90°), longitude '1e400' (must be -360° to 360°)"
        ),
        (point("[1]"), "2:16: an array [1] is not a position: [longitude, latitude]"),
        (point("[1,\"2\"]"), " is not a position: [longitude, latitude]"),
        (point("[1,2,null]"), " is not a position: [longitude, latitude]"),
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
            "the coordinate system \"EPSG:31467\" is not WGS84 in degrees (urn:ogc:def:crs:OGC::CRS84)"
        ),
        ("[1,2]", "1:1: an array [1,2] is not the type of a geometry or of a feature"),
        ("{\"type\":\"Po", "1:9: a string is never closed"),
        ("{} {}", "1:4: unexpected '{': this must be the file's end"),
        ("{\"a\":\"\\x\"}", "1:8: unexpected 'x\"': this must be a JSON escape sequence"),
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
                Self.message(bytes).contains("1: the text contains a zero byte, as in UTF-16"),
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
