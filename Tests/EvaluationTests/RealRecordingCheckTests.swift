import Evaluation
import Recordings
import TestSupport
import Testing

/// What `evaluate --strict` would refuse.
struct RealRecordingCheckTests {
    private static let phones = [
        "Guillaume_Nexus5_Dist_Texting", "Guillaume_iPhone4S_Dist_AR", "Guillaume_iPhone4S_NoDist_Texting",
        "Jakob_iPhone5_NoDist_AR", "Jakob_iPhone5_NoDist_Swinging", "Thibaud_Nexus5_NoDist_AR",
        "Thibaud_iPhone4S_NoDist_AR", "Thibaud_iPhone4S_NoDist_FrontPocket", "Thibaud_iPhone5_Dist_AR",
    ]

    private static func expectSilence(_ recording: Recording) {
        let mismatches = RecordingChecks.results(for: recording).compactMap(\.mismatch)
        #expect(mismatches.isEmpty)
    }

    @Test(.enabled(if: SharedDatasets.has("broad")), arguments: BroadParityTests.trials)
    func `Trials of BROAD that are read rightly raise no alarm`(trial: String) throws {
        Self.expectSilence(try SharedRecordings.broad(trial))
    }

    @Test(.enabled(if: SharedDatasets.has("smartphone-attitude")), arguments: phones)
    func `Phones' recordings that are read rightly raise no alarm`(name: String) throws {
        Self.expectSilence(try SharedRecordings.phone(name))
    }
}
