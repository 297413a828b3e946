import Evaluation
import Mustache

/// `report.html`: one page that needs no other file, for viewing, sorting and printing.
///
/// gnuplot draws the pictures; without it the page contains a message in their place. The page loads nothing and
/// runs one small script, which sorts tables. Names from outside are always shown as text.
struct HTMLReport: Sendable, Hashable {
    /// A page, and a message about missing parts.
    struct Page: Sendable, Hashable {
        /// The HTML document.
        let text: String
        /// Why pictures are missing, in one line; nil when all are present.
        let problem: String?
    }

    var gnuplot = Gnuplot()

    /// The page. Draws the pictures one after another.
    func render(_ results: EvaluationResults) async -> Page {
        var builder = PageBuilder(results, painter: PlotPainter(gnuplot: gnuplot))
        let content = await builder.content()
        return Page(text: PageTemplates.render(content), problem: content.problem)
    }
}

/// The page's templates, style sheet and script, which are embedded in the program.
enum PageTemplates {
    static let style = text(PackageResources.report_css)
    static let script = text(PackageResources.report_js)

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
            ])
            return library.render(content, withTemplate: template) ?? ""
        } catch {
            preconditionFailure("the templates are part of the program: \(error)")
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
