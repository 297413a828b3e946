% Prints the authors' score of orientations (CSV: w, x, y, z in device -> true East, North, Up) for the rows of a folder
% that run_cell wrote: the mean error in degrees from 5 s to 120 s.
function run_score(folder, estimates)
    t = dlmread(fullfile(folder, 'inputs.csv'), ',', 1, 0)(:, 1);
    reference = dlmread(fullfile(folder, 'reference.csv'), ',', 1, 0);
    for k = 1:numel(estimates)
        attitude = dlmread(estimates{k}, ',', 1, 0);
        errors = getAttitudeErrors(t, attitude, reference(:, 1), reference(:, 2:5), reference(:, 6));
        [~, from] = min(abs(errors(:, 1) - 5));
        printf('%s %.8f\n', estimates{k}, mean(errors(from:end, 2)));
    end
end
