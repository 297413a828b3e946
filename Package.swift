// swift-tools-version: 6.3

import PackageDescription

// The revision in results. `make` gives it; a manifest that asked git itself would be cached with an old answer.
let revision = Context.environment["SEXTANT_REVISION"] ?? "unknown"

let package = Package(
    name: "sextant",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "SensorModel", targets: ["SensorModel"]),
        .library(name: "SensorFilters", targets: ["SensorFilters"]),
        .library(name: "PublishedEstimators", targets: ["PublishedEstimators"]),
        .library(name: "Geodesy", targets: ["Geodesy"]),
        .library(name: "Pipelines", targets: ["Pipelines"]),
        .library(name: "Positions", targets: ["Positions"]),
        .library(name: "Recordings", targets: ["Recordings"]),
        .library(name: "SensorSimulation", targets: ["SensorSimulation"]),
        .library(name: "Evaluation", targets: ["Evaluation"]),
        .library(name: "Diagnosis", targets: ["Diagnosis"]),
        .library(name: "Experiments", targets: ["Experiments"]),
        .library(name: "Reporting", targets: ["Reporting"]),
        .library(name: "SextantCommands", targets: ["SextantCommands"]),
        // For C: libsextant-c, with the header of CSextant.
        .library(name: "sextant-c", type: .dynamic, targets: ["SextantLibrary"]),
        .executable(name: "sextant", targets: ["sextant"]),
        .executable(name: "sextant-study", targets: ["sextant-study"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        .target(
            name: "SensorModel",
            dependencies: [.product(name: "RealModule", package: "swift-numerics")]
        ),
        .target(name: "SensorFilters", dependencies: ["SensorModel"]),
        .target(name: "PublishedEstimators", dependencies: ["SensorModel", "SensorFilters"]),
        .target(
            name: "Geodesy",
            dependencies: ["SensorModel", .product(name: "RealModule", package: "swift-numerics")]
        ),
        .target(
            name: "Pipelines",
            dependencies: ["SensorModel", "SensorFilters", "PublishedEstimators", "Geodesy"]
        ),
        .systemLibrary(
            name: "CSQLite",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .target(name: "CProj", linkerSettings: [.linkedLibrary("proj", .when(platforms: [.macOS]))]),
        .systemLibrary(
            name: "CLibCSV",
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]
        ),
        .systemLibrary(
            name: "CLibZip",
            providers: [.apt(["libzip-dev"]), .brew(["libzip"])]
        ),
        .systemLibrary(
            name: "CLibExpat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]
        ),
        // OpenSSL's libcrypto, for SHA-256. Apple platforms have CryptoKit.
        .systemLibrary(name: "CLibCrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CTableParser"),
        .target(name: "CDifferenceMoments"),
        .target(name: "CMemoryReuse"),
        // The pages of Reporting and the schemas of SextantCommands, embedded by the C compiler.
        .target(name: "CResources"),
        // Loads libmatio and libhdf5 where a file needs them; their headers are optional, too.
        .target(name: "CMatrixFiles", linkerSettings: [.linkedLibrary("z")]),
        .target(
            name: "Recordings",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "CChildProcess",
                "CLibCSV",
                "CLibExpat",
                "CLibZip",
                .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
                "CTableParser",
                "CMatrixFiles",
                "CSQLite",
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [.embedInCode("Layouts")]
        ),
        .target(
            name: "SensorSimulation",
            dependencies: [
                "SensorModel", "Geodesy", "Recordings", .product(name: "RealModule", package: "swift-numerics"),
            ],
            resources: [.embedInCode("Noises")]
        ),
        .target(
            name: "Evaluation",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Pipelines",
                "Recordings",
                "CDifferenceMoments",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            resources: [.embedInCode("References/references.yaml")]
        ),
        .target(
            name: "Positions",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "CProj",
                "CSQLite",
                "Pipelines",
                "Recordings",
                "Evaluation",
                .product(name: "RealModule", package: "swift-numerics"),
            ]
        ),
        .target(
            name: "Diagnosis",
            dependencies: [
                "SensorModel",
                "Pipelines",
                "Recordings",
                "Evaluation",
                .product(name: "RealModule", package: "swift-numerics"),
            ]
        ),
        .target(
            name: "Experiments",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Pipelines",
                "Recordings",
                "SensorSimulation",
                "Evaluation",
                "Positions",
                .product(name: "RealModule", package: "swift-numerics"),
            ]
        ),
        .target(
            name: "Reporting",
            dependencies: [
                "CResources",
                "SensorModel",
                "SensorFilters",
                "Geodesy",
                "Pipelines",
                "Recordings",
                "Evaluation",
                "Positions",
                "Diagnosis",
                "Experiments",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["HTML/Page", "Replay/Page"]
        ),
        .target(name: "CChildProcess"),
        .target(name: "CSextantEstimator"),
        .target(
            name: "OutsideEstimators",
            dependencies: [
                "CChildProcess", "CSextantEstimator", "SensorModel", "SensorFilters", "Pipelines", "Recordings",
            ]
        ),
        .target(name: "CSextant"),
        .target(
            name: "SextantLibrary",
            dependencies: ["CSextant", "SensorModel", "SensorFilters", "Geodesy", "Pipelines"]
        ),
        .target(name: "CBuildInfo", cSettings: [.define("SEXTANT_REVISION", to: "\"\(revision)\"")]),
        .executableTarget(name: "sextant", dependencies: ["SextantCommands"]),
        .target(
            name: "SextantCommands",
            dependencies: [
                "CBuildInfo",
                "CMemoryReuse",
                "CResources",
                "Recordings",
                "SensorModel",
                "SensorFilters",
                "Geodesy",
                "Pipelines",
                "Positions",
                "Experiments",
                "SensorSimulation",
                "Evaluation",
                "Diagnosis",
                "OutsideEstimators",
                "Reporting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Schemas"]
        ),
        // The tables about published systems, and the command line with them. No target in Sources imports this one.
        .target(
            name: "Study",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Recordings",
                "Pipelines",
                "SensorSimulation",
                "Evaluation",
                "Experiments",
                "Reporting",
                "SextantCommands",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            path: "Reports/Study/Sources/Study"
        ),
        .executableTarget(
            name: "sextant-study",
            dependencies: ["SextantCommands", "Study"],
            path: "Reports/Study/Sources/sextant-study"
        ),
        // The package in Fuzz has this target, too. A test here runs the corpus of the fuzzer.
        .target(
            name: "ReaderFuzzing",
            dependencies: ["Diagnosis", "Pipelines", "Recordings", "SensorModel"],
            path: "Fuzz/Sources/ReaderFuzzing"
        ),
        .target(
            name: "CommandFuzzing",
            dependencies: [
                "SensorModel",
                "SensorFilters",
                "Pipelines",
                "Recordings",
                "Positions",
                "Evaluation",
                "Reporting",
                "SextantCommands",
            ],
            path: "Fuzz/Sources/CommandFuzzing",
            resources: [.embedInCode("Templates")]
        ),
        .executableTarget(
            name: "replay-commands",
            dependencies: ["CommandFuzzing"],
            path: "Fuzz/Sources/replay-commands"
        ),
        // Examples/swift-package, compiled as a package of its own would be: without package access.
        .executableTarget(
            name: "my-sextant",
            dependencies: [
                "SensorModel", "SensorFilters", "Geodesy", "Recordings", "Evaluation", "Experiments", "SextantCommands",
            ],
            path: "Examples/swift-package/Sources/my-sextant",
            packageAccess: false
        ),
        .target(
            name: "TestSupport",
            dependencies: ["SensorModel", "Recordings", .product(name: "RealModule", package: "swift-numerics")],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "SensorModelTests",
            dependencies: [
                "SensorModel",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ]
        ),
        .testTarget(
            name: "SensorFiltersTests",
            dependencies: [
                "SensorModel",
                "SensorFilters",
                "Pipelines",
                "Recordings",
                "SensorSimulation",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "PublishedEstimatorsTests",
            dependencies: [
                "SensorModel", "SensorFilters", "PublishedEstimators", "Pipelines", "SensorSimulation", "TestSupport",
            ]
        ),
        .testTarget(
            name: "GeodesyTests",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Recordings",
                "SensorSimulation",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "PipelinesTests",
            dependencies: ["SensorModel", "SensorFilters", "Geodesy", "Pipelines", "TestSupport"]
        ),
        .testTarget(
            name: "OutsideEstimatorsTests",
            dependencies: [
                "SensorModel", "SensorFilters", "Geodesy", "Pipelines", "Recordings", "OutsideEstimators",
                "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "EvaluationTests",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Recordings",
                "Pipelines",
                "SensorSimulation",
                "Evaluation",
                "Positions",
                "Experiments",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            exclude: ["Fixtures", "Calibration/Fixtures"]
        ),
        .testTarget(
            name: "PositionsTests",
            dependencies: [
                "CSQLite",
                "SensorModel",
                "Geodesy",
                "Recordings",
                "Pipelines",
                "SensorSimulation",
                "Evaluation",
                "Positions",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "DiagnosisTests",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Recordings",
                "Pipelines",
                "SensorSimulation",
                "Evaluation",
                "Diagnosis",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ]
        ),
        .testTarget(
            name: "ExperimentsTests",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Recordings",
                "Pipelines",
                "SensorSimulation",
                "Evaluation",
                "Positions",
                "Experiments",
                "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ReportingTests",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Pipelines",
                "Recordings",
                "SensorSimulation",
                "Evaluation",
                "Positions",
                "Experiments",
                "Reporting",
                "TestSupport",
            ],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "SextantTests",
            dependencies: [
                "sextant",
                "sextant-study",
                "replay-commands",
                "my-sextant",
                "SextantCommands",
                "SensorModel",
                "SensorFilters",
                "Geodesy",
                "Pipelines",
                "Recordings",
                "Positions",
                "Experiments",
                "SensorSimulation",
                "Evaluation",
                "Reporting",
                "TestSupport",
            ],
            exclude: ["Snapshots", "Program/library_misuse.c", "Program/swift-runtime.supp"]
        ),
        .testTarget(
            name: "StudyTests",
            dependencies: [
                "SensorModel",
                "Geodesy",
                "Recordings",
                "SensorSimulation",
                "Evaluation",
                "Experiments",
                "Study",
                "TestSupport",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ArchitectureTests",
            dependencies: ["SensorFilters", "Geodesy", "Pipelines", "Evaluation", "Experiments", "TestSupport"]
        ),
        .testTarget(
            name: "RecordingsTests",
            dependencies: [
                "ReaderFuzzing", "Recordings", "SensorSimulation", "SensorModel", "Geodesy", "CSQLite",
                "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Tests need no optimisation, in a release build either. Unsafe flags of tests do not concern a dependent package.
for target in package.targets where target.type == .test || target.name == "TestSupport" {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// Strict builds (`SEXTANT_STRICT=1`) turn warnings into errors; a dependent package never sees them.
let strict = Context.environment["SEXTANT_STRICT"] == "1"

for target in package.targets
where [.executable, .test, .regular].contains(target.type) && !target.name.hasPrefix("C") {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ] + (strict ? [.treatAllWarnings(as: .error)] : [])
}
