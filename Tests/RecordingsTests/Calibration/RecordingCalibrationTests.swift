import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Expected values: computed by hand.
struct RecordingCalibrationTests {
    static let text = """
        schema: sextant.calibration/1
        magnetometer:
          unit: uT
          offset: [1, 2, 3]
          matrix: [[2, 0, 0], [0, 1, 0.5], [0, 0.5, 1]]
          fit: {samples: 12}
        """

    private func folder(_ metadata: String = "") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("name: walk\n" + metadata, to: "recording.yaml")
        try folder.write("t,x,y,z\n0,11,22,33\n", to: "magnetometer.csv")
        try folder.write("t,x,y,z\n0,0,0,9.81\n", to: "accelerometer.csv")
        return folder
    }

    private func error(_ text: String) throws -> String {
        let error = #expect(throws: InputError.self) {
            try RecordingCalibration(parsing: Array(text.utf8), file: "phone.yaml")
        }
        return try #require(error).description
    }

    @Test func `A calibration subtracts the offset and applies the matrix`() throws {
        let calibration = try RecordingCalibration(parsing: Array(Self.text.utf8), file: "phone.yaml")
        let folder = try folder()
        let recording = try RecordingReader(calibration: calibration).read(path: folder.url.path)
        // (10, 20, 30) times the matrix.
        #expect(recording.magnetometer?.values == [Vector3(20, 35, 40)])
        #expect(recording.accelerometer?.values == [Vector3(0, 0, 9.81)])
        #expect(recording.notes == ["calibrated with phone.yaml: magnetometer"])
    }

    @Test func `The metadata name the calibration of a recording`() throws {
        let folder = try folder("calibration: phone.yaml\n")
        try folder.write(Self.text, to: "phone.yaml")
        let recording = try RecordingReader().read(path: folder.url.path)
        #expect(recording.magnetometer?.values == [Vector3(20, 35, 40)])
        var reader = RecordingReader()
        reader.usesNamedCalibration = false
        #expect(try reader.read(path: folder.url.path).magnetometer?.values == [Vector3(11, 22, 33)])
    }

    @Test func `A calibration file is part of the recording's digest`() throws {
        let folder = try folder("calibration: phone.yaml\n")
        try folder.write(Self.text, to: "phone.yaml")
        let first = try RecordingReader().read(path: folder.url.path)
        try folder.write(Self.text.replacing("[1, 2, 3]", with: "[1, 2, 4]"), to: "phone.yaml")
        let second = try RecordingReader().read(path: folder.url.path)
        #expect(first.sha256 != second.sha256)
        #expect(first.contentDigest != second.contentDigest)
    }

    @Test func `A layout names the calibration of its recordings, relative to its own folder`() throws {
        let folder = try folder()
        try folder.write(Self.text, to: "layouts/phone.yaml")
        let layout = try folder.write(
            """
            layout: mine
            recording: folder
            calibration: phone.yaml
            streams:
              magnetometer: {file: magnetometer.csv, columns: {x: x, y: y, z: z}, unit: uT, time: {column: t, unit: s}}
            """,
            to: "layouts/mine.yaml"
        )
        let recording = try RecordingReader(layout: LayoutCatalogue.builtIn.layout(named: layout)).read(
            path: folder.url.path
        )
        #expect(recording.magnetometer?.values == [Vector3(20, 35, 40)])
    }

    @Test func `A missing sensor is reported`() throws {
        let text = Self.text.replacing("magnetometer:", with: "gyroscope:").replacing("uT", with: "rad/s")
        let calibration = try RecordingCalibration(parsing: Array(text.utf8), file: "phone.yaml")
        let folder = try folder()
        let recording = try RecordingReader(calibration: calibration).read(path: folder.url.path)
        #expect(recording.leftOut["phone.yaml: a calibration of the gyroscope, which the recording lacks"] == 1)
        #expect(recording.notes.isEmpty)
    }

    @Test func `A calibration of uncalibrated values selects the stream that has them`() throws {
        let folder = try MetadataTests.folder(index: MetadataTests.index)
        try folder.write("101 11 22 33\n", to: "walk/magnetometer.txt")
        let text = Self.text + "\n  uncalibrated: true\n"
        let calibration = try RecordingCalibration(parsing: Array(text.utf8), file: "phone.yaml")
        let path = folder.url.path + "/walk"
        let recording = try RecordingReader(calibration: calibration).read(path: path)
        #expect(recording.magnetometer?.values == [Vector3(20, 35, 40)])
        #expect(recording.files[.magnetometer] == "magnetometer.txt")
        #expect(try RecordingReader().read(path: path).magnetometer?.values == [Vector3(1, 2, 3)])
    }

    @Test func `A calibration of uncalibrated values refuses values that the device calibrated`() throws {
        let text = Self.text + "\n  uncalibrated: true\n"
        let calibration = try RecordingCalibration(parsing: Array(text.utf8), file: "phone.yaml")
        let folder = try folder()
        let error = #expect(throws: InputError.self) {
            try RecordingReader(calibration: calibration).read(path: folder.url.path)
        }
        #expect(try #require(error).description.contains("values that the device calibrated"))
    }

    @Test(arguments: [
        ("schema: other/1", "phone.yaml:1:9: the schema is 'other/1', but must be sextant.calibration/1"),
        ("schema: sextant.calibration/1", "phone.yaml:1:1: the calibration contains none of the sensors"),
        (text.replacing("uT", with: "G"), "phone.yaml:3:9: the unit is 'G'"),
        (text.replacing("[1, 2, 3]", with: "[1, 2]"), "phone.yaml:4:11: 'offset' must have three elements"),
        (text.replacing("[0, 0.5, 1]", with: "[0, 1, 0.5]"), "phone.yaml:5:11: the matrix is singular"),
        (text.replacing("offset:", with: "ofset:"), "phone.yaml:4:3: unknown key 'ofset'"),
        (text.replacing("[1, 2, 3]", with: "[1, 2, nan]"), "phone.yaml:4:18: calibration is"),
    ])
    func `A faulty file is an error with line and column`(text: String, message: String) throws {
        #expect(try error(text).hasPrefix(message))
    }
}
