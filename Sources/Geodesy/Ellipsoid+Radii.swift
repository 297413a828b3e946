internal import RealModule
public import SensorModel

/// Radii of one sphere for the whole ellipsoid.
///
/// Moritz 2000, doi:10.1007/s001900050278.
extension Ellipsoid {
    /// The mean of the three semi-axes, R₁ = (2a + b)/3: 6 371 008.771 m for WGS84.
    public var meanRadius: Metres { semiMajorAxis * (1 - flattening / 3) }

    /// The radius of the sphere with the ellipsoid's surface, R₂: 6 371 007.181 m for WGS84.
    public var authalicRadius: Metres {
        let eccentricity = eccentricitySquared.squareRoot()
        guard eccentricity > 0 else { return semiMajorAxis }
        // R₂² = a²/2 + (b²/2) artanh(e)/e
        let ratio = (1 - flattening) * (1 - flattening) * Double.atanh(eccentricity) / eccentricity
        return semiMajorAxis * ((1 + ratio) / 2).squareRoot()
    }

    /// The radius of the sphere with the ellipsoid's volume, R₃ = ∛(a²b): 6 371 000.790 m for WGS84.
    public var volumetricRadius: Metres { semiMajorAxis * Double.root(1 - flattening, 3) }
}

/// Radii and angles at a latitude.
///
/// Torge, Müller: Geodesy, 4th ed., 2012, section 4.1.
extension Ellipsoid {
    /// The radius of curvature from east to west, N: the length of the normal from the surface to the axis.
    ///
    /// From a at the equator to a²/b at the poles.
    public func primeVerticalRadius(at latitude: Angle) -> Metres {
        primeVerticalRadius(latitudeSine: .sin(latitude.radians))
    }

    /// The radius of curvature from north to south, M.
    ///
    /// From b²/a at the equator to a²/b at the poles.
    public func meridionalRadius(at latitude: Angle) -> Metres {
        // M = a(1 − e²)/W³ = N(1 − e²)/W²
        let sine = Double.sin(latitude.radians)
        return primeVerticalRadius(latitudeSine: sine) * (1 - eccentricitySquared) / widthSquared(latitudeSine: sine)
    }

    /// The radius of the sphere that fits the surface best in a small area, √(MN).
    public func gaussianRadius(at latitude: Angle) -> Metres {
        // √(MN) = b/W²
        semiMinorAxis / widthSquared(latitudeSine: .sin(latitude.radians))
    }

    /// The distance of the surface from the centre: a at the equator, b at the poles.
    public func geocentricRadius(at latitude: Angle) -> Metres {
        let (sine, cosine) = (Double.sin(latitude.radians), Double.cos(latitude.radians))
        // (N cos φ, (1 − e²) N sin φ) is the point of the meridian.
        let height = (1 - eccentricitySquared) * sine
        return primeVerticalRadius(latitudeSine: sine) * (cosine * cosine + height * height).squareRoot()
    }

    /// The angle between the equator's plane and the line from the centre to the surface, tan θ = (1 − e²) tan φ.
    ///
    /// Up to 0.1924° nearer to the equator than the geodetic latitude on WGS84, at 45°.
    public func geocentricLatitude(at latitude: Angle) -> Angle {
        let (sine, cosine) = (Double.sin(latitude.radians), Double.cos(latitude.radians))
        return Angle(radians: .atan2(y: (1 - eccentricitySquared) * sine, x: cosine))
    }

    /// The geodetic latitude of the surface point that is seen from the centre under a geocentric latitude.
    public func geodeticLatitude(atGeocentric latitude: Angle) -> Angle {
        let (sine, cosine) = (Double.sin(latitude.radians), Double.cos(latitude.radians))
        return Angle(radians: .atan2(y: sine, x: (1 - eccentricitySquared) * cosine))
    }

    func primeVerticalRadius(latitudeSine sine: Double) -> Metres {
        // N = a/W
        semiMajorAxis / widthSquared(latitudeSine: sine).squareRoot()
    }

    /// W² = 1 − e² sin² φ.
    private func widthSquared(latitudeSine sine: Double) -> Double { 1 - eccentricitySquared * sine * sine }
}
