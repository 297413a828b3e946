import Foundation
import TestSupport
import Testing

/// `my-sextant`, the command line with the entries of Examples/swift-package.
struct ExamplePackageTests {
    private static let package = Package.root.appendingPathComponent("Examples/swift-package").path

    @Test func `The estimator of an outside package is listed, and evaluated as the catalogue's own`() async throws {
        let list = try await Command.example(["list", "estimators"])
        #expect(list.output.split(separator: "\n").contains("blend"), "\(list.error)")
        let folder = try TemporaryFolder()
        let outcome = try await Command.example([
            "evaluate", "--scenario", "pan", "--pipeline", "blend:timeConstant=2", "--pipeline",
            "complementary:timeConstant=2", "--output", folder.url.path, "--quiet",
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let file = folder.url.appendingPathComponent("results.json")
        let root = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let errors = try #require(root["runs"] as? [[String: Any]]).map { run in
            (run["accuracy"] as? [String: Any])?["total_rmse_deg"] as? Double
        }
        #expect(errors.count == 2)
        let (blend, complementary) = (try #require(errors[0]), try #require(errors[1]))
        // Both are the same filter; the order of the operations differs.
        #expect(abs(blend - complementary) < 1e-6, "\(blend) and \(complementary)")
    }

    @Test func `A wrong parameter of the estimator is rejected as usual`() async throws {
        let outcome = try await Command.example(["evaluate", "--scenario", "pan", "--pipeline", "blend:timeConstan=2"])
        #expect(outcome.code == Refusal.usage)
        #expect(
            outcome.error.contains("blend has no parameter 'timeConstan'; did you mean 'timeConstant'?"),
            "\(outcome.error)"
        )
    }

    @Test func `The committed table of the package's kind is as computed`() async throws {
        let outcome = try await Command.example(["tables", "--check", "--directory", "\(Self.package)/Reports"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("gravity"), "\(outcome.output)")
    }
}
