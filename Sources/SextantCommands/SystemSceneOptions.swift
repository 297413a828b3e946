import ArgumentParser
import Evaluation
import Geodesy
import Pipelines
import PlaceDatabase
import Recordings
import SensorModel

/// What described systems show, and where their user stands.
struct SystemSceneOptions: ParsableArguments {
    @Option(
        name: .customLong("pois"),
        help: ArgumentHelp(
            "Places that described systems show: CSV, GPX, KML, GeoJSON, GDDF, AREA's XML, or a store of 'sextant "
                + "deltas'; give as many as you like (default: a ring of 72 around the user).",
            valueName: "FILE"
        )
    )
    var placeFiles: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where the user of described systems stands, whatever the recording's fixes say; height in metres.",
            valueName: "LAT,LON[,HEIGHT]"
        )
    )
    var at: String?

    /// Whether anything is said of a scene.
    var isGiven: Bool { !placeFiles.isEmpty || at != nil }

    func validate() throws {
        if placeFiles.contains("") { throw ValidationError("--pois is empty; name a file of places.") }
    }

    func scene() throws -> SystemScene {
        var places: [PointOfInterest] = []
        for path in placeFiles {
            places +=
                SQLitePlaceStore.isDatabase(path)
                ? try SQLitePlaceStore.places(ofFile: path) : try PlaceReader.places(ofFile: path)
        }
        return SystemScene(
            places: placeFiles.isEmpty ? nil : PlaceSet(places),
            station: try at.map(Self.position)
        )
    }

    /// `48.4,9.98` or `48.4,9.98,478`.
    private static func position(_ argument: String) throws -> GeodeticPosition {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard parts.count == 2 || parts.count == 3, let latitude = parts[0], let longitude = parts[1],
            let height = parts.count == 3 ? parts[2] : 0,
            let position = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height)
        else {
            throw UsageError(
                "--at: found '\(argument)', expected latitude,longitude in degrees, the latitude from -90 to 90, and "
                    + "perhaps a height in metres; write it as in 48.4,9.98 or 48.4,9.98,478"
            )
        }
        return position
    }
}
