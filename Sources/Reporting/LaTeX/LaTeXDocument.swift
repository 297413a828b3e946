/// A LaTeX file that pdfLaTeX makes pages of as it is, and whose tables can be taken out for a paper.
enum LaTeXDocument {
    /// What the tables need, for those who take them out.
    private static let preamble = """
        \\documentclass[a4paper,landscape]{article}
        \\usepackage[T1]{fontenc}
        \\usepackage[utf8]{inputenc}
        \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}
        \\usepackage{textcomp}
        \\usepackage[margin=15mm]{geometry}
        \\usepackage{array}
        \\usepackage{booktabs}
        \\usepackage{longtable}
        \\usepackage{siunitx}
        \\sisetup{mode=match,reset-text-series=false,reset-text-family=false,table-align-text-after=false}
        \\AtBeginDocument{\\setlength{\\LTcapwidth}{0.95\\linewidth}}
        \\setlength{\\parindent}{0pt}
        \\pagestyle{plain}
        \\begin{document}

        """

    /// - Parameters:
    ///   - comments: lines that only readers of the source see.
    ///   - sections: LaTeX.
    static func text(comments: [String], sections: [String]) -> String {
        comments.map(LaTeXText.comment).joined() + preamble
            + sections.map { "\n" + $0 }.joined() + "\n\\end{document}\n"
    }
}
