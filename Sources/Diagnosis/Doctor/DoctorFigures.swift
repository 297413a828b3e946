/// The error of an estimate before and after a fix.
public struct DoctorFigures: Sendable, Hashable, Codable {
    /// The quantity that was compared.
    public enum Measure: String, Sendable, Hashable, Codable {
        /// The RMS angle to the recording's reference, in degrees.
        case referenceError = "total_rmse_deg"
        /// The RMS difference of the estimate's and the gyroscope's rotation rates, in degrees per second.
        case rateDifference = "rate_difference_deg_per_s"
    }

    /// The quantity.
    public var measure: Measure
    /// The error before the fix.
    public var before: Double
    /// The error after the fix.
    public var after: Double
}
