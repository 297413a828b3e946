import RealModule
package import SensorModel

/// A potential field of internal sources in spherical harmonics: Schmidt's semi-normalised Gauss coefficients in nT.
///
/// Chulliat et al. 2025, section 1.2, equations 4 to 18.
package struct GaussCoefficients: Sendable {
    /// The reference radius of geomagnetic models, in metres.
    private static let referenceRadius = 6_371_200.0

    /// The coefficients by degree from 1. Each degree starts with g of order 0, followed by g and h of each further
    /// order.
    private let values: [Double]
    private let highestDegree: Int

    /// Creates a field.
    ///
    /// - Precondition: the number of values is that of a whole number of degrees.
    package init(_ values: [Double]) {
        // Degrees 1 to n have n(n + 2) coefficients.
        highestDegree = Int(Double(values.count + 1).squareRoot()) - 1
        precondition(highestDegree * (highestDegree + 2) == values.count, "the last degree must be complete")
        self.values = values
    }

    /// The east, north and up components in nT at a position.
    ///
    /// At a pole, north is the direction of the meridian opposite to the longitude, as everywhere else on the meridian.
    package func field(at place: GeodeticPosition) -> Vector3 {
        let position = ECEFPosition(place).vector
        let fromAxis = (position.x * position.x + position.y * position.y).squareRoot()
        let radius = position.length
        let local = geocentricField(
            functions: LegendreFunctions(sine: fromAxis / radius, cosine: position.z / radius, highestDegree),
            longitude: place.point.longitude.radians,
            ratio: Self.referenceRadius / radius
        )
        // The vertical changes from the sphere's to the ellipsoid's.
        let tilt = place.point.latitude.radians - .atan2(y: position.z, x: fromAxis)
        return Vector3(
            local.x,
            local.y * .cos(tilt) - local.z * .sin(tilt),
            local.y * .sin(tilt) + local.z * .cos(tilt)
        )
    }

    /// The east, north and up components in nT with the vertical of a sphere.
    private func geocentricField(functions: LegendreFunctions, longitude: Double, ratio: Double) -> Vector3 {
        var (east, north, up) = (0.0, 0.0, 0.0)
        var (index, power) = (0, ratio * ratio)
        for degree in 1...highestDegree {
            power *= ratio
            for order in 0...degree {
                let g = values[index]
                let h = order > 0 ? values[index + 1] : 0
                index += order > 0 ? 2 : 1
                let angle = Double(order) * longitude
                let (cosine, sine) = (Double.cos(angle), Double.sin(angle))
                let part = power * (g * cosine + h * sine)
                up += Double(degree + 1) * part * functions.value(degree, order)
                north += part * functions.slopes[degree][order]
                east += power * Double(order) * (g * sine - h * cosine) * functions.quotients[degree][order]
            }
        }
        return Vector3(east, north, up)
    }
}

/// Schmidt's semi-normalised associated Legendre functions of the cosine of an angle, by degree and order.
private struct LegendreFunctions {
    private let sine: Double
    /// The functions of order 0; those of higher orders divided by the sine of the angle, which is finite at a pole.
    private(set) var quotients: [[Double]] = [[1]]
    /// The derivatives of the functions with respect to the angle.
    private(set) var slopes: [[Double]] = [[0]]

    init(sine: Double, cosine: Double, _ highestDegree: Int) {
        self.sine = sine
        for degree in 1...highestDegree { append(degree, cosine) }
    }

    func value(_ degree: Int, _ order: Int) -> Double {
        order > 0 ? quotients[degree][order] * sine : quotients[degree][order]
    }

    private mutating func append(_ degree: Int, _ cosine: Double) {
        let n = Double(degree)
        var row: [Double] = []
        var slope: [Double] = []
        for order in 0..<degree {
            let m = Double(order)
            let hasBefore = order < degree - 1
            let before = hasBefore ? (quotients[degree - 2][order], slopes[degree - 2][order]) : (0, 0)
            let weight = ((n - 1) * (n - 1) - m * m).squareRoot()
            let norm = (n * n - m * m).squareRoot()
            row.append(((2 * n - 1) * cosine * quotients[degree - 1][order] - weight * before.0) / norm)
            let product = cosine * slopes[degree - 1][order] - sine * value(degree - 1, order)
            slope.append(((2 * n - 1) * product - weight * before.1) / norm)
        }
        let norm = degree > 1 ? (1 - 0.5 / n).squareRoot() : 1
        row.append(degree > 1 ? norm * value(degree - 1, degree - 1) : 1)
        slope.append(norm * (sine * slopes[degree - 1][degree - 1] + cosine * value(degree - 1, degree - 1)))
        quotients.append(row)
        slopes.append(slope)
    }
}
