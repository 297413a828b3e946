% Yaw, pitch and roll (rotation sequence ZYX) of each row, in radians.
function [yaw, pitch, roll] = quat2angle(q)
    q = q ./ sqrt(sum(q.^2, 2));
    w = q(:, 1); x = q(:, 2); y = q(:, 3); z = q(:, 4);
    yaw = atan2(2 * (x .* y + w .* z), w.^2 + x.^2 - y.^2 - z.^2);
    pitch = asin(max(min(-2 * (x .* z - w .* y), 1), -1));
    roll = atan2(2 * (y .* z + w .* x), w.^2 - x.^2 - y.^2 + z.^2);
end
