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
    static let ulm = ClaimPlaces.ground(ClaimNumbers.ulm)
    /// Neu-Ulm, in AREA's listing 5.2.
    static let neuUlm = ClaimPlaces.ground(ClaimNumbers.neuUlm)
    /// The second location of AREA's listing 4.1.
    static let nextToUlm = ClaimPlaces.ground(ClaimNumbers.point(48.40429881, 9.979349))

    static let fromUlmToNeuUlm: Metres = Geodesic().distance(from: ulm.point, to: neuUlm.point)
    static let fromUlmToNext: Metres = Geodesic().distance(from: ulm.point, to: nextToUlm.point)
}
