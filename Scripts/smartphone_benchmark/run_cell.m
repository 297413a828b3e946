% Runs algorithms on a recording of the benchmark, and writes inputs, reference, attitudes and scores.
%
% calibration is {magnetometer, gyroscope, accelerometer}, each of osR (the system's values, else raw ones), osO (the
% system's values, else calibrated ones), own (calibrated with the authors' recordings of the phone) or raw.
function run_cell(recording, algorithms, rate, calibration, output)
    started = tic;
    context = benchmark_context();
    [badIntervals, parameters] = recording_facts(recording);
    parts = strsplit(recording, '_');
    context.noises = device_noises(parts{2});
    if strcmp(parts{2}, 'Nexus5')
        phone = loadAndroidDataset(['../datasets/android/' recording]);
    else
        phone = loadiOSDataset(['../datasets/ios/' recording]);
    end
    reference = loadQualisysDataset(['../datasets/qualisys/' recording '.mat']);
    reference.addBadValues(badIntervals);
    phone.offsetTimeAllData(findTimeDiffBetweenQualisysAndSmartphone(reference, phone));

    raw = phone.rawIMU;
    system = phone.deviceComputed;
    own = struct('magnetometer', [], 'gyroscope', [], 'accelerometer', []);
    if any(strcmp(calibration, 'own')) || any(strcmp(calibration, 'osO'))
        own = calibrated(raw, parameters, context);
    end
    mag = selected(calibration{1}, raw.magnetometer, system.magnetometer, own.magnetometer);
    gyr = selected(calibration{2}, raw.gyroscope, system.gyroscope, own.gyroscope);
    acc = selected(calibration{3}, raw.accelerometer, system.accelerometer, own.accelerometer);

    first = max([acc(1, 1) gyr(1, 1) mag(1, 1)]);
    last = min([acc(end, 1) gyr(end, 1) mag(end, 1)]);
    t = (first:1 / rate:last)';
    rows = [t held(gyr, t) held(acc, t) held(mag, t)];
    reading = toc(started);
    write_table(fullfile(output, 'inputs.csv'), 't,gx,gy,gz,ax,ay,az,mx,my,mz', rows);
    write_table(fullfile(output, 'reference.csv'), 't,w,x,y,z,bad', ...
        [reference.timestamp reference.attitude reference.badValue]);

    scores = fopen(fullfile(output, 'scores.csv'), 'a');
    for k = 1:numel(algorithms)
        [attitude, seconds] = run_algorithm(rows, algorithms{k}, context, output);
        started = tic;
        errors = getAttitudeErrors(t, attitude, reference.timestamp, reference.attitude, reference.badValue);
        [~, from] = min(abs(errors(:, 1) - 5));
        scoring = toc(started);
        fprintf(scores, '%s,%.8f,%.1f,%d,%.4f,%.4f\n', algorithms{k}, mean(errors(from:end, 2)), ...
            1e6 * seconds / numel(t), numel(t), scoring, reading);
        fprintf('%s %s %.8f deg, %.1f us\n', recording, algorithms{k}, mean(errors(from:end, 2)), ...
            1e6 * seconds / numel(t));
    end
    fclose(scores);
end

% The values of a sensor that a calibration names.
function values = selected(name, raw, system, own)
    switch name
        case 'raw', values = raw;
        case 'own', values = own;
        case 'osR', values = raw;
        case 'osO', values = own;
    end
    if strncmp(name, 'os', 2) && ~isempty(system), values = system; end
end

% Each time's last value before it.
function values = held(sensor, t)
    values = interp1(sensor(:, 1), sensor(:, 2:4), t, 'previous');
end

% The sensors with the calibration that the authors' functions fit to their recordings of the phone.
function own = calibrated(raw, phone, context)
    parts = strsplit(phone, '_');
    if strcmp(parts{1}, 'Nexus5')
        loadRecording = @(kind) loadAndroidDataset(['../datasets/android/calib_' kind '_' phone]);
    else
        loadRecording = @(kind) loadiOSDataset(['../datasets/ios/calib_' kind '_' phone]);
    end
    [magMatrix, magBias] = retrieveParametersFromMagnetometerCalibration(loadRecording('mag').rawIMU, ...
        context.magnetic.magnitude);
    [accMatrix, accBias] = retrieveParametersFromAccelerometerCalibration(loadRecording('acc').rawIMU, ...
        context.gravity.magnitude);
    gyrBias = retrieveParametersFromGyroscopeCalibration(loadRecording('gyr').rawIMU);
    own.magnetometer = [raw.magnetometer(:, 1) (raw.magnetometer(:, 2:4) - magBias) * magMatrix'];
    own.accelerometer = [raw.accelerometer(:, 1) (raw.accelerometer(:, 2:4) - accBias) * accMatrix'];
    own.gyroscope = [raw.gyroscope(:, 1) raw.gyroscope(:, 2:4) - gyrBias];
end

% The intervals without valid reference and the calibration of a recording, from the list in the authors' program.
function [badIntervals, parameters] = recording_facts(recording)
    listed = fileread('Benchmark/AttitudeBenchmarks.m');
    pattern = ['loadTest\(''' recording ''',[^\[]*(\[[^\]]*\]), ''(\w+)''\)'];
    found = regexp(listed, pattern, 'tokens', 'once');
    if isempty(found), error('No recording %s in the benchmark', recording); end
    badIntervals = eval(found{1});
    phone = found{2};
    devices = struct('N5', 'Nexus5', 'i4', 'iPhone4S', 'i5', 'iPhone5');
    parameters = [devices.(phone(1:2)) '_' phone(3:4)];
end
