// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "sextant-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "sextant", path: "..")],
    targets: [
        .target(
            name: "ReaderFuzzing",
            dependencies: [
                .product(name: "Diagnosis", package: "sextant"),
                .product(name: "Pipelines", package: "sextant"),
                .product(name: "Recordings", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        .target(
            name: "CommandFuzzing",
            dependencies: [
                .product(name: "Evaluation", package: "sextant"),
                .product(name: "Pipelines", package: "sextant"),
                .product(name: "Recordings", package: "sextant"),
                .product(name: "Reporting", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
                .product(name: "SextantCommands", package: "sextant"),
                .product(name: "Positions", package: "sextant"),
            ],
            resources: [.embedInCode("Templates")]
        ),
        .executableTarget(name: "compare-parsers", dependencies: ["ReaderFuzzing"]),
        // This target needs the fuzzer library of the toolchain, which `make fuzz` passes to the linker.
        .executableTarget(name: "fuzz-readers", dependencies: ["ReaderFuzzing"], path: "Sources/fuzz"),
        .executableTarget(name: "fuzz-commands", dependencies: ["CommandFuzzing"]),
    ],
    swiftLanguageModes: [.v6]
)
