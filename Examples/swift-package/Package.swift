// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "my-sextant",
    platforms: [.macOS(.v15)],
    // In a package of your own: .package(url: …, from: …)
    dependencies: [.package(name: "sextant", path: "../..")],
    targets: [
        .executableTarget(
            name: "my-sextant",
            dependencies: [
                .product(name: "Evaluation", package: "sextant"),
                .product(name: "Experiments", package: "sextant"),
                .product(name: "Geodesy", package: "sextant"),
                .product(name: "Recordings", package: "sextant"),
                .product(name: "SensorFilters", package: "sextant"),
                .product(name: "SensorModel", package: "sextant"),
                .product(name: "SextantCommands", package: "sextant"),
            ]
        )
    ]
)
