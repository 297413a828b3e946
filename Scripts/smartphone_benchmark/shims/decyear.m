% The decimal year of a date.
function year = decyear(y, m, d)
    start = datenum(y, 1, 1);
    year = y + (datenum(y, m, d) - start) / (datenum(y + 1, 1, 1) - start);
end
