import Foundation
import TestSupport
import Testing

/// `sextant-study`, the command line with the kinds of tables of another package.
struct StudyProgramTests {
    private static let claims = """
        title: Claims
        caption: One claim.
        claims:
          - {claim: magic, source: Yandex 2018, section: summary, statement: It is magic., undecided: Not measurable.}

        """

    private let folder: TemporaryFolder
    private let reports: String

    init() throws {
        folder = try TemporaryFolder()
        reports = folder.url.appendingPathComponent("Reports").path
        try folder.write(Self.claims, to: "Reports/magic/table.yaml")
    }

    @Test func `A kind of another package is computed, checked, and named with its program`() async throws {
        let made = try await Command.study(["tables", "--directory", reports])
        #expect(made.code == 0, "\(made.error)")
        let page = try String(contentsOfFile: "\(reports)/magic/table.md", encoding: .utf8)
        #expect(page.contains("Of 1 claims, 0 hold, 0 fail, 0 depend on a condition, 1 cannot be decided."))
        #expect(page.hasSuffix("\nRegenerate this table with `sextant-study tables magic`.\n"))
        let again = try await Command.study(["tables", "--directory", reports])
        #expect(again.code == 0, "the page is an earlier output: \(again.error)")
        try folder.write(page.replacing("It is magic", with: "It is not magic"), to: "Reports/magic/table.md")
        let changed = try await Command.study(["tables", "--check", "--directory", reports, "--quiet"])
        #expect(changed.code == 1)
        #expect(changed.error.hasSuffix("commit the output of 'sextant-study tables magic --directory \(reports)'\n"))
    }

    @Test func `The product has no such kind, and its error names a program that has it`() async throws {
        let outcome = try await Command.run(["tables", "--directory", reports])
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.replacing("\n  ", with: " ").hasPrefix(
                "sextant: \(reports)/magic/table.yaml:4:3: this program does not support tables of the kind 'claims', "
                    + "only evaluation, distances, scene, trackers, leaderboard; "
            )
        )
        #expect(outcome.error.contains("sextant-study"))
    }

    @Test func `The list of estimators, the help and the version equal those of the product`() async throws {
        for arguments in [["list", "estimators"], ["--help"], ["--version"]] {
            #expect(try await Command.study(arguments).output == Command.run(arguments).output, "\(arguments)")
        }
    }
}
