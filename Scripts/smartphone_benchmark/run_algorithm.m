% The attitudes of rows by one algorithm of the authors, and its processing time in seconds; writes ALGORITHM.csv.
function [attitude, seconds] = run_algorithm(rows, algorithm, context, output)
    started = tic;
    attitude = generateAttitude(rows(:, 1), rows(:, 5:7), rows(:, 2:4), rows(:, 8:10), algorithm, context, 'enu');
    seconds = toc(started);
    write_table(fullfile(output, [algorithm '.csv']), 'w,x,y,z', attitude);
end
