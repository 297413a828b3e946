import Evaluation
import Recordings
import TestSupport
import Testing

/// The recordings that `evaluate --strict` must not reject.
struct RealRecordingCheckTests {
    private static let phones = [
        "Guillaume_Nexus5_Dist_Texting", "Guillaume_iPhone4S_Dist_AR", "Guillaume_iPhone4S_NoDist_Texting",
        "Jakob_iPhone5_NoDist_AR", "Jakob_iPhone5_NoDist_Swinging", "Thibaud_Nexus5_NoDist_AR",
        "Thibaud_iPhone4S_NoDist_AR", "Thibaud_iPhone4S_NoDist_FrontPocket", "Thibaud_iPhone5_Dist_AR",
    ]

    private static func expectNoMismatch(_ recording: Recording) {
        let mismatches = RecordingChecks.results(for: recording).compactMap(\.mismatch)
        #expect(mismatches.isEmpty)
    }

    @Test(.enabled(if: SharedDatasets.has("broad")), arguments: BroadParityTests.trials)
    func `Correctly read trials of BROAD have no mismatch`(trial: String) throws {
        Self.expectNoMismatch(try SharedRecordings.broad(trial))
    }

    @Test(.enabled(if: SharedDatasets.has("smartphone-attitude")), arguments: phones)
    func `Correctly read recordings of phones have no mismatch`(name: String) throws {
        Self.expectNoMismatch(try SharedRecordings.phone(name))
    }
}
