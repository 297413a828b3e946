public import SensorModel

/// The secular variation of a magnetic field: its change per year.
public struct MagneticFieldRate: Sendable, Hashable {
    /// The changes of the components in nT per year.
    public let components: MagneticField
    /// The change of the horizontal component's length in nT per year.
    public let horizontalNanotesla: Double
    /// The change of the strength in nT per year.
    public let strengthNanotesla: Double
    /// The change of the declination per year. It is not finite where the horizontal component vanishes.
    public let declination: Angle
    /// The change of the inclination per year.
    public let inclination: Angle

    /// Derives the change of lengths and angles from those of the components.
    ///
    /// Chulliat et al. 2025, equation 20.
    init(of field: MagneticField, components rate: MagneticField) {
        let (horizontal, strength) = (field.horizontalNanotesla, field.strengthNanotesla)
        let along = field.northNanotesla * rate.northNanotesla + field.eastNanotesla * rate.eastNanotesla
        let across = field.northNanotesla * rate.eastNanotesla - field.eastNanotesla * rate.northNanotesla
        components = rate
        horizontalNanotesla = along / horizontal
        strengthNanotesla = (along + field.downNanotesla * rate.downNanotesla) / strength
        declination = Angle(radians: across / (horizontal * horizontal))
        inclination = Angle(
            radians: (horizontal * rate.downNanotesla - field.downNanotesla * horizontalNanotesla)
                / (strength * strength)
        )
    }
}
