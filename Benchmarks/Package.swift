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
        // libcsv alone, as a lower bound for the cost of reading.
        .systemLibrary(
            name: "CLibCSVAlone",
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]
        ),
        // fast_float alone, as a lower bound for the cost of reading.
        .target(name: "CPlainScan"),
        .target(
            name: "ReadingWorkload",
            dependencies: [
                "CLibCSVAlone",
                "CPlainScan",
                .product(name: "Recordings", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        .executableTarget(
            name: "reading-ratio",
            dependencies: ["Measuring", "ReadingWorkload", .product(name: "Recordings", package: "sextant")]
        ),
        .target(
            name: "FilteringWorkload",
            dependencies: [
                .product(name: "Pipelines", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        // Clocks and statistics that all measuring programs share.
        .target(name: "Measuring"),
        // Replacement for the allocator of the C library, in programs that count allocations.
        .target(name: "MallocCounter"),
        .executableTarget(name: "filter-cost", dependencies: ["FilteringWorkload", "MallocCounter", "Measuring"]),
        .executableTarget(
            name: "smoother-cost",
            dependencies: [
                "FilteringWorkload",
                "Measuring",
                .product(name: "Recordings", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        // The counterpart in C is C/formulas.c, which `make bench` compiles.
        .executableTarget(
            name: "formula-cost",
            dependencies: [
                "Measuring",
                .product(name: "Geodesy", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        // The counterparts are C/estimators.c and C/vqf_authors.cpp.
        .executableTarget(
            name: "estimator-cost",
            dependencies: [
                "FilteringWorkload",
                "Measuring",
                .product(name: "Recordings", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        // The counterpart is C/pipeline.c with the product sextant-c.
        .executableTarget(
            name: "library-cost",
            dependencies: [
                "FilteringWorkload",
                "Measuring",
                .product(name: "Pipelines", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        .executableTarget(
            name: "frame-cost",
            dependencies: [
                "Measuring",
                .product(name: "Geodesy", package: "sextant"),
                .product(name: "Pipelines", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
            ]
        ),
        // All entries of all catalogues, as cases whose cost can be measured.
        .target(
            name: "CatalogueWorkload",
            dependencies: [
                "FilteringWorkload",
                "MallocCounter",
                "ReadingWorkload",
                .product(name: "Evaluation", package: "sextant"),
                .product(name: "Geodesy", package: "sextant"),
                .product(name: "Pipelines", package: "sextant"),
                .product(name: "Recordings", package: "sextant"),
                .product(name: "Reporting", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
                .product(name: "SensorSimulation", package: "sextant"),
            ]
        ),
        .executableTarget(name: "catalogue-cost", dependencies: ["CatalogueWorkload", "Measuring"]),
        .executableTarget(
            name: "Costs",
            dependencies: [
                "CatalogueWorkload",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Costs",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
