% Computes the attitudes of all rows with one of the authors' algorithms, writes ALGORITHM.csv, and returns the time in s.
function [attitude, seconds] = run_algorithm(rows, algorithm, context, output)
    started = tic;
    attitude = generateAttitude(rows(:, 1), rows(:, 5:7), rows(:, 2:4), rows(:, 8:10), algorithm, context, 'enu');
    seconds = toc(started);
    write_table(fullfile(output, [algorithm '.csv']), 'w,x,y,z', attitude);
end
