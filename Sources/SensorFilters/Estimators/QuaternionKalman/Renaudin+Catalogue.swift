package import SensorModel

extension Renaudin.Parameters: DeclaredParameters, SensorNoises {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        noiseDeclarations + [.initialDeviation(\.initialDeviation)] + biases + gates + [
            .dip(\.dip),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]

    private static let biases: [ParameterDeclaration<Self>] = [
        .flag("bias", \.bias, "Estimate the gyroscope's bias."),
        .number(
            "gyroscopeBiasNoise",
            \.gyroscopeBiasNoise,
            in: .zeroToBillion,
            "Change of the bias, in rad/s2; larger learns a changing bias more quickly."
        ),
        .number(
            "initialBiasDeviation",
            \.initialBiasDeviation,
            in: .zeroToBillion,
            "Standard deviation of each component of the first bias, a difference of quaternions."
        ),
        .choice(
            "gradient",
            \.gradient,
            "Measure the bias by the change of both directions; benchmark starts as the smartphone benchmark's program."
        ),
    ]

    /// The name of the window's length in a SPEC.
    static let windowName = "window"

    private static let gates: [ParameterDeclaration<Self>] = [
        .flag("accelerationGate", \.accelerationGate, "Use the acceleration only while it is quasi-static."),
        .flag("fieldGate", \.fieldGate, "Use the field only while it is quasi-static."),
        .count(windowName, \.window, in: .quasiStaticWindow, "Samples whose variance shows a quasi-static field."),
        .number(
            "accelerationVariance",
            \.accelerationVariance,
            in: .aboveZero,
            "Largest variance of a quasi-static acceleration's length, in m2/s4."
        ),
        .number(
            "fieldVariance",
            \.fieldVariance,
            in: .aboveZero,
            "Largest variance of a quasi-static field's strength, in uT2."
        ),
        .number(
            "fieldOutlier",
            \.fieldOutlier,
            .microtesla,
            in: .aboveZero,
            "Largest difference of a quasi-static field's strength from the mean of the window."
        ),
    ]
}

extension EstimatorEntry {
    static let renaudin = EstimatorEntry(
        name: "renaudin",
        summary: "MAGYQ: Kalman filter of quaternion and bias that uses quasi-static fields only.",
        source: "Renaudin & Combettes 2014, doi:10.3390/s141222864",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Renaudin.Parameters.descriptors,
        make: { Renaudin(Renaudin.Parameters($0)) }
    )
}
