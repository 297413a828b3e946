import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of the trials of BROAD (Laidig et al. 2021) with the built-in layout.
@Suite(.enabled(if: SharedDatasets.has("broad")))
struct BroadLayoutTests {
    /// Counts from Python's csv module, and digests from hashlib.
    struct Trial: Sendable, CustomTestStringConvertible {
        var name: String
        var rows: Int
        var valid: Int
        var moving: Int
        var digest: String
        var testDescription: String { name }
    }

    static let trials = [
        Trial(name: "02_undisturbed_slow_rotation_B", rows: 53240, valid: 51534, moving: 32280, digest: "de22b104"),
        Trial(name: "07_undisturbed_fast_rotation_B", rows: 52518, valid: 50924, moving: 33617, digest: "ee296946"),
        Trial(name: "11_undisturbed_slow_translation_B", rows: 54214, valid: 51538, moving: 34726, digest: "431e1f22"),
        Trial(name: "16_undisturbed_fast_translation_B", rows: 53392, valid: 50124, moving: 32073, digest: "b8d8c8ed"),
        Trial(name: "21_undisturbed_fast_combined", rows: 53612, valid: 51386, moving: 33695, digest: "1470425c"),
        Trial(name: "24_disturbed_tapping_A", rows: 57746, valid: 52922, moving: 34471, digest: "f2ea212b"),
        Trial(name: "30_disturbed_stationary_magnet_C", rows: 50059, valid: 48712, moving: 27518, digest: "d8b591ac"),
        Trial(name: "34_disturbed_attached_magnet_3cm", rows: 48305, valid: 44798, moving: 25735, digest: "41e55a52"),
    ]

    @Test(arguments: trials)
    func `Every row of a trial is read`(trial: Trial) throws {
        let recording = try SharedRecordings.broad(trial.name)
        #expect(recording.name == trial.name)
        #expect(recording.licence == "CC BY 4.0")
        #expect(recording.accelerometer?.count == trial.rows)
        #expect(recording.gyroscope?.count == trial.rows)
        #expect(recording.magnetometer?.count == trial.rows)
        #expect(recording.reference?.times.count == trial.rows)
        #expect(recording.reference?.isValid.count { $0 } == trial.valid)
        #expect(recording.reference?.isEvaluated?.count { $0 } == trial.moving)
        #expect(recording.sha256.hasPrefix(trial.digest))
        #expect(recording.sha256.count == 64)
    }

    @Test func `The first samples equal those of the file`() throws {
        let recording = try SharedRecordings.broad("02_undisturbed_slow_rotation_B")
        #expect(recording.accelerometer?.values[0] == Vector3(0.087017288, 0.11293421, 9.8502611))
        #expect(recording.gyroscope?.values[0] == Vector3(0.0031956979, 0.0031956979, 0))
        #expect(recording.magnetometer?.values[0] == Vector3(0.40582615, 16.163342, -42.704742))
        #expect(recording.gyroscope?.times[1] == 0.0035)
        #expect(recording.reference?.isValid[0] == false)
        #expect(recording.reference?.orientations[0] == .identity)
    }

    @Test func `A folder is not a trial`() throws {
        let path = SharedDatasets.path("broad")
        let error = #expect(throws: InputError.self) {
            try RecordingReader(layout: LayoutCatalogue.builtIn.layout(named: "broad")).read(path: path)
        }
        #expect(error?.message == "this is a directory, but recordings of the layout broad are files")
    }
}
