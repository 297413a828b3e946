% Returns location, magnetic field and gravity of the benchmark, from the authors' own function.
function context = benchmark_context()
    location = struct('latitude', 45.187778, 'longitude', 5.726945, 'altitude', 200);
    date = struct('year', 2016, 'month', 5, 'day', 31);
    context = createContextFromLocationAndDate(location, date, 'enu');
end
