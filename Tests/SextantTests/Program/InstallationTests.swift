import Foundation
import TestSupport
import Testing

/// The completions and the man page that `make install` writes.
struct InstallationTests {
    @Test(arguments: ["bash", "zsh", "fish"].filter(InstalledProgram.has))
    func `Completions are a valid script of the shell`(shell: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("sextant.\(shell)").path
        let outcome = try await Command.shell(
            "sextant --generate-completion-script \(shell) >'\(file)' && \(shell) -n '\(file)' && grep -c tables '\(file)'"
        )
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.error == "")
    }

    @Test(.enabled(if: InstalledProgram.has("groff") && InstalledProgram.has("python3")))
    func `The man page names every subcommand, and groff accepts it`() async throws {
        let script = Package.root.appendingPathComponent("Scripts/man_page.py").path
        let outcome = try await Command.shell(
            "set -e; page=$(python3 '\(script)' \"$(command -v sextant)\"); "
                + "printf '%s\\n' \"$page\" | groff -man -Tutf8 -ww -P-cbou"
        )
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        let help = try await Command.run(["--help"])
        let names = help.output.matches(of: #/\n  ([a-z]+)  /#).map { String($0.1) }
        #expect(names.contains("tables"))
        for name in names {
            #expect(outcome.output.contains("sextant \(name)\n"), "\(name)")
        }
    }
}
