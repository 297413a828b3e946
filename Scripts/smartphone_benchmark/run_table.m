% Passes the rows of a CSV file (t, gyroscope, accelerometer, magnetometer; one header line) to algorithms.
function run_table(inputs, algorithms, output)
    rows = dlmread(inputs, ',', 1, 0);
    context = benchmark_context();
    context.noises = device_noises('Nexus5');
    for k = 1:numel(algorithms)
        run_algorithm(rows, algorithms{k}, context, output);
    end
end
