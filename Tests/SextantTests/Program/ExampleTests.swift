import Foundation
import SensorModel
import TestSupport
import Testing

/// Each folder of `Examples`: the commands of its README run, and its estimates are those of Sextant's estimator with the
/// same formula.
struct ExampleTests {
    /// Degrees. The sum of the roundings over a recording is a thousandth of it.
    private static let tolerance = 1e-9
    /// Degrees: 3 cm. One simulated fix is 500 m away. There, the Earth's curvature separates the mean of degrees from
    /// the mean of metres by 2 cm; for all other fixes, the means differ by less than 1 µm.
    private static let positionTolerance = 3e-7

    @Test(.enabled(if: InstalledProgram.path("python3") != nil, "python3 is missing"))
    func `The Python program that answers samples is Madgwick's filter`() async throws {
        try await expect("python-stream", "madgwick.yaml:beta=0.05", equals: "madgwick:beta=0.05")
    }

    @Test(.enabled(if: InstalledProgram.accepts("python3", ["-c", "import numpy"]), "numpy is missing"))
    func `The Python program over a recording is the complementary filter`() async throws {
        try await expect("python-batch", "complementary.yaml:timeConstant=2", equals: "complementary:timeConstant=2")
    }

    @Test(.enabled(if: InstalledProgram.path("python3") != nil, "python3 is missing"))
    func `The Python program that answers fixes is the moving average`() async throws {
        let (spec, own) = ("average.yaml:window=3", "fixes+movingAverage:window=3")
        for (one, other) in try await estimates("python-positions", spec, own, scenario: "walk") {
            let rows = [one, other].map(Self.cells)
            try #require(rows[0].count == rows[1].count && rows[0].count > 50)
            for (mine, built) in zip(rows[0], rows[1]) {
                try #require(mine.count >= 5 && built.count >= 5)
                #expect(mine[0] == built[0])
                #expect(abs(mine[1] - built[1]) < Self.positionTolerance)
                #expect(abs(mine[2] - built[2]) < Self.positionTolerance)
                // Metres: the altitude, and the horizontal accuracy.
                #expect(abs(mine[3] - built[3]) < 0.03)
                #expect(abs(mine[4] - built[4]) < 1e-9)
            }
        }
    }

    @Test(.enabled(if: InstalledProgram.path("octave-cli") != nil, "octave-cli is missing"))
    func `The Octave program is Mahony's filter`() async throws {
        try await expect("octave", "mahony.yaml:kp=0.8,ki=0.02", equals: "mahony:kp=0.8,ki=0.02")
    }

    @Test(
        .enabled(
            if: InstalledProgram.path("cc") != nil && InstalledProgram.path("pkg-config") != nil,
            "cc or pkg-config is missing"
        )
    )
    func `The library in C is Mahony's filter`() async throws {
        try await expect("c-plugin", "plugin:./libmahony.so:kp=0.8,ki=0.02", equals: "mahony:kp=0.8,ki=0.02")
    }

    @Test(.enabled(if: InstalledProgram.path("cmake") != nil, "cmake is missing"))
    func `The library in C++ is the complementary filter`() async throws {
        let spec = "plugin:build/libcomplementary.so:timeConstant=2"
        try await expect("cpp-plugin", spec, equals: "complementary:timeConstant=2")
    }

    @Test(.enabled(if: InstalledProgram.path("cargo") != nil, "cargo is missing"))
    func `The library in Rust is Madgwick's filter`() async throws {
        let spec = "plugin:target/release/libmadgwick.so:beta=0.05"
        try await expect("rust-plugin", spec, equals: "madgwick:beta=0.05")
    }

    /// Compares the orientations of an example over moves from the pocket to the eyes.
    private func expect(_ example: String, _ spec: String, equals own: String) async throws {
        for (one, other) in try await estimates(example, spec, own, scenario: "pocket-to-AR") {
            let rows = try [one, other].map(Self.rows)
            #expect(rows[0].count > 1_500)
            #expect(rows[0].map(\.time) == rows[1].map(\.time))
            let angles = zip(rows[0], rows[1]).map { ($0.orientation.conjugate * $1.orientation).rotationVector.length }
            #expect(try #require(angles.max()) * 180 / .pi < Self.tolerance)
        }
    }

    /// Runs the commands of an example's README in a copy of its folder, and returns the estimates of two pipelines for
    /// each of three seeds.
    private func estimates(
        _ example: String,
        _ spec: String,
        _ own: String,
        scenario: String
    ) async throws -> [(String, String)] {
        let folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent("example")
        let source = Package.root.appendingPathComponent("Examples/\(example)")
        try FileManager.default.copyItem(at: source, to: copy)
        let page = try String(contentsOf: source.appendingPathComponent("README.md"), encoding: .utf8)
        let commands = DocumentedBlock.all(in: page).map(\.script)
        #expect(commands.count == 1)
        let outcome = try await Command.shell(
            """
            set -e
            PATH="$(dirname "$(command -v sextant)"):\(InstalledProgram.folders)"
            prefix='\(folder.url.path)/installed'
            make -s -C '\(Package.root.path)' install-header PREFIX="$prefix"
            export PKG_CONFIG_PATH="$prefix/share/pkgconfig" CMAKE_PREFIX_PATH="$prefix" PYTHONDONTWRITEBYTECODE=1
            cd '\(copy.path)'
            \(commands.joined(separator: "\n"))
            sextant evaluate --scenario \(scenario) --seeds 3 --pipeline '\(spec)' --pipeline '\(own)' \\
                --estimates --output out --quiet
            """
        )
        try #require(outcome.code == 0, "\(outcome.error)")
        return try (1...3).map { seed in
            let estimates = copy.appendingPathComponent("out/estimates/\(scenario)_seed-\(seed)")
            let files = try FileManager.default.contentsOfDirectory(atPath: estimates.path)
            try #require(files.count == 2)
            let texts = try files.map { name in
                try String(contentsOf: estimates.appendingPathComponent(name), encoding: .utf8)
            }
            return (texts[0], texts[1])
        }
    }

    /// The numbers of each row of a file of estimates.
    private static func cells(_ text: String) -> [[Double]] {
        text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    }

    /// The rows of a file of orientations.
    private static func rows(_ text: String) throws -> [(time: Seconds, orientation: UnitQuaternion)] {
        try cells(text).map { numbers in
            try #require(numbers.count == 5)
            return (
                numbers[0], try #require(UnitQuaternion(w: numbers[1], x: numbers[2], y: numbers[3], z: numbers[4]))
            )
        }
    }
}
