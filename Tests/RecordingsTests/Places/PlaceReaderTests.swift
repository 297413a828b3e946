import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of reading places from each format.
struct PlaceReaderTests {
    static let files: [(String, PlaceFormat)] = [
        ("area.xml", .area), ("dimension.gddf", .gddf), ("places.geojson", .geojson), ("places.kml", .kml),
        ("places.gpx", .gpx), ("places.csv", .csv),
    ]

    /// The elements of the files that are not places.
    static let leftOut: [PlaceFormat: [String: Int]] = [
        .gddf: ["overlays, which are fixed on the screen": 1], .geojson: ["polygons": 1],
    ]

    private static func read(_ text: String, as format: PlaceFormat? = nil) throws -> PlaceFile {
        let folder = try TemporaryFolder()
        return try PlaceReader.read(path: folder.write(text, to: "places"), format: format)
    }

    @Test(arguments: files)
    func `Each format is detected from its content, and read as other programs wrote it`(
        name: String,
        format: PlaceFormat
    ) throws {
        let path = ExpectedPlaces.path(name)
        #expect(try PlaceFormat.detect(path: path) == format)
        let file = try PlaceReader.read(path: path)
        let expected = ExpectedPlaces.all.places
        #expect(file.format == format)
        #expect(file.leftOut == Self.leftOut[format, default: [:]])
        #expect(file.name == ([.gddf, .kml, .gpx].contains(format) ? "Everywhere" : nil))
        #expect(file.places.map(\.name).sorted() == expected.map(\.name).sorted())
        for place in expected {
            let found = try #require(file.places.first { $0.name == place.name })
            #expect(found.point == GeographicPoint(latitudeDegrees: place.latitude, longitudeDegrees: place.longitude))
            #expect(found.altitude == place.altitude, "\(place.name)")
            #expect(found.information == place.information, "\(place.name)")
            if format != .gddf { #expect(found.category == place.category, "\(place.name)") }
        }
    }

    @Test(arguments: files)
    func `A given format is not detected`(name: String, format: PlaceFormat) throws {
        let path = ExpectedPlaces.path(name)
        #expect(try PlaceReader.places(ofFile: path, format: format) == PlaceReader.places(ofFile: path))
        let other: PlaceFormat = format == .geojson ? .kml : .geojson
        #expect(throws: InputError.self) { try PlaceReader.read(path: path, format: other) }
    }

    @Test(arguments: ["places.kml", "places.geojson", "places.gpx", "places.csv", "area.xml", "dimension.gddf"])
    func `A byte order mark and other line ends do not change the places`(name: String) throws {
        let path = ExpectedPlaces.path(name)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try Self.read("\u{FEFF}" + text).places == PlaceReader.places(ofFile: path))
        // Names are not compared, because line ends within texts are part of them.
        let places = try Self.read(text.replacing("\n", with: "\r\n")).places
        #expect(places.map(\.point) == (try PlaceReader.places(ofFile: path)).map(\.point))
    }

    @Test func `The example in the thesis about AREA is read`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF8"?>
            <locations xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:noNamespaceSchemaLocation="locationsSchema.xsd">
              <location>
                <latitude>48.4042981</latitude>
                <longitude>9.979349</longitude>
                <altitude>479</altitude>
                <name>Ulm</name>
                <information>In Ulm, um Ulm und um Ulm herum.</information>
              </location>
              <location>
                <latitude>48.3906042</latitude>
                <longitude>10.0060398</longitude>
                <altitude>380</altitude>
                <name>Neu-Ulm</name>
                <information/>
              </location>
            </locations>
            """
        let places = try Self.read(text).places
        #expect(places.map(\.name) == ["Ulm", "Neu-Ulm"])
        #expect(places.map(\.point.latitudeDegrees) == [48.4042981, 48.3906042])
        #expect(places.map(\.point.longitudeDegrees) == [9.979349, 10.0060398])
        #expect(places.map(\.altitude) == [479, 380])
        #expect(places.map(\.information) == ["In Ulm, um Ulm und um Ulm herum.", nil])
    }

    @Test func `The offset of a dimension's feature is in metres east, north and up`() throws {
        let text = """
            <dimension><features><featureTxt id="sign">
              <location><lat>0</lat><lon>0</lon><alt>100</alt></location>
              <xLoc>1113.194907932736</xLoc><yLoc>0</yLoc><zLoc>20</zLoc><text>Sign</text>
            </featureTxt></features></dimension>
            """
        let place = try #require(try Self.read(text).places.first)
        // On the equator, 100 m above a circle of 6378137 m: atan(1113.19…/(6378137 + 120)), hypot(6378257, 1113.19…).
        #expect(place.identifier == "sign" && place.point.latitudeDegrees == 0)
        let degrees = 0.00999981175929315  // atan(1113.194907932736/6378257) in degrees
        // A micrometre on the ground, in degrees and in metres.
        let (degreeTolerance, heightTolerance) = (1e-11, 1e-6)
        #expect(abs(place.point.longitudeDegrees - degrees) < degreeTolerance)
        let height = 120.09714275319129  // √(6378257² + 1113.194907932736²) − 6378137
        #expect(abs(try #require(place.altitude) - height) < heightTolerance)
    }

    @Test func `A dimension contains reload conditions and altitudes relative to the device`() throws {
        let text = """
            <dimension><relativeAltitude>True</relativeAltitude><radarRange>500</radarRange>
            <refreshTime><validFor>5000</validFor></refreshTime>
            <refreshDistance><validWithinRange>0</validWithinRange></refreshDistance>
            <features>
            <featureImg id="a"><locationId>here</locationId></featureImg>
            <featureImg><locationId>there</locationId></featureImg>
            <featureTxt><text>nowhere</text></featureTxt>
            </features>
            <locations>
            <location id="here"><lat>1</lat><lon>2</lon><alt>0</alt></location>
            <location id="there"><lat>1</lat><lon>2</lon><alt>3</alt></location>
            <location><lat>1</lat><lon>2</lon></location>
            </locations></dimension>
            """
        let file = try Self.read(text)
        #expect(file.refresh == PlaceFile.Refresh(time: 5, distance: nil))
        #expect(file.radarRange == 500)
        #expect(file.places.map(\.name) == ["a", "place 2"])
        #expect(file.places.map(\.altitude) == [nil, nil])
        #expect(file.places.map(\.heightAboveDevice) == [0, 3])
        let counts = ["features without a location": 1, "locations without an id": 1]
        #expect(file.leftOut == counts)
    }

    /// The defaults are those of Gamaray and iBetelgeuse.
    @Test func `A dimension's features have anchors and may be absent from the radar`() throws {
        let location = "<location><lat>1</lat><lon>2</lon></location>"
        let file = try Self.read(
            "<dimension><features><featureImg>\(location)</featureImg>"
                + "<featureImg>\(location)<anchor>tl</anchor><showInRadar>False</showInRadar></featureImg>"
                + "<featureImg>\(location)<anchor>AA</anchor><showInRadar>foo</showInRadar></featureImg>"
                + "</features></dimension>"
        )
        #expect(
            file.places.map(\.display) == [
                PlaceDisplay(anchor: .bottomCentre), PlaceDisplay(isInRadar: false, anchor: .topLeft),
                PlaceDisplay(anchor: .bottomCentre),
            ]
        )
        #expect(file.leftOut.values.sorted() == [1, 1])
    }

    @Test(arguments: PlaceWriter.Format.allCases)
    func `A place's display settings are written and read again`(format: PlaceWriter.Format) throws {
        let file = try Self.read(
            "name,lat,lon,showWithin,showInRadar,anchor\na,1,2,500,false,BR\nb,3,4,,,\nc,5,6,-1,true,TC\n"
        )
        #expect(
            file.places.map(\.display) == [
                PlaceDisplay(radius: 500, isInRadar: false, anchor: .bottomRight), PlaceDisplay(),
                PlaceDisplay(anchor: .topCentre),
            ]
        )
        #expect(file.leftOut == ["values of showWithin that are not positive numbers": 1])
        var bytes: [UInt8] = []
        PlaceWriter.write(file.places, as: format) { bytes += $0 }
        #expect(
            try Self.read(String(decoding: bytes, as: UTF8.self)).places.map(\.display) == file.places.map(\.display)
        )
    }

    @Test func `GeoJSON is read as a feature, a geometry or a collection, including multi-points`() throws {
        let point = #"{"type":"Point","coordinates":[11.5,48.1]}"#
        #expect(try Self.read(point).places.map(\.name) == ["place 1"])
        let feature =
            #"{"id":7,"properties":{"Title":" A ","ele":"12.5","kind":3},"geometry":"# + point + #","type":"Feature"}"#
        let place = try #require(try Self.read(feature).places.first)
        #expect(place.identifier == "7" && place.name == "A" && place.altitude == 12.5 && place.category == "3")
        let points = #"{"type":"MultiPoint","coordinates":[[1,2],[],[3,4,5,6]]}"#
        let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#
        let collection =
            #"{"type":"GeometryCollection","geometries":["# + [points, line, point].joined(separator: ",") + "]}"
        let file = try Self.read(collection)
        #expect(file.places.map(\.point.latitudeDegrees) == [2, 4, 48.1])
        #expect(file.places.map(\.altitude) == [nil, 5, nil])
        #expect(file.leftOut == ["lines": 1])
        let empty =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":null},"# + feature
            + "]}"
        #expect(try Self.read(empty).leftOut == ["features without a geometry": 1])
    }

    @Test func `KML heights are altitudes only above sea level, and other geometries are counted`() throws {
        let text = """
            <k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Document><k:name>Set</k:name><k:Folder><k:name>F</k:name>
            <k:Placemark><k:name>A</k:name><k:description><![CDATA[<b>x</b> & y]]></k:description><k:MultiGeometry>
              <k:Point><k:altitudeMode>absolute</k:altitudeMode><k:coordinates> 1,2,3 </k:coordinates></k:Point>
              <k:Point><k:coordinates>4,5,6</k:coordinates></k:Point>
              <k:LineString><k:coordinates>1,2 3,4</k:coordinates></k:LineString>
            </k:MultiGeometry></k:Placemark></k:Folder>
            <k:Placemark id="b"><k:Point><k:coordinates>7,8</k:coordinates></k:Point></k:Placemark>
            <k:Placemark/><k:NetworkLink/></k:Document></k:kml>
            """
        let file = try Self.read(text)
        #expect(file.name == "Set")
        #expect(file.places.map(\.name) == ["A", "A", "b"])
        #expect(file.places.map(\.category) == ["F", "F", nil])
        #expect(file.places.map(\.altitude) == [3, nil, nil])
        #expect(file.places.map(\.information) == ["<b>x</b> & y", "<b>x</b> & y", nil])
        let counts = [
            "heights above ground": 1, "lines": 1, "placemarks without a geometry": 1,
            "links to other files": 1,
        ]
        #expect(file.leftOut == counts)
    }

    @Test func `A table may have semicolons, other column names and rows without coordinates`() throws {
        let file = try Self.read("ID;LNG;LAT;Title\n#1;11.5;48.25;\"a;b\"\n2;;;none\n3;12;48;\n")
        #expect(file.places.map(\.identifier) == ["#1", "3"])
        #expect(file.places.map(\.name) == ["a;b", "3"])
        #expect(file.places.map(\.point.longitudeDegrees) == [11.5, 12])
        #expect(file.leftOut == ["rows without coordinates": 1])
    }

    @Test func `Only the waypoints of a GPX file are places`() throws {
        let text = """
            <gpx><wpt lat="1" lon="2"><cmt>c</cmt></wpt><rte><rtept lat="1" lon="2"/></rte>
            <trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
            """
        let file = try Self.read(text)
        #expect(file.places.map(\.information) == ["c"])
        #expect(file.leftOut == ["points of routes": 1, "points of tracks": 2])
    }
}
