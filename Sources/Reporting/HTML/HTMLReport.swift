package import Evaluation
import Mustache

/// `report.html`: one page that needs no other file, for exploring, sorting and printing.
///
/// The page contains its numbers and a script that draws them, with values under the cursor. Without the script it
/// shows the same plots as pictures. It loads nothing. Names from outside are always shown as text.
package struct HTMLReport: Sendable, Hashable {
    package init() {}

    /// The HTML document. O(runs · points).
    package func render(_ results: EvaluationResults) -> String {
        var builder = PageBuilder(results)
        return PageTemplates.render(builder.content())
    }
}

/// The page's templates, style sheet and script, which are embedded in the program.
enum PageTemplates {
    static let style = text(PackageResources.report_css)
    static let script = [
        PackageResources.chart_js, PackageResources.tables_js, PackageResources.recordings_js,
        PackageResources.report_js,
    ].map(text).joined()

    /// The page with this content.
    ///
    /// ``PageText`` escapes every text except pictures and data, which consist of escaped text.
    static func render(_ content: PageContent) -> String { render(content, template: "report") }

    /// The page with the content of a template.
    static func render(_ content: Any, template: String) -> String {
        MustacheContentTypes.register(PageText.ContentType(), named: PageText.contentType)
        do {
            let library = MustacheLibrary(templates: [
                "report": try MustacheTemplate(string: text(PackageResources.report_mustache)),
                "tables": try MustacheTemplate(string: text(PackageResources.tables_mustache)),
                "figure": try MustacheTemplate(string: text(PackageResources.figure_mustache)),
                "table": try MustacheTemplate(string: text(PackageResources.table_mustache)),
                "key": try MustacheTemplate(string: text(PackageResources.key_mustache)),
                "replay": try MustacheTemplate(string: text(PackageResources.replay_mustache)),
            ])
            return library.render(content, withTemplate: template) ?? ""
        } catch {
            preconditionFailure("the templates are part of the program: \(error)")
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
