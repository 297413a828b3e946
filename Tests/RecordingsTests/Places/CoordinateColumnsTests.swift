import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of the detection of coordinate columns in CSV files.
struct CoordinateColumnsTests {
    /// The columns of start latitude, start longitude, end latitude and end longitude; or the error.
    private static func pair(_ header: String) throws -> String {
        let text = try DelimitedText(header + "\n")
        let reader = try DelimitedReader(path: text.path)
        do throws(InputError) {
            let (start, end) = try CoordinateColumns.pair(in: reader, advice: "look elsewhere")
            return (start.both + end.both).map(\.description).joined(separator: ", ")
        } catch {
            return "\(error.message); \(error.advice ?? "")"
        }
    }

    @Test(arguments: [
        "lat1,lon1,lat2,lon2", "lat_1,lng_1,lat_2,lng_2", "Latitude1,Longitude1,Latitude2,Longitude2",
        "from_lat,from_lon,to_lat,to_lon", "start_latitude,start_long,end_latitude,end_long",
        "latA,lonA,latB,lonB", "lat (from),lon (from),lat (to),lon (to)",
        "origin.lat,origin.lng,dest.lat,dest.lng",
    ])
    func `Two points are found by their usual names`(header: String) throws {
        #expect(try Self.pair(header) == "column 1, column 2, column 3, column 4")
    }

    @Test func `Columns are found in any order and among other columns`() throws {
        #expect(try Self.pair("id,lon2,lat2,note,lon1,lat1") == "column 6, column 5, column 3, column 2")
    }

    @Test(arguments: [
        (
            "lat1,lon1,lat2",
            "the file has no column such as 'lon2' among the columns lat1, lon1, lat2; name the coordinate columns in the header line"
        ),
        ("a,lat,lon", "the file has no column such as 'lat1' among the columns a, lat, lon; look elsewhere"),
        (
            "lat1;lon1;lat2;lon2",
            "the file has no column such as 'lat1' among the columns lat1;lon1;lat2;lon2; a semicolon separates the columns: "
                + "use commas and decimal points, or, for a recording, a custom layout with "
                + "'delimiter: semicolon', and 'decimalComma: true' for numbers such as 0,5"
        ),
        (
            "lat1,from_lat,lon1,lat2,lon2",
            "the file has several columns such as 'lat1' among the columns lat1, from_lat; rename all but one of these columns"
        ),
    ])
    func `A missing or ambiguous column is an error`(header: String, words: String) throws {
        #expect(try Self.pair(header) == words)
    }

    @Test(arguments: ["lat,lon", "Latitude,Longitude", "LAT,Lng", "latitude,long"])
    func `One point is found by its usual names`(header: String) throws {
        let text = try DelimitedText(header + "\n")
        let reader = try DelimitedReader(path: text.path)
        #expect(try CoordinateColumns.point(in: reader).both == [.position(1), .position(2)])
    }
}
