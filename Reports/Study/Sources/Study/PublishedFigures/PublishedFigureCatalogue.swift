import Geodesy
import SensorModel

/// The numbers that the documents of the described systems print about distances, directions and screen positions.
package enum PublishedFigureCatalogue {
    /// All printed numbers, grouped by document.
    package static let figures: [PublishedFigure] =
        areaDistances + areaViews + areaScreens + [areaBearing] + iLocator + iBetelgeuse + yandex

    /// Returns the number with this name, or `nil` for an unknown name. O(n).
    package static func figure(named name: String) -> PublishedFigure? {
        figures.first { $0.name == name }
    }
}

/// The places whose coordinates the documents print, and the geodesics between them.
enum PublishedPlaces {
    /// Ulm, in AREA's listings 4.1 and 5.2.
    static let ulm = place(48.4042981, 9.979349)
    /// Neu-Ulm, in AREA's listing 5.2.
    static let neuUlm = place(48.3906042, 10.0060398)
    /// The second location of AREA's listing 4.1.
    static let nextToUlm = place(48.40429881, 9.979349)

    static let fromUlmToNeuUlm: Metres = Geodesic().distance(from: ulm.point, to: neuUlm.point)
    static let fromUlmToNext: Metres = Geodesic().distance(from: ulm.point, to: nextToUlm.point)

    private static func place(_ latitude: Double, _ longitude: Double) -> GeodeticPosition {
        let position = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: 0)
        guard let position else { preconditionFailure("the coordinates are valid") }
        return position
    }
}
