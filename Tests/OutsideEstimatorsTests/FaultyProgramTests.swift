import Foundation
import OutsideEstimators
import Pipelines
import SensorModel
import TestSupport
import Testing

/// Programs that fail in a run.
@Suite(.enabled(if: Programs.python != nil, "python3 is missing"))
struct FaultyProgramTests {
    /// Alive for the whole test, because its folder contains the description.
    private let programs: Programs

    init() throws {
        programs = try Programs()
    }

    @Test(arguments: [
        ("hang", "the program did not answer the gyroscope sample within 5 s after 10 answers"),
        ("die", "the program ended with exit status 1 after 10 answers ('ValueError: no such matrix')"),
        ("crash", "the program ended with signal 11 after 10 answers"),
        ("half", "the program ended with an incomplete line ('1,0,'), exit status 0 after 10 answers"),
        ("nan", "answer 11 is not a rotation (qw,qx,qy,qz): 'nan,0,0,0' is not finite"),
        ("text", "answer 11 is not a rotation (qw,qx,qy,qz): 'orientation: 1 0 0 0'"),
        ("length", "answer 11 is not a rotation (qw,qx,qy,qz): the length of the quaternion is 2.000"),
        ("many", "the program wrote two lines for one sample after 11 answers"),
        ("flood", "unexpected output: more than 4096 bytes without a line break after 10 answers"),
        (
            "errors",
            "unexpected output: more than 100 MB in addition to the answers after 10 answers ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee…')"
        ),
        ("nothing", "the program ended with exit status 0 after 10 answers"),
        ("late", "the program wrote more lines than it received samples after 200 answers"),
        ("linger", "the program still runs 5 s after its last sample, but must end when its input ends"),
        ("status", "the program ended with exit status 3 after 200 answers"),
    ])
    func `The failure of a faulty program names its description and the cause in one line`(
        fault: String,
        found: String
    ) throws {
        let timeout = fault == "hang" ? "timeout: 5s" : ""
        let spec = try programs.describe("faulty.py", ", \(fault)", timeout)
        let outcome = try Programs.run(spec)
        let failure = try #require(outcome.failure)
        #expect(failure.source == spec)
        #expect(failure.message.hasPrefix(found), "\(failure.message)")
        #expect(!failure.description.contains("\n"))
    }

    @Test func `The failure of a missing program names it`() throws {
        let spec = try programs.folder.write("command: [no-such-program]\nneeds: [gyroscope]\n", to: "none.yaml")
        let outcome = try Programs.run(spec)
        #expect(outcome.failure?.message.hasPrefix("cannot start 'no-such-program': ") == true)
        #expect(outcome.estimates.isEmpty)
    }

    @Test(arguments: ["fork", "daemon"])
    func `The child process of a program ends with it`(fault: String) throws {
        #if !os(Linux)
        if fault == "daemon" { return }
        #endif
        let note = programs.folder.url.appendingPathComponent("child").path
        let spec = try programs.describe("faulty.py", ", \(fault), \(note)")
        let outcome = try Programs.run(spec)
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        let child = try #require(pid_t(try String(contentsOfFile: note, encoding: .utf8)))
        #expect(try isGone(child))
    }

    /// Whether a process ends within two seconds. A process without a parent may remain as a zombie.
    private func isGone(_ process: pid_t) throws -> Bool {
        for _ in 0..<200 {
            if kill(process, 0) != 0 { return true }
            let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            if state?.contains(") Z ") ?? false { return true }
            usleep(10_000)
        }
        return false
    }

    @Test(arguments: [
        ("hang", "the program did not end within 5 s"),
        ("die", "the program ended with exit status 1 ('KeyError: 'gyroscope'')"),
        ("nothing", "the program did not write the file {output}"),
        ("change", "the program changed the file gyroscope.csv of the recording"),
        ("few", "row 1 of 195 in {output} has the time 12.0 s, but the driving sensor's sample has 12.05 s"),
        ("many", "{output} has 201 rows, but the driving sensor has only 200 samples"),
        ("nan", "line 7 of {output} is not t,qw,qx,qy,qz: '12.05,nan,0,0,0' is not finite"),
        ("half", "the last row of {output} does not end with a line break, so the file may be truncated"),
        ("flood", "unexpected output: more than 116736 bytes in {output}"),
    ])
    func `The failure of a faulty batch program names its description and the cause in one line`(
        fault: String,
        found: String
    ) throws {
        let timeout = fault == "hang" ? "timeout: 5s" : ""
        let spec = try programs.describe(
            "faulty_batch.py",
            ", \(fault), '{recording}', '{output}'",
            "mode: batch\n\(timeout)"
        )
        let failure = try #require(try Programs.run(spec).failure)
        #expect(failure.source == spec)
        #expect(failure.message.hasPrefix(found), "\(failure.message)")
        #expect(!failure.description.contains("\n"))
    }

    /// The arguments and the keys of a batch program.
    private static let paths = ", '{recording}', '{output}'"
    private static let batch = "needs: [gyroscope]\nmode: batch"

    @Test func `A batch program that looks ahead is reported`() throws {
        let script = """
            import csv, math, sys
            rows = list(csv.DictReader(open(sys.argv[1] + "/gyroscope.csv")))
            angles = [0.7 * (float(row["t"]) - 12) for row in rows]
            with open(sys.argv[2], "w") as output:
                for i, row in enumerate(rows):
                    ahead = angles[min(i + 5, len(rows) - 1)]
                    output.write(f"{row['t']},{math.cos(ahead / 2)!r},0,0,{math.sin(ahead / 2)!r}\\n")
            """
        let file = try programs.describe(source: script, Self.batch, arguments: Self.paths)
        let outcome = try Programs.run(file, isThorough: true)
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        #expect(outcome.estimates.count == Turn.count)
        // The last of the first 100 samples lacks 0.7 rad/s for 0.05 s, which are 2.0054°.
        let remark = try #require(outcome.remarks.first { $0.contains("uses later samples") })
        #expect(remark.hasSuffix("differ by up to 2.0054 deg"), "\(remark)")
    }

    @Test func `A batch program whose output differs between runs is reported as not deterministic`() throws {
        let script = """
            import csv, math, random, sys
            with open(sys.argv[2], "w") as output:
                for row in csv.DictReader(open(sys.argv[1] + "/gyroscope.csv")):
                    a = random.random()
                    output.write(f"{row['t']},{math.cos(a)!r},0,0,{math.sin(a)!r}\\n")
            """
        let file = try programs.describe(source: script, Self.batch, arguments: Self.paths)
        let remarks = try Programs.run(file, isThorough: true).remarks
        #expect(remarks.count == 1)
        #expect(remarks.first?.contains("is not deterministic") == true, "\(remarks)")
    }

    @Test func `The error on a silent program names the samples that it must answer`() throws {
        let file = try programs.folder.write(
            "command: [sleep, '30']\nneeds: [gyroscope, accelerometer]\ndriver: accelerometer\ntimeout: 1s\n",
            to: "silent.yaml"
        )
        let failure = try #require(try Programs.run(file).failure)
        #expect(failure.message.hasPrefix("the program did not answer the accelerometer sample within 1 s"))
        #expect(failure.advice?.contains("'driver'") == true)
    }

    @Test func `A batch program's rows belong to the last driving samples`() throws {
        let spec = try programs.describe("turn_batch.py", ", '{recording}', '{output}'", "mode: batch")
        let outcome = try Programs.run(spec, isThorough: true)
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        #expect(outcome.estimates.count == Turn.count - 1)
        #expect(outcome.withoutOrientation == 1)
        for (time, orientation) in outcome.estimates {
            #expect(abs(orientation.rotationVector.z - Turn.angle(at: time)) < 1e-12)
        }
        guard case .perRun(let seconds) = outcome.time else { throw CancellationError() }
        #expect(seconds > 0)
        #expect(outcome.remarks.isEmpty)
    }
}
