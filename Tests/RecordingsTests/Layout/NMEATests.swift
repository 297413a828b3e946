import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of NMEA 0183 sentences; complete files are among ``ExpectedRecording``.
struct NMEATests {
    private static func sentence(_ text: String) -> String {
        let checksum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "$\(text)*\(checksum.count == 1 ? "0" : "")\(checksum)"
    }

    private static func position(_ time: String, minutes: String = "30.0") -> String {
        sentence("GPGGA,\(time),48\(minutes),N,01130.0,E,1,08,1.0,500.0,M,47.0,M,,")
    }

    private static func minimum(_ time: String, _ date: String) -> String {
        sentence("GPRMC,\(time),A,4830.0,N,01130.0,E,0.0,0.0,\(date),,,A")
    }

    private static func read(_ lines: [String], layout: String? = "nmea") throws -> Recording {
        let folder = try TemporaryFolder()
        let path = try folder.write(lines.joined(separator: "\n"), to: "log.txt")
        let layout = try layout.map { try LayoutCatalogue.builtIn.layout(named: $0) }
        return try RecordingReader(layout: layout).read(path: path)
    }

    @Test func `Without RMC, times count from midnight, also after the next midnight`() throws {
        let recording = try Self.read(["235959.5", "000000.25", "000002"].map { Self.position($0) }, layout: nil)
        #expect(recording.location?.times == [86399.5, 86400.25, 86402])
        #expect(recording.epoch == nil)
        #expect(
            recording.notes == [
                "no valid RMC sentence contains the date, so times count from the midnight before the first position (UTC)"
            ]
        )
    }

    @Test func `Positions before the first RMC have the date of that RMC, or of the day before`() throws {
        let lines = [
            Self.position("235958"), Self.position("000001"), Self.position("000002"), Self.minimum("000002", "010324"),
        ]
        let recording = try Self.read(lines)
        #expect(recording.location?.times == [0, 3, 4])
        // 29 February 2024, 23:59:58 UTC.
        #expect(recording.epoch == 1_709_251_198 && recording.leftOut.isEmpty)
    }

    @Test func `An RMC that arrives after the position of the next second has its own date`() throws {
        let lines = [
            Self.position("235958"), Self.position("235959"), Self.minimum("235958", "311299"), Self.position("000000"),
            Self.minimum("235959", "311299"), Self.position("000001"), Self.minimum("000000", "010100"),
        ]
        let recording = try Self.read(lines)
        #expect(recording.location?.times == [0, 1, 2, 3])
        // 31 December 1999, 23:59:58 UTC.
        #expect(recording.epoch == 946_684_798 && recording.leftOut.isEmpty)
    }

    @Test func `Positions of RMC are read only from files without positions in GGA`() throws {
        let alone = try Self.read([Self.minimum("120000", "010324"), Self.minimum("120001.5", "010324")])
        #expect(alone.location?.times == [0, 1.5] && alone.location?.values[0].altitudeMetres == nil)
        let both = try Self.read([Self.minimum("120000", "010324"), Self.position("120001")])
        #expect(both.location?.times == [0] && both.epoch == 1_709_294_401)
    }

    @Test func `Altitudes are above the ellipsoid, and accuracies are radii of 68 %`() throws {
        // One standard deviation is 3 m to the north and 3 m to the east: Rayleigh's law has 68 % at σ √(−2 ln 0.32).
        let lines = [Self.sentence("GPGST,120000,,,,,3.0,3.0,5.5"), Self.position("120000")]
        let fix = try #require(try Self.read(lines).location?.values.first)
        #expect(fix.altitudeMetres == 547 && fix.verticalAccuracyMetres == 5.5)
        let radius = try #require(fix.horizontalAccuracyMetres)
        #expect(abs(radius - 4.528_776_3) < 1e-6, "\(radius)")
    }

    @Test func `Speed and course are those of RMC, or else those of the VTG after a time`() throws {
        let motion = Self.sentence("GPVTG,350.0,T,,M,10.0,N,18.52,K,A")
        let lines = [
            motion, Self.position("120000"), motion, Self.position("120001"),
            Self.sentence("GPRMC,120001,A,4830.0,N,01130.0,E,2.0,84.4,010324,,,A"), motion, Self.position("120002"),
            Self.sentence("GPVTG,,T,,M,,N,,K,N"),
        ]
        let recording = try Self.read(lines)
        let fixes = try #require(recording.location?.values)
        #expect(fixes.count == 3)
        // A knot is 1852 m/h, exact.
        for (fix, (speed, course)) in zip(fixes, [(18520.0 / 3600, 350.0), (3704.0 / 3600, 84.4)]) {
            #expect(abs(try #require(fix.speed) - speed) < 1e-12)
            #expect(abs(try #require(fix.course).degrees - course) < 1e-9)
        }
        #expect(fixes.last?.speed == nil && fixes.last?.course == nil)
        #expect(recording.leftOut == ["log.txt: VTG sentences before the first time": 1])
    }

    @Test func `Sentences that are damaged, late or not valid are counted`() throws {
        let cut = Self.position("120005").prefix(30)
        let lines = [
            "# a comment", Self.position("120001"), Self.position("120003"), Self.position("120002"),
            Self.position("120003", minutes: "31.0"), Self.position("120004").replacing("4830", with: "4831"),
            cut + Self.position("120005"), Self.position("120006", minutes: "60.0"),
            Self.sentence("GPGGA,120007,,,,,0,00,,,,,,,"), Self.sentence("GPGST,120008,,,,,1,1,1"), "$GPGSV,1*00",
            Self.sentence("GPGSV,1"), String(repeating: "a", count: 2000), "",
        ]
        let recording = try Self.read(lines)
        #expect(recording.location?.times == [43201, 43203, 43205])
        let expected = [
            "lines without a sentence": 1, "positions whose time is not after the previous time": 2,
            "sentences with a wrong checksum": 2, "sentences without a checksum": 1,
            "sentences with an invalid time, date, position or number": 1, "times without a valid position": 1,
            "GST sentences without a position at the same time": 1, "sentences other than GGA, GST, RMC and VTG": 1,
            "lines longer than 1024 bytes": 1,
        ]
        #expect(recording.leftOut == Dictionary(uniqueKeysWithValues: expected.map { ("log.txt: \($0)", $1) }))
    }

    @Test func `The sentences in a log of GnssLogger are read with this layout`() throws {
        let path = ExpectedRecording.folder.appendingPathComponent("gnss-logger/log.txt").path
        let log = try String(contentsOfFile: path, encoding: .utf8)
        let rows = ["120000", "120001"].map { "NMEA,\(Self.position($0)),1709294400000" }
        let text = log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + rows
        #expect(try Self.read(text, layout: nil).location?.count == Self.read([log], layout: nil).location?.count)
        #expect(try Self.read(text).location?.times == [43200, 43201])
    }

    @Test func `A file without a valid position is an error that counts the reasons`() throws {
        let error = #expect(throws: InputError.self) {
            try Self.read([Self.sentence("GPGGA,120007,,,,,0,00,,,,,,,"), "$GPGGA,1*00"], layout: nil)
        }
        #expect(
            error?.message
                == "the file has no valid position in a GGA or RMC sentence, only sentences with a wrong checksum (1), "
                + "times without a valid position (1)"
        )
    }

    @Test func `A layout of NMEA files has no streams`() throws {
        let error = #expect(throws: InputError.self) {
            try LayoutTests.layout("layout: mine\nrecording: file\nform: nmea\ndefaults: {}\n")
        }
        #expect(error?.message.hasPrefix("a layout of NMEA files cannot describe streams") == true)
    }

    @Test func `A hundred damaged files are read or are an error`() throws {
        let folder = try TemporaryFolder()
        let file = ExpectedRecording.folder.appendingPathComponent("nmea/receiver.nmea")
        let bytes = try Array(Data(contentsOf: file))
        let layout = try LayoutCatalogue.builtIn.layout(named: "nmea")
        var random = SeededGenerator(seed: 183)
        var readable = 0
        for _ in 0..<100 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let index = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: damaged.remove(at: index)
                default: damaged = Array(damaged[..<max(1, index)]) + damaged[(index / 2)...]
                }
            }
            let path = try folder.write(damaged, to: "log.nmea")
            do throws(InputError) {
                let times = try RecordingReader(layout: layout).read(path: path).location?.times ?? []
                #expect(!times.isEmpty && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
                readable += 1
            } catch {
                #expect(error.message.hasPrefix("the file has no valid position"), "\(error)")
            }
        }
        #expect(readable > 0)
    }
}
