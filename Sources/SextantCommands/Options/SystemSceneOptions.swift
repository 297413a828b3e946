import ArgumentParser
import Evaluation
import Geodesy
import Pipelines
import Positions
import Recordings
import SensorModel

/// The places that described systems show, and the position of their user.
struct SystemSceneOptions: ParsableArguments {
    @Option(
        name: .customLong("pois"),
        help: ArgumentHelp(
            "Places that systems show: CSV, GPX, KML, GeoJSON, GDDF, AREA's XML, or a store of 'sextant deltas'; "
                + "repeatable (default: a ring of 72 around the user).",
            valueName: "FILE"
        )
    )
    var placeFiles: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Position of the systems' user, in degrees and metres (default: the recording's fixes).",
            valueName: "LAT,LON[,HEIGHT]"
        )
    )
    var at: String?

    @Option(
        name: .customLong("camera"),
        help: ArgumentHelp(
            "Phone on whose screen every pipeline, systems too, shows the places: a name of 'sextant list cameras', or fields of view and "
                + "screen, 43.9x56.4@320x480 (default: each system's own; pipelines have no screen).",
            valueName: "NAME"
        )
    )
    var cameraName: String?

    /// The camera; nil for each system's own.
    ///
    /// - Throws: `SpecificationError` for an unknown name.
    func camera() throws -> CameraEntry? { try cameraName.map { try CameraCatalogue.entry(parsing: $0) } }

    /// Whether the user specified places or a position.
    var isGiven: Bool { !placeFiles.isEmpty || at != nil }

    func validate() throws {
        if placeFiles.contains("") { throw ValidationError("--pois is empty; name a file of places.") }
    }

    /// Reads the places and the position.
    ///
    /// - Throws: `UsageError` for a bad position, `InputError` or `StoreError` for a file that cannot be read.
    func scene() throws -> SystemScene {
        var places: [PointOfInterest] = []
        for path in placeFiles {
            places +=
                SQLitePlaceStore.isDatabase(path)
                ? try SQLitePlaceStore.places(ofFile: path) : try PlaceReader.places(ofFile: path)
        }
        return SystemScene(
            places: placeFiles.isEmpty ? nil : PlaceSet(places),
            station: try at.map { try DistanceArguments.position($0, option: "at") }
        )
    }
}
