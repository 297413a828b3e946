import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of the conversion of a layout's times to seconds on one clock.
struct LayoutTimeTests {
    /// Rounding of times in seconds.
    private static let rounding = 1e-12

    private static func recording(_ times: [String], _ time: String) throws -> Recording {
        let stream = "accelerometer: {columns: {x: x, y: x, z: x}, unit: m/s^2, time: \(time)}"
        let layout = try LayoutTests.layout("layout: mine\nrecording: file\nstreams:\n  \(stream)\n")
        return try DelimitedText("t;x\n" + times.map { "\($0);1\n" }.joined()).recording(semicolons(layout))
    }

    private static func semicolons(_ layout: Layout) -> Layout {
        var layout = layout
        layout.variants[0].streams[0].format.delimiter = UInt8(ascii: ";")
        return layout
    }

    private static func times(_ times: [String], _ time: String) throws -> [Seconds]? {
        try recording(times, time).accelerometer?.times
    }

    @Test func `Nanoseconds since 1970 keep all their digits`() throws {
        let recording = try Self.recording(
            ["1709382605250000001", "1709382605250000002"],
            "{column: t, unit: ns, origin: unix}"
        )
        #expect(recording.accelerometer?.times == [0.250000001, 0.250000002])
        #expect(recording.epoch == 1_709_382_605)
        #expect(try Self.times(["81234500000000", "81234500000001"], "{column: t, unit: ns}") == [0.5, 0.500000001])
    }

    @Test func `Stamps that a spreadsheet has rounded are an error`() throws {
        let error = #expect(throws: InputError.self) {
            try Self.times(["1.40363657975856E+018"], "{column: t, unit: ns}")
        }
        #expect(error?.line == 2 && error?.column == 1)
        #expect(error?.message == "'1.40363657975856E+018' in column 't' is not an exact time")
        #expect(
            error?.advice
                == "export the file again, and do not save it from a spreadsheet, which rounds long numbers"
        )
        #expect(try Self.times(["9.1E-4", "1,5e1"], "{column: t, unit: clock}") == [0.00091, 15])
        // Some libraries write whole milliseconds with an exponent, and with all their digits.
        let exact = ["1.50958186097e+12", "1.509581860992e+12"]
        let time = "{column: t, unit: ms, origin: unix}"
        #expect(try Self.times(exact, time) == [0.97, 0.992])
        #expect(throws: InputError.self) { try Self.times(["1.50958E+12"], time) }
    }

    @Test(arguments: [
        ("2024-03-02T12:30:05.25Z", 0.25), ("2024-03-02 12:30:05:250", 0.25), ("2024-03-02 13:30:05.250 +0100", 0.25),
        ("2024-03-02T07:00:05-05:30", 0), ("2024-03-02T12:30:05,123456789+00:00", 0.123456789),
    ])
    func `Dates are read with or without a zone`(text: String, seconds: Double) throws {
        let recording = try Self.recording([text], "{column: t, unit: datetime}")
        // 2 March 2024, 12:30:05 UTC, by Python's datetime.
        #expect(recording.epoch == 1_709_382_605 && recording.accelerometer?.times == [seconds])
    }

    @Test(arguments: ["2024-13-02T00:00:00", "2024-03-02", "12:30", "2024-03-02T12:30:05+1", "yesterday"])
    func `Text that is not a date is an error`(text: String) throws {
        let error = #expect(throws: InputError.self) { try Self.times([text], "{column: t, unit: datetime}") }
        #expect(error?.message == "'\(text)' in column 't' is not a time")
    }

    @Test func `Dates with slashes or the name of the month are read, and dates before a time of day are ignored`()
        throws
    {
        let dates = ["22-May-2021 11:42:54.146", "2021/05/22 11:42:54.161"]
        #expect(try Self.times(dates, "{column: t, unit: datetime}") == [0.146, 0.161])
        let clocks = ["5/22/2021 11:59:59 AM", "12:00:01 PM", "22.05.2021 13:00:00"]
        #expect(try Self.times(clocks, "{column: t, unit: clock}") == [0, 2, 3_601])
    }

    @Test func `A time of day continues past midnight`() throws {
        #expect(try Self.times(["23:59:59:990", "0:0:0:10"], "{column: t, unit: clock}") == [0.99, 1.01])
        #expect(throws: InputError.self) { try Self.times(["12:00:01:0", "12:00:00:0"], "{column: t, unit: clock}") }
    }

    /// Computed by hand: 18 leap seconds since 1 January 2017, 17 before; GPS counts from 6 January 1980. POSIX gives
    /// the leap second 23:59:60 the number of the second that follows.
    @Test(arguments: [
        ("1320000000000", 1_635_964_782), ("1167264016000", 1_483_228_799), ("1167264017000", 1_483_228_800),
        ("1167264018000", 1_483_228_800),
    ])
    func `Leap seconds are subtracted from GPS time`(milliseconds: String, epoch: Int) throws {
        #expect(try Self.recording([milliseconds], "{column: t, unit: ms, origin: gps}").epoch == epoch)
    }

    @Test func `Two clocks are aligned by a column with both times`() throws {
        let layout = try LayoutTests.layout(
            """
            layout: mine
            recording: file
            defaults: {empty: skip, repeats: skip}
            streams:
              gyroscope:
                columns: {x: x, y: x, z: x}
                unit: rad/s
                time: {column: up, unit: s, origin: boot, unix: {column: logged, unit: datetime}}
              location:
                columns: {latitude: latitude, longitude: latitude}
                time: {column: fix, unit: s, origin: unix}
            """
        )
        // The second row was written without delay: 20 s after the start it was 05.75.
        let rows = [
            "19.5,1,2024-03-02 12:30:05.260,,", "20,1,2024-03-02 12:30:05.750,1709382605.5,48",
            "20.5,1,2024-03-02 12:30:06.251,1709382605.5,48",
        ]
        let text = try DelimitedText("up,x,logged,fix,latitude\n" + rows.map { $0 + "\n" }.joined())
        let recording = try text.recording(layout)
        #expect(recording.location?.times == [0.5] && recording.epoch == 1_709_382_605)
        let times = try #require(recording.gyroscope?.times)
        #expect(zip(times, [0.25, 0.75, 1.25]).allSatisfy { abs($0 - $1) < Self.rounding })
    }

    @Test func `Streams on two clocks without such a column are an error`() throws {
        let message = try LayoutTests.message(
            """
            layout: mine
            recording: file
            streams:
              gyroscope: {columns: {x: x, y: x, z: x}, unit: rad/s, time: {column: up, unit: ns, origin: boot}}
              location: {columns: {latitude: a, longitude: b}, time: {column: fix, unit: s, origin: unix}}
            """
        )
        #expect(
            message.hasSuffix(
                "the streams use different clocks: boot and unix; "
                    + "if a stream with 'origin: boot' also has Unix times, add their column as 'unix'"
            )
        )
        let mixed = try LayoutTests.message(
            """
            layout: mine
            recording: file
            streams:
              gyroscope: {columns: {x: x, y: x, z: x}, unit: rad/s, time: {column: up, unit: s}}
              location: {columns: {latitude: a, longitude: b}, time: {column: fix, unit: s, origin: unix}}
            """
        )
        #expect(mixed.hasSuffix("start and unix; set the same 'origin' in 'time' of each stream"))
    }
}
