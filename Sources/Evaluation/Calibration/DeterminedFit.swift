import SensorModel

/// The most general ellipsoid that vectors determine, or the reason why they determine none.
enum DeterminedFit {
    case found(EllipsoidFit, simplerBecause: String?)
    case none(String)

    /// The largest uncertainties of a calibration that is used, relative to the length of the vectors.
    struct Limits {
        var offset: Double
        var matrix: Double
    }

    /// The largest ratio of the scales of two axes. Sensors and soft iron distort less.
    private static let mostDistortion = 2.0

    /// Fits the models from the most general to the simplest, and returns the first that is determined.
    ///
    /// - Parameter points: measured vectors as multiples of their known length.
    init(_ points: [EllipsoidFit.Point], limits: Limits) {
        var reasons: [String] = []
        for model in EllipsoidModel.allCases {
            guard let fit = EllipsoidFit(points, model) else {
                reasons.append("the vectors lie in a plane")
                continue
            }
            guard let reason = Self.fault(of: fit, limits) else {
                self = .found(fit, simplerBecause: reasons.first.map { "\(Self.left(by: model)): \($0)" })
                return
            }
            reasons.append(reason)
        }
        self = .none(reasons.last ?? "there are too few vectors")
    }

    /// The parameters that a simpler model does not have.
    private static func left(by model: EllipsoidModel) -> String {
        model == .axes ? "couplings of the axes are not determined" : "scales of single axes are not determined"
    }

    /// The reason why a fit is not used; nil if it is.
    private static func fault(of fit: EllipsoidFit, _ limits: Limits) -> String? {
        let axes = ["x", "y", "z"]
        let wide = axes.indices.filter { !(fit.halfWidths[$0] <= limits.offset) }
        guard wide.isEmpty else {
            let names = wide.map { axes[$0] }.joined(separator: " and ")
            return "the offset along \(names) is uncertain: the device turned too little, or the vectors are disturbed"
        }
        guard fit.halfWidths.dropFirst(3).allSatisfy({ $0 <= limits.matrix }) else {
            return "the scales are uncertain: the device turned too little, or the vectors are disturbed"
        }
        guard let scales = SingularValueDecomposition(fit.matrix)?.singularValues, scales.z > 0,
            scales.x <= mostDistortion * scales.z
        else { return "scales of axes would differ by more than a factor of \(Int(mostDistortion))" }
        return nil
    }
}
