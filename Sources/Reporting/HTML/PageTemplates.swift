import Foundation
import Mustache

/// The page's templates, style and script, which are part of the program.
enum PageTemplates {
    /// The page of that content. Every text in it is escaped by ``PageText``, but for pictures and data that are made
    /// of escaped ones.
    static func render(_ content: [String: Any]) -> String {
        MustacheContentTypes.register(PageText.ContentType(), named: PageText.contentType)
        var content = content
        content["style"] = text(PackageResources.report_css)
        content["script"] = text(PackageResources.report_js)
        content["markers"] = PageKey.markers
        do {
            let library = MustacheLibrary(templates: [
                "report": try MustacheTemplate(string: text(PackageResources.report_mustache)),
                "figure": try MustacheTemplate(string: text(PackageResources.figure_mustache)),
                "table": try MustacheTemplate(string: text(PackageResources.table_mustache)),
                "key": try MustacheTemplate(string: text(PackageResources.key_mustache)),
            ])
            return library.render(content, withTemplate: "report") ?? ""
        } catch {
            preconditionFailure("the templates are part of the program: \(error)")
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
