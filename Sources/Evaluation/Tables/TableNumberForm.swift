/// How a number is shown to people.
public enum TableNumberForm: Sendable, Hashable {
    /// With so many digits behind the point.
    case decimals(Int)
    /// With so many significant digits, without zeros behind them.
    case digits(Int)
    /// Metres, with the unit that suits them and two significant digits: `12 mm`. Not above the resolution: `<1 µm`.
    case length(resolution: Double)
}
