package import SensorModel
import Testing

/// The point at a latitude and longitude in degrees. The test fails if the point is missing.
package func point(_ latitude: Double, _ longitude: Double) throws -> GeographicPoint {
    try #require(GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude))
}
