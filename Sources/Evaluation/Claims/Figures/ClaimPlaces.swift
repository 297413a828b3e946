import Geodesy
import SensorModel

/// Places at which claims of Stevense & van der Tak 2010 and of Bertram 2012 are checked.
enum ClaimPlaces {
    static let rotterdam = point(51.92, 4.47)
    /// The university's computing centre and the Schloss, as Bertram 2012, section 2.2, prints them.
    static let computingCentre = point(52.283630, 8.025502)
    static let schlossAsPrinted = point(52.271795, 9.044288)
    /// With the degree of longitude that the computing centre has.
    static let schloss = point(52.271795, 8.044288)

    static let fieldPlaces: [(name: String, title: String, point: GeographicPoint)] = [
        ("rotterdam", "Rotterdam", rotterdam),
        ("groningen", "Groningen", point(53.22, 6.57)),
        ("middelburg", "Middelburg", point(51.5, 3.61)),
        ("los-angeles", "Los Angeles", point(34.05, -118.24)),
        ("seattle", "Seattle", point(47.61, -122.33)),
        ("cape-flattery", "Cape Flattery", point(48.38, -124.71)),
        ("juneau", "Juneau", point(58.3, -134.42)),
    ]

    static func ground(_ point: GeographicPoint) -> GeodeticPosition { position(point, height: 0) }

    /// - Parameter height: above the ellipsoid.
    static func position(_ point: GeographicPoint, height: Metres) -> GeodeticPosition {
        guard let position = GeodeticPosition(point: point, height: height) else {
            preconditionFailure("a finite height")
        }
        return position
    }

    private static func point(_ latitude: Double, _ longitude: Double) -> GeographicPoint {
        ClaimNumbers.point(latitude, longitude)
    }
}
