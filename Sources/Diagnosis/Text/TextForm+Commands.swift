import Recordings

/// Commands that write a table to a new file in a form that can be read. `FILE` is the path of the table.
extension TextForm {
    /// The delimiter in the notation of awk.
    private var awkDelimiter: String {
        delimiter == UInt8(ascii: "\t") ? "\\t" : String(UnicodeScalar(delimiter))
    }

    /// A command that splits vectors in brackets, such as `[1, 2, 3]`, into one cell per component. It drops the header
    /// and comments.
    var flattening: String {
        "awk 'NR>\(firstLine - 1 + headerRows) && !/^#/ {gsub(/[][\"() ]/, \"\"); print}' FILE >NEW_FILE"
    }

    /// A command that writes a row for each element of the JSON arrays in a table's cells.
    static let exploding =
        "python3 -c 'import csv,json,sys; r=list(csv.DictReader(open(sys.argv[1]))); "
        + "k=[c for c in r[0] if r[0][c][:1]==\"[\"]; w=csv.writer(sys.stdout); w.writerow(k); "
        + "[w.writerows(zip(*(json.loads(x[c]) for c in k))) for x in r]' FILE >NEW_FILE"

    /// A command that writes each three adjacent cells in a row of their own.
    var unrolling: String {
        "awk \(format.awkSeparator)'{for(i=1;i<NF;i+=3)print $i \",\" $(i+1) \",\" $(i+2)}' FILE >NEW_FILE"
    }

    /// A command that exchanges rows and columns.
    var transposition: String {
        "awk \(format.awkSeparator)'{for(i=1;i<=NF;i++)c[i]=c[i] (NR>1?\",\":\"\") $i} END{for(i=1;i<=NF;i++)print c[i]}' "
            + "FILE >NEW_FILE"
    }

    /// Returns a command that converts unsigned 16-bit numbers to signed ones in some columns, counted from 1.
    func signing(_ fields: [Int]) -> String {
        "awk \(format.awkSeparator)-v OFS='\(awkDelimiter)' '{n=split(\"\(fields.map(String.init).joined(separator: " "))\",c,\" \"); "
            + "for(i=1;i<=n;i++)if($c[i]+0>32767)$c[i]-=65536} 1' FILE >NEW_FILE"
    }

    /// Returns a command that splits a file before each row in which the value of a column, counted from 1, decreases. Each
    /// new file starts with the header.
    func splitting(whereDecreases field: Int) -> String {
        let isHeader = "NR<=\(firstLine - 1 + headerRows){h=h $0 RS;next} "
        return "mkdir SESSIONS; awk \(format.awkSeparator)'\(isHeader)!NF{next} "
            + "!n||$\(field)<p{close(f);printf \"%s\",h>(f=sprintf(\"SESSIONS/%03d.csv\",++n))} {p=$\(field);print>f}' FILE"
    }

    /// Returns commands that write a file's lines up to `end`, and its lines from `line`, to two files.
    static func splitting(before line: Int, end: Int) -> String {
        "head -n \(end) FILE >NEW_FILE; tail -n +\(line) FILE >LAST_FILE"
    }

    /// A command that writes the rows below the header in reverse order.
    var reversal: String {
        "awk 'NR<=\(firstLine - 1 + headerRows){print;next} {r[++n]=$0} END{while(n)print r[n--]}' FILE >NEW_FILE"
    }

    /// Returns a command that replaces each value of a column by the sum of the values up to its row. The first column has
    /// the number 1.
    func summing(_ field: Int) -> String {
        "awk \(format.awkSeparator)-v OFS='\(awkDelimiter)' 'NR>\(firstLine - 1 + headerRows){$\(field)=s+=$\(field)} 1' "
            + "FILE >NEW_FILE"
    }

    /// Returns a command that joins the columns of seconds and nanoseconds, counted from 1, in a new first column.
    func joining(_ seconds: Int, _ rest: Int) -> String {
        "awk \(format.awkSeparator)'{t=$\(seconds)==$\(seconds)+0?sprintf(\"%d.%09d\",$\(seconds),$\(rest)):\"time\";print t \"\(awkDelimiter)\" $0}' "
            + "FILE >NEW_FILE"
    }
}
