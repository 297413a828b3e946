import Foundation
import Geodesy
import Recordings
import SensorModel
import TestSupport
import Testing

/// Expected values: PyPI's pygeomag 1.1.0 for 45.187778° N, 5.726945° E, 200 m, on 31 May 2016.
struct MagneticModelTests {
    /// Degrees and µT. pygeomag prints more digits.
    static let printed = 1e-4
    static let declination = 1.499167
    static let strength = 47.06412

    private func folder(_ metadata: String, location: Bool = true) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("name: walk\n" + metadata, to: "recording.yaml")
        try folder.write("t,qw,qx,qy,qz\n0,1,0,0,0\n", to: "attitude.csv")
        guard location else { return folder }
        try folder.write(
            "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n0,nan,nan,,,\n"
                + "1,45.187778,5.726945,200,5,5\n",
            to: "location.csv"
        )
        return folder
    }

    private func read(_ metadata: String, location: Bool = true) throws -> Recording {
        let folder = try folder(metadata, location: location)
        return try withExtendedLifetime(folder) { try RecordingReader().read(path: folder.url.path) }
    }

    @Test func `A recording with a fix and a date, but without a declination, has that of the model`() throws {
        let recording = try read("date: 2016-05-31\n")
        let declination = try #require(recording.declination)
        #expect(abs(declination.degrees - Self.declination) < Self.printed)
        #expect(recording.isDeclinationModelled)
        #expect(
            recording.notes == [
                "declination 1.5 ± 0.7 deg from WMM2015v2 at 45.19, 5.73 in 2016.41; the recording contains no declination"
            ]
        )
    }

    /// 0.9218°: pygeomag 1.1.0 with WMM2010.
    @Test func `A declination from WMM2010 has a note without an uncertainty`() throws {
        let recording = try read("date: 2012-05-31\n")
        #expect(
            recording.notes == [
                "declination 0.92 deg from WMM2010 at 45.19, 5.73 in 2012.41; the recording contains no declination"
            ]
        )
    }

    @Test func `The origin replaces a missing fix`() throws {
        let origin = "origin: {latitude: 45.187778, longitude: 5.726945, altitude: 200}\n"
        let recording = try read(origin + "date: 2016-05-31T12:00:00Z\n", location: false)
        #expect(abs(try #require(recording.declination).degrees - Self.declination) < Self.printed)
    }

    @Test func `A given declination is used, and the model predicts only strength and dip`() throws {
        let recording = try read("date: 2016-05-31\ndeclination: 3.25\n")
        #expect(recording.declination == Angle(degrees: 3.25))
        #expect(!recording.isDeclinationModelled)
        #expect(recording.notes.isEmpty)
        let field = try #require(recording.magneticModel.prediction).field
        #expect(abs(field.strengthNanotesla * 1e-3 - Self.strength) < Self.printed)
    }

    /// True headings are larger by the declination, and turns about the vertical are counterclockwise.
    @Test func `Attitudes that count from magnetic north are converted to true north`() throws {
        let recording = try read("date: 2016-05-31\nattitudeNorth: magnetic\n")
        let turned = try #require(recording.attitude?.values.first).rotate(Vector3(0, 1, 0))
        let expected = Angle(degrees: Self.declination)
        #expect((turned - Vector3(expected.sine, expected.cosine, 0)).length < 1e-5)
        #expect(!recording.hasMagneticAttitude)
    }

    @Test func `Attitudes that count from true north are not changed`() throws {
        let recording = try read("date: 2016-05-31\nattitudeNorth: true\n")
        #expect(recording.attitude?.values == [.identity])
    }

    @Test(arguments: [
        ("", true, "no date for the World Magnetic Model"),
        ("date: 2016-05-31\n", false, "no location fix for the World Magnetic Model"),
    ])
    func `Without place or date the declination is unknown, with the reason`(
        metadata: String,
        location: Bool,
        reason: String
    ) throws {
        let recording = try read(metadata, location: location)
        #expect(recording.declination == nil)
        #expect(recording.magneticModel == .unknown(reason))
    }

    @Test func `A date that cannot be read is an error`() throws {
        let error = #expect(throws: InputError.self) { try read("date: 31.05.2016\n") }
        #expect("\(try #require(error))".contains("'31.05.2016' is not a date; write, for example, 2026-05-31"))
    }

    @Test func `A recording from before the model has no declination`() throws {
        let recording = try read("date: 2009-05-31\n")
        #expect(recording.declination == nil)
        #expect(recording.magneticModel.reason?.contains("only from 2010 to 2030") == true)
    }

    /// The north magnetic pole of 2025 is near 85.8° N, 139° E (NOAA).
    @Test func `Near a magnetic pole the declination stays unknown`() throws {
        let recording = try read(
            "origin: {latitude: 85.8, longitude: 139}\ndate: 2025-01-01\n",
            location: false
        )
        #expect(recording.declination == nil)
        #expect(recording.magneticModel.reason?.contains("2000 nT") == true)
    }
}
