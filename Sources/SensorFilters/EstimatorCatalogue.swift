import SensorModel

/// Every orientation estimator, by the name that a SPEC uses.
public enum EstimatorCatalogue {
    public static let entries: [EstimatorEntry] = [triad, gyroscope, madgwick, mahony, deviceAttitude]

    public static func entry(named name: String) -> EstimatorEntry? {
        entries.first { $0.name == name }
    }

    private static let triad = EstimatorEntry(
        name: "triad",
        summary: "Gravity gives up, the magnetic field gives north; no memory.",
        source: "004_91370268cfb06e8e.txt §4.4.2; Black 1964, doi:10.2514/3.2555",
        sensors: [.accelerometer, .magnetometer],
        advancedBy: [.accelerometer, .magnetometer],
        make: { _ in Triad() }
    )

    private static let gyroscope = EstimatorEntry(
        name: "gyroscope",
        summary: "Integrated angular velocity from a triad start; drifts with the bias.",
        source: "q ⊗ exp(½ω Δt)",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: [.maximumGap],
        make: { GyroscopeIntegration(maximumGap: $0.required("maximumGap")) }
    )

    private static let madgwick = EstimatorEntry(
        name: "madgwick",
        summary: "Gyroscope with a gradient step towards gravity and field.",
        source: "Madgwick 2010; doi:10.1109/ICORR.2011.5975346",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Madgwick.Parameters.descriptors,
        make: { Madgwick(Madgwick.Parameters($0)) }
    )

    private static let mahony = EstimatorEntry(
        name: "mahony",
        summary: "Gyroscope with proportional and integral feedback of gravity and field.",
        source: "Mahony et al. 2008, doi:10.1109/TAC.2008.923738",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Mahony.Parameters.descriptors,
        make: { Mahony(Mahony.Parameters($0)) }
    )

    private static let deviceAttitude = EstimatorEntry(
        name: "deviceAttitude",
        summary: "The orientation that the device itself recorded.",
        source: "002_716535000999fc20.txt",
        sensors: [.attitude],
        advancedBy: [.attitude],
        north: .recorded,
        make: { _ in DeviceAttitude() }
    )
}
