import Evaluation
import Recordings
import SensorModel

/// The recording with which an estimate is compared, with corrections of its sensors.
struct DoctorEvidence {
    let recording: Recording
    /// The integrated gyroscope.
    let gyroscope: OrientationTrack
    /// Whether the magnetometer is reliable.
    let usesField: Bool
    /// The keys with which the estimate is read.
    let given: [String: String]

    /// The world that the user declares for the file.
    var world: EarthWorld { given["world"].flatMap(EarthWorld.init(rawValue:)) ?? .eastNorthUp }

    /// The declared offset of the file's clock, its rate, and the body.
    var givenClock: Seconds { given["clock"].flatMap(Double.init) ?? 0 }
    var givenRate: Double { given["clock-rate"].flatMap(Double.init) ?? 1 }
    var givenBody: UnitQuaternion { given["body"].flatMap(EstimateMounting.body(parsing:)) ?? .identity }

    /// The clock of a reading that its angular speed suggests; nil where it suggests none.
    func clock(of reading: EstimateReading) -> DoctorClock? {
        let search = ClockSearch(times: reading.times, orientations: reading.orientations, gyroscope: gyroscope)
        guard let clock = search.best() else { return nil }
        return abs(clock.offset) > Self.leastOffset || abs(clock.rate) > Self.leastRate ? clock : nil
    }

    /// The smallest offset and rate that are tried.
    private static let leastOffset: Seconds = 0.005
    private static let leastRate = 2e-5
}
