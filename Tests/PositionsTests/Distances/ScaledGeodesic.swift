import Evaluation
import Geodesy
import Positions
import SensorModel

/// A geodesic whose length is scaled, so that its errors are known.
struct ScaledGeodesic: DistanceFormula {
    /// The relative error, in parts per million.
    var excess: Double
    /// The error of the bearing, in degrees.
    var bearingError = 0.0
    /// The absolute latitude of the start beyond which the formula has no distance, in degrees.
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
