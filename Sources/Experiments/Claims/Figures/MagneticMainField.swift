import Geodesy
import RealModule
import SensorModel

/// The main field of the Earth from 2010 to 2015 according to IGRF-13 (Alken et al. 2021). Its coefficients for 2010
/// and 2015 are definitive.
enum MagneticMainField {
    /// The reference radius of the model, in metres.
    private static let referenceRadius = 6_371_200.0
    private static let highestDegree = 13

    /// The east, north and up components in µT on the ellipsoid.
    ///
    /// - Parameters:
    /// - place: a point other than a geographic pole.
    /// - year: the year with its fraction, from 2010 to 2015.
    static func field(at place: GeographicPoint, year: Double) -> Vector3 {
        guard let ground = GeodeticPosition(point: place, height: 0) else { return .zero }
        let position = ECEFPosition(ground).vector
        let latitude = Double.asin(position.z / position.length)
        let local = geocentricField(
            latitude: latitude,
            longitude: place.longitude.radians,
            ratio: referenceRadius / position.length,
            coefficients: zip(dgrf2010, dgrf2015).map { $0 + ($1 - $0) * (year - 2010) / 5 }
        )
        // The vertical changes from the sphere's to the ellipsoid's.
        let tilt = place.latitude.radians - latitude
        return Vector3(
            local.x,
            local.y * .cos(tilt) - local.z * .sin(tilt),
            local.y * .sin(tilt) + local.z * .cos(tilt)
        ) * 1e-3
    }

    /// The angle between true and magnetic north, positive to the east.
    static func declination(at place: GeographicPoint, year: Double) -> Angle { field(at: place, year: year).azimuth }

    /// The east, north and up components in nT with the vertical of a sphere.
    private static func geocentricField(
        latitude: Double,
        longitude: Double,
        ratio: Double,
        coefficients: [Double]
    ) -> Vector3 {
        let functions = LegendreFunctions(sine: .cos(latitude), cosine: .sin(latitude), highestDegree)
        var (east, north, up) = (0.0, 0.0, 0.0)
        var (index, power) = (0, ratio * ratio)
        for degree in 1...highestDegree {
            power *= ratio
            for order in 0...degree {
                let g = coefficients[index]
                let h = order > 0 ? coefficients[index + 1] : 0
                index += order > 0 ? 2 : 1
                let angle = Double(order) * longitude
                let (cosine, sine) = (Double.cos(angle), Double.sin(angle))
                let part = power * (g * cosine + h * sine)
                up += Double(degree + 1) * part * functions.values[degree][order]
                north += part * functions.slopes[degree][order]
                east += power * Double(order) * (g * sine - h * cosine) * functions.values[degree][order]
            }
        }
        return Vector3(east / .cos(latitude), north, up)
    }

    /// Schmidt's semi-normalised associated Legendre functions of the cosine of an angle, and their derivatives with
    /// respect to the angle, by degree and order.
    private struct LegendreFunctions {
        var values: [[Double]] = [[1]]
        var slopes: [[Double]] = [[0]]

        init(sine: Double, cosine: Double, _ highestDegree: Int) {
            for degree in 1...highestDegree {
                let n = Double(degree)
                var (row, slope): ([Double], [Double]) = ([], [])
                for order in 0..<degree {
                    let m = Double(order)
                    let before = order < degree - 1 ? (values[degree - 2][order], slopes[degree - 2][order]) : (0, 0)
                    let (last, lastSlope) = (values[degree - 1][order], slopes[degree - 1][order])
                    let weight = ((n - 1) * (n - 1) - m * m).squareRoot()
                    let norm = (n * n - m * m).squareRoot()
                    row.append(((2 * n - 1) * cosine * last - weight * before.0) / norm)
                    slope.append(
                        ((2 * n - 1) * (cosine * lastSlope - sine * last) - weight * before.1) / norm
                    )
                }
                let norm = degree > 1 ? (1 - 0.5 / n).squareRoot() : 1
                let (last, lastSlope) = (values[degree - 1][degree - 1], slopes[degree - 1][degree - 1])
                row.append(norm * sine * last)
                slope.append(norm * (sine * lastSlope + cosine * last))
                values.append(row)
                slopes.append(slope)
            }
        }
    }

    // In nT, by degree from 1. Each degree starts with g of order 0, followed by g and h of each further order.
    private static let dgrf2010: [Double] = [
        -29_496.57, -1586.42, 4944.26,
        -2396.06, 3026.34, -2708.54, 1668.17, -575.73,
        1339.85, -2326.54, -160.4, 1232.1, 251.75, 633.73, -537.03,
        912.66, 808.97, 286.48, 166.58, -211.03, -356.83, 164.46, 89.4, -309.72,
        -230.87, 357.29, 44.58, 200.26, 189.01, -141.05, -118.06, -163.17, -0.01, -8.03, 101.04,
        72.78, 68.69, -20.9, 75.92, 44.18, -141.4, 61.54, -22.83, -66.26, 13.1, 3.02, -78.09, 55.4,
        80.44, -75, -57.8, -4.55, -21.2, 45.24, 6.54, 14, 24.96, 10.46, 7.03, 1.64, -27.61, 4.92, -3.28,
        24.41, 8.21, 10.84, -14.5, -20.03, -5.59, 11.83, -19.34, -17.41, 11.61, 16.71, 10.85, 6.96, -14.05,
        -10.74, -3.54, 1.64,
        5.5, 9.45, -20.54, 3.45, 11.51, -5.27, 12.75, 3.13, -7.14, -12.38, -7.42, -0.76, 7.97, 8.43, 2.14,
        -8.42, -6.08, -10.08, 7.01,
        -1.94, -6.24, 2.73, 0.89, -0.1, -1.07, 4.71, -0.16, 4.44, 2.45, -7.22, -0.33, -0.96, 2.13, -3.95, 3.09,
        -1.99, -1.03, -1.97, -2.8, -8.31,
        3.05, -1.48, 0.13, -2.03, 1.67, 1.65, -0.66, -0.51, -1.76, 0.54, 0.85, -0.79, -0.39, 0.37, -2.51, 1.79,
        -1.27, 0.12, -2.11, 0.75, -1.94, 3.75, -1.86,
        -2.12, -0.21, -0.87, 0.3, 0.27, 1.04, 2.13, -0.63, -2.49, 0.95, 0.49, -0.11, 0.59, 0.52, 0, -0.39,
        0.13, -0.37, 0.27, 0.21, -0.86, -0.77, -0.23, 0.04, 0.87,
        -0.09, -0.89, -0.87, 0.31, 0.3, 0.42, 1.66, -0.45, -0.59, 1.08, -1.14, -0.31, -0.07, 0.78, 0.54, -0.18,
        0.1, 0.38, 0.49, 0.02, 0.44, 0.42, -0.25, -0.26, -0.53, -0.26, -0.79,
    ]

    private static let dgrf2015: [Double] = [
        -29_441.46, -1501.77, 4795.99,
        -2445.88, 3012.2, -2845.41, 1676.35, -642.17,
        1350.33, -2352.26, -115.29, 1225.85, 245.04, 581.69, -538.7,
        907.42, 813.68, 283.54, 120.49, -188.43, -334.85, 180.95, 70.38, -329.23,
        -232.91, 360.14, 46.98, 192.35, 196.98, -140.94, -119.14, -157.4, 15.98, 4.3, 100.12,
        69.55, 67.57, -20.61, 72.79, 33.3, -129.85, 58.74, -28.93, -66.64, 13.14, 7.35, -70.85, 62.41,
        81.29, -75.99, -54.27, -6.79, -19.53, 51.82, 5.59, 15.07, 24.45, 9.32, 3.27, -2.88, -27.5, 6.61, -2.32,
        23.98, 8.89, 10.04, -16.78, -18.26, -3.16, 13.18, -20.56, -14.6, 13.33, 16.16, 11.76, 5.69, -15.98,
        -9.1, -2.02, 2.26,
        5.33, 8.83, -21.77, 3.02, 10.76, -3.22, 11.74, 0.67, -6.74, -13.2, -6.88, -0.1, 7.79, 8.68, 1.04,
        -9.06, -3.89, -10.54, 8.44,
        -2.01, -6.26, 3.28, 0.17, -0.4, 0.55, 4.55, -0.55, 4.4, 1.7, -7.92, -0.67, -0.61, 2.13, -4.16, 2.33,
        -2.85, -1.8, -1.12, -3.59, -8.72,
        3, -1.4, 0, -2.3, 2.11, 2.08, -0.6, -0.79, -1.05, 0.58, 0.76, -0.7, -0.2, 0.14, -2.12, 1.7, -1.44,
        -0.22, -2.57, 0.44, -2.01, 3.49, -2.34,
        -2.09, -0.16, -1.08, 0.46, 0.37, 1.23, 1.75, -0.89, -2.19, 0.85, 0.27, 0.1, 0.72, 0.54, -0.09, -0.37,
        0.29, -0.43, 0.23, 0.22, -0.89, -0.94, -0.16, -0.03, 0.72,
        -0.02, -0.92, -0.88, 0.42, 0.49, 0.63, 1.56, -0.42, -0.5, 0.96, -1.24, -0.19, -0.1, 0.81, 0.42, -0.13,
        -0.04, 0.38, 0.48, 0.08, 0.48, 0.46, -0.3, -0.35, -0.43, -0.36, -0.71,
    ]
}
