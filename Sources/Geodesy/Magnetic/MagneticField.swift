public import SensorModel

/// A magnetic flux density at a place on the Earth, by its components in nT.
public struct MagneticField: Sendable, Hashable {
    /// The component to the geographic north in nT.
    public var northNanotesla: Double
    /// The component to the east in nT.
    public var eastNanotesla: Double
    /// The component along the ellipsoid's normal in nT, positive downwards.
    public var downNanotesla: Double

    /// Creates a field from its components in nT.
    public init(northNanotesla: Double, eastNanotesla: Double, downNanotesla: Double) {
        self.northNanotesla = northNanotesla
        self.eastNanotesla = eastNanotesla
        self.downNanotesla = downNanotesla
    }

    /// Creates a field from its east, north and up components in nT.
    init(enu: Vector3) {
        self.init(northNanotesla: enu.y, eastNanotesla: enu.x, downNanotesla: -enu.z)
    }

    /// The length of the horizontal component in nT.
    public var horizontalNanotesla: Double {
        (northNanotesla * northNanotesla + eastNanotesla * eastNanotesla).squareRoot()
    }

    /// The strength in nT.
    public var strengthNanotesla: Double {
        Vector3(northNanotesla, eastNanotesla, downNanotesla).length
    }

    /// The angle from geographic north to the horizontal component, positive to the east.
    public var declination: Angle { Angle(ofPoint: northNanotesla, eastNanotesla) }

    /// The angle of the field below the horizontal plane.
    public var inclination: Angle { Angle(ofPoint: horizontalNanotesla, downNanotesla) }
}
