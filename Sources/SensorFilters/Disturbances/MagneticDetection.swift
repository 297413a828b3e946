/// What an estimator does about magnetic perturbations: Michel et al. 2018, section 4.
///
/// The strength of the Earth's field at a place is known. A measured strength that differs from it by more than a
/// threshold shows a perturbation.
public enum MagneticDetection: String, Sendable, Hashable, CaseIterable {
    /// Uses every sample.
    case none
    /// Ignores a sample whose strength shows a perturbation.
    case detect
    /// Also ignores the samples of a waiting time after a perturbation, because its edge has the Earth's strength in
    /// places.
    case wait
    /// Also repeats the last seconds without the magnetometer when a perturbation begins, because the samples before
    /// its detection were already perturbed.
    case `repeat`
}
