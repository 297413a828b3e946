import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// True positions from the files of better receivers.
struct TruePositionTests {
    private let folder: TemporaryFolder
    /// Fixes at 12:00:00 and 12:00:01 UTC on 14 May 2020, with the checksums of the sentences.
    private static let phone = """
        $GPGGA,120000.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,
        $GPRMC,120000.00,A,4807.038,N,01131.000,E,0.0,0.0,140520,,,A
        $GPGGA,120001.00,4807.039,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,
        $GPRMC,120001.00,A,4807.039,N,01131.000,E,0.0,0.0,140520,,,A
        """
    /// 14 May 2020, 12:00 UTC.
    private static let noon = 1_589_457_600

    init() throws { folder = try TemporaryFolder() }

    /// Adds the checksum of NMEA 0183 to each line: the exclusive or of its bytes after the dollar sign.
    private static func withChecksums(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            let sum = line.utf8.dropFirst().reduce(UInt8(0)) { $0 ^ $1 }
            return "\(line)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\n"
        }.joined()
    }

    /// The recording of the phone with the true positions of a file.
    private func recording(_ truth: String, named name: String) throws -> Recording {
        let path = try folder.write(Self.withChecksums(Self.phone), to: "phone.nmea")
        var recording = try RecordingReader().read(path: path)
        let file = try folder.write(truth, to: name)
        try TruePositions(path: file).add(to: &recording, stem: "phone", reader: RecordingReader())
        return recording
    }

    private func expectTruth(_ recording: Recording, latitude: Double, note: String) throws {
        let truth = try #require(recording.truePositions)
        #expect(truth.times == recording.location?.times)
        #expect(truth.values.allSatisfy { abs($0.latitude.degrees - latitude) < 1e-9 })
        #expect(recording.notes.contains { $0.contains("2 true positions of") && $0.contains("SHA-256") })
        #expect(recording.notes.contains { $0.contains(note) }, "\(recording.notes)")
    }

    @Test func `A table with Unix times is on the recording's clock`() throws {
        let rows = (0...1).map { "\(Self.noon + $0)000000000,48.125,11.5,592.3\n" }.joined()
        let recording = try recording("t_ns,latitude,longitude,altitude\n" + rows, named: "truth.csv")
        try expectTruth(recording, latitude: 48.125, note: "the times count from 1970")
        #expect(recording.truePositions?.values.first?.altitudeMetres == 592.3)
    }

    @Test func `Sentences with a date are on the recording's clock`() throws {
        let truth = Self.phone.replacing("4807.038", with: "4807.500").replacing("4807.039", with: "4807.500")
        try expectTruth(
            recording(Self.withChecksums(truth), named: "truth.nmea"),
            latitude: 48.125,
            note: "true positions of"
        )
    }

    @Test func `Sentences without a date have the date of the recording`() throws {
        let truth = Self.phone.replacing("4807.038", with: "4807.500").replacing("4807.039", with: "4807.500")
        let dateless = truth.split(separator: "\n").filter { $0.hasPrefix("$GPGGA") }.joined(separator: "\n")
        try expectTruth(
            recording(Self.withChecksums(dateless), named: "truth.nmea"),
            latitude: 48.125,
            note: "the true positions have no date"
        )
    }

    @Test(arguments: [
        ("t,latitude,longitude\n5,48,11\n6,48,11\n", "truth.csv", "the times of the true positions are"),
        ("t,latitude,longitude\n5,48,11\n", "truth.csv", "the number of true positions is 1, but must be at least 2"),
        ("t,x,y\n5,48,11\n6,48,11\n", "truth.csv", "the positions are in metres"),
        ("t,latitude,longitude,floor\n5,48,11,G\n6,48,11,G\n", "truth.csv", "'G'"),
        ("t,latitude,longitude,floor\n5,48,11,1.5\n", "truth.csv", "the floor 1.5 is not a whole number"),
        ("$GPGGA\n", "truth.nmea", "no built-in layout matches a file that starts with $GPGGA"),
    ])
    func `A file without true positions at the times of the fixes is refused`(
        text: String,
        name: String,
        reason: String
    ) throws {
        let error = #expect(throws: InputError.self) { _ = try recording(text, named: name) }
        #expect(error?.description.contains(reason) ?? false, "\(error?.description ?? "")")
    }

    @Test func `A folder has a file per recording`() throws {
        let path = try folder.write(Self.withChecksums(Self.phone), to: "phone.nmea")
        var recording = try RecordingReader().read(path: path)
        _ = try folder.write(Self.withChecksums(Self.phone), to: "truth/phone.nmea")
        let truth = TruePositions(path: folder.url.appendingPathComponent("truth").path)
        try truth.add(to: &recording, stem: "phone", reader: RecordingReader())
        #expect(recording.truePositions?.count == 2)
        #expect(throws: InputError.self) {
            recording.name = "other"
            try truth.add(to: &recording, stem: "other", reader: RecordingReader())
        }
    }
}
