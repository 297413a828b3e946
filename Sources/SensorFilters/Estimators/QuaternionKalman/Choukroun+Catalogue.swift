package import SensorModel

extension Choukroun.Parameters: DisturbanceRejectingParameters, SensorNoises {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        noiseDeclarations
        + [
            .initialDeviation(\.initialDeviation),
            .dip(\.dip),
        ] + ParameterDeclaration.disturbancesOfKalmanFilter + [
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
}

extension EstimatorEntry {
    static let choukroun = EstimatorEntry(
        name: "choukroun",
        summary: "Linear Kalman filter of a quaternion's four components.",
        source: "Choukroun et al. 2006, doi:10.1109/TAES.2006.1603413",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        parameters: Choukroun.Parameters.descriptors,
        make: { Choukroun(Choukroun.Parameters($0)) }
    )
}
