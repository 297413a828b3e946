import Evaluation
import SensorModel

@testable import Geodesy

/// The geodesic, too long by a known share: its errors can be told beforehand.
struct ScaledGeodesic: DistanceFormula {
    /// In parts per million.
    var excess: Double
    /// In degrees.
    var bearingError = 0.0
    /// Beyond this latitude of the start there is no answer.
    var highestLatitude = 90.0

    func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        guard start.latitudeDegrees.magnitude <= highestLatitude else { return nil }
        return GeodesicReference.geodesic(from: start, to: end).distance * (1 + excess / 1e6)
    }

    func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        let bearing = GeodesicReference.geodesic(from: start, to: end).initialBearingDegrees
        return Angle(degrees: bearing + bearingError).wrapped
    }

    func entry(_ name: String) -> FormulaEntry {
        FormulaEntry(
            name: name,
            summary: "",
            source: "",
            validity: "",
            accuracy: StatedAccuracy(relativeError: 0, absoluteError: 0),
            cost: "",
            givesBearing: bearingError != 0,
            formula: self
        )
    }
}
