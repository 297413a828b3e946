// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "sextant-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "sextant", path: "..")],
    targets: [
        .target(
            name: "ReaderRoads",
            dependencies: [
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
            ],
            resources: [.embedInCode("Templates")]
        ),
        .executableTarget(name: "compare-roads", dependencies: ["ReaderRoads"]),
        // Needs the fuzzer's library of the toolchain, which `make fuzz` names to the linker.
        .executableTarget(name: "fuzz-readers", dependencies: ["ReaderRoads"], path: "Sources/fuzz"),
        .executableTarget(name: "fuzz-commands", dependencies: ["CommandFuzzing"]),
    ],
    swiftLanguageModes: [.v6]
)
