// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "sextant-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "sextant", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
    ],
    targets: [
        // libcsv itself, as the measure of what reading costs at least.
        .systemLibrary(
            name: "CLibCSVAlone",
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]
        ),
        .target(
            name: "ReadingWorkload",
            dependencies: [
                "CLibCSVAlone",
                .product(name: "Recordings", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        .executableTarget(name: "reading-ratio", dependencies: ["ReadingWorkload"]),
        .executableTarget(
            name: "Reading",
            dependencies: [
                "ReadingWorkload",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Reading",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
