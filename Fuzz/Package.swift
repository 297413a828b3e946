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
        .executableTarget(name: "compare-roads", dependencies: ["ReaderRoads"]),
        // Needs the fuzzer's library of the toolchain, which `make fuzz` names to the linker.
        .executableTarget(name: "fuzz-readers", dependencies: ["ReaderRoads"], path: "Sources/fuzz"),
    ],
    swiftLanguageModes: [.v6]
)
