% Writes a matrix as CSV with a header, with all digits of each number.
function write_table(path, header, rows)
    file = fopen(path, 'w');
    fprintf(file, '%s\n', header);
    fprintf(file, [repmat('%.17g,', 1, columns(rows) - 1) '%.17g\n'], rows');
    fclose(file);
end
